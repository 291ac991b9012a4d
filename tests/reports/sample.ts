import type { AppliedWaiver, Result, Results, SavedExchange, Selection } from '../../core/results/results.ts';
import { summarise } from '../../core/results/verdict.ts';

/** Text that tries to break out of every report: terminal, markup, XML, Markdown, shell. */
export const HOSTILE = `\u001b]0;owned\u0007\u001b[2J</script><script>alert(1)</script>"'<b>&amp;\`$(id)\`|@all\u202eevil\u0000\u0085\ud800\ufffe]]>`;

/** A result that passed, changed as a test needs it. */
export function result(changes: Partial<Result> = {}): Result {
  return {
    rule: 'create/status',
    subject: 'deals',
    level: 'must',
    clause: '4.1, 4.4-c1',
    title: 'a creation answers 201',
    outcome: 'pass',
    reason: '',
    witness: ['x1'],
    requests: 1,
    durationMs: 12.3,
    ...changes,
  };
}

/** Somebody lets it pass until the end of 2025. */
export const WAIVER: AppliedWaiver = {
  reason: 'ticket 7',
  owner: 'deals team',
  expires: '2025-12-31',
  since: '2025-10-20',
};

/** A failure with its evidence. */
export function failure(changes: Partial<Result> = {}): Result {
  const expected = 'status 201';
  const actual = 'status 200 application/json, 31 bytes: {"id":"7","name":"it\'s"}';
  return result({ outcome: 'fail', expected, actual, reason: `expected ${expected}, got ${actual}`, ...changes });
}

/** A POST of a deal and its answer. */
export function exchange(changes: Partial<SavedExchange> = {}): SavedExchange {
  return {
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4010/rest/1/deals/',
      headers: [
        ['Host', '127.0.0.1:4010'],
        ['Accept', 'application/json'],
        ['Content-Type', 'application/json'],
        ['Cookie', 'USER_TOKEN=[redacted]'],
      ],
      body: { text: '{"name":"it\'s a deal","price":100}', bytes: 33 },
    },
    response: {
      status: 200,
      statusText: 'OK',
      headers: [
        ['Content-Type', 'application/json'],
        ['Date', 'Sat, 01 Nov 2025 10:00:00 GMT'],
      ],
      body: { text: '{"id":"7","name":"it\'s"}', bytes: 24 },
    },
    timings: { startedAt: 5, firstByte: 3, total: 4.2 },
    ...changes,
  };
}

/** Nothing was selected and nothing left out. */
export const WHOLE: Selection = {
  rules: [],
  skip: [],
  level: 'must',
  readOnly: false,
  bail: false,
  leftOut: { rules: 0, results: 0 },
};

/** A run of these results, with the verdict that follows from them. */
export function resultsOf(
  results: readonly Result[],
  exchanges: Readonly<Record<string, SavedExchange>> = { x1: exchange() },
): Results {
  return {
    format: 'assayer-results/1',
    tool: { name: 'assayer', version: '0.1.0' },
    target: {
      name: 'deals-api',
      baseUrl: 'http://127.0.0.1:4010',
      claims: {
        operationForms: ['A', 'C'],
        emptyQuery: 200,
        commandQuery: false,
        representations: ['json', 'xml'],
        selectors: ['accept'],
        create: 'created',
        session: 'presence',
        indexBase: 0,
      },
      assumed: ['emptyQuery = 200 (seen)', 'known user = 1'],
    },
    run: {
      startedAt: '2025-11-01T10:00:00.000Z',
      durationMs: 3400,
      seed: 42,
      runs: 25,
      requests: 212,
      selection: WHOLE,
    },
    summary: summarise(results, { level: 'must', minExercised: 1 }),
    results,
    exchanges,
  };
}

/** One result of each outcome, and more: what a report has to cope with. */
export function mixed(): Results {
  const forms = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  const operations = ['HoldDeal', 'UnholdDeal', 'CompleteDeal', 'CancelDeal', 'ChangePrice'];
  const subjects = operations.flatMap((name) => forms.map((form) => ({ form, id: `${name}/${form}` })));
  return resultsOf(
    [
      failure({ witness: ['x1', 'x2'] }),
      result({ rule: 'create/location', clause: '4.1, 4.4-c2', title: 'a 201 carries one Location' }),
      result({ rule: 'create/location', clause: '4.1, 4.4-c2', title: 'a 201 carries one Location', subject: 'users' }),
      result({
        rule: 'delete/no-length',
        level: 'should',
        clause: 'RFC 9110 8.6',
        title: 'a 204 has no Content-Length',
      }),
      ...subjects.map(({ form, id }) =>
        form === 'B' || form === 'D'
          ? result({
              rule: 'operation/served',
              clause: '4.2',
              title: 'each claimed form is served',
              subject: id,
              outcome: 'not-applicable',
              reason: `operationForms does not claim ${form}`,
              witness: [],
            })
          : result({
              rule: 'operation/served',
              clause: '4.2',
              title: 'each claimed form is served',
              subject: id,
              witness: ['x1', 'x3'],
            }),
      ),
      failure({
        rule: 'read/unknown-item',
        subject: 'users',
        clause: '4.4-m1',
        title: 'an id that never was answers 404',
        expected: 'status 404',
        actual: 'status 500 text/html, 1200 bytes: <h1>Internal Server Error</h1>',
        counterexample: '"\\u0000a"',
        cases: 31,
        discards: 0,
        replay: 'read/unknown-item@users@-77@25@3:0:1',
        flaky: '2 of 3',
        witness: ['x3'],
      }),
      result({
        rule: 'read/item',
        subject: 'users',
        clause: '4.4',
        title: 'a known id answers 200',
        outcome: 'not-exercised',
        reason: 'no known id of users is given',
        witness: [],
      }),
      result({
        rule: 'session/authorized',
        subject: 'target',
        clause: '4.4, 5.1',
        title: 'GET / with a session answers 200 and OK',
        outcome: 'inconclusive',
        reason: 'GET http://127.0.0.1:4010/: no answer within 10 s',
        witness: [],
      }),
      result({
        rule: 'negotiate/vary',
        level: 'should',
        subject: 'users',
        clause: 'RFC 9110 12.5.5',
        title: 'what is chosen by Accept says Vary: Accept',
        outcome: 'fail',
        expected: 'a Vary field with Accept',
        actual: 'no Vary field in the answer 200 application/json',
        reason: 'expected a Vary field with Accept, got none',
        witness: ['x1'],
      }),
      result({
        rule: 'model/sequence',
        clause: 'all',
        title: 'any sequence of requests is answered as the reference answers it',
        outcome: 'error',
        reason: 'TypeError: x is not a function\n    at check (suites/model.ts:10:3)',
        witness: [],
      }),
      result({
        rule: 'status/in-table',
        level: 'may',
        clause: '7',
        title: 'codes outside the table are reported',
        cases: 40,
      }),
    ],
    {
      x1: exchange(),
      x2: exchange({
        request: {
          method: 'GET',
          url: 'http://127.0.0.1:4010/rest/1/deals/7?name=a%20b',
          headers: [['Accept', '*/*']],
        },
        response: {
          status: 404,
          statusText: 'Not Found',
          headers: [['Content-Type', 'application/problem+json']],
          body: { text: '{\n  "title": "no such deal",\n  "status": 404\n}', bytes: 46 },
        },
      }),
      x3: {
        request: { method: 'HEAD', url: 'http://127.0.0.1:4010/users/%00a', headers: [] },
        failure: { kind: 'timeout', message: 'no answer within 10 s' },
        wire: { bytesAfterHeaders: 12, excerpt: '{"oops":1}\r\n' },
        timings: { startedAt: 9, firstByte: null, total: 10_000 },
      },
    },
  );
}

/** Every text that a target or a file can set is hostile. */
export function hostile(): Results {
  const told = { rule: HOSTILE, title: HOSTILE, reason: HOSTILE, subject: HOSTILE, clause: HOSTILE };
  const base = resultsOf(
    [
      failure({
        ...told,
        expected: HOSTILE,
        actual: HOSTILE,
        counterexample: HOSTILE,
        signature: HOSTILE,
        waiver: { ...WAIVER, reason: HOSTILE, owner: HOSTILE },
      }),
      failure({
        ...told,
        expected: HOSTILE,
        actual: HOSTILE,
        counterexample: HOSTILE,
        replay: HOSTILE,
        flaky: HOSTILE,
      }),
      result({ ...told, reason: '' }),
      result({ ...told, outcome: 'inconclusive' }),
      result({ ...told, outcome: 'error', reason: `${HOSTILE}\n${HOSTILE}` }),
      result({ ...told, outcome: 'not-exercised' }),
      result({ ...told, outcome: 'not-applicable' }),
    ],
    {
      x1: {
        request: {
          method: `GET${HOSTILE}`,
          url: `http://h/${HOSTILE}`,
          headers: [[HOSTILE, HOSTILE]],
          body: { text: HOSTILE, bytes: 9 },
        },
        response: {
          status: 200,
          statusText: HOSTILE,
          headers: [[HOSTILE, HOSTILE]],
          body: { text: `${HOSTILE}\n${HOSTILE}`, bytes: 9, cut: true },
        },
        failure: { kind: HOSTILE, message: HOSTILE },
        wire: { bytesAfterHeaders: 3, excerpt: HOSTILE },
        timings: { startedAt: 0, firstByte: 1, total: 2 },
      },
    },
  );
  const cause = { id: HOSTILE, sentence: HOSTILE, remedy: HOSTILE, clause: HOSTILE, weight: 0.9, explains: [HOSTILE] };
  return {
    ...base,
    diagnosis: { causes: [{ ...cause, alike: [HOSTILE] }], others: [cause], unexplained: [HOSTILE] },
    target: { ...base.target, name: HOSTILE, baseUrl: HOSTILE, assumed: [HOSTILE] },
    run: {
      ...base.run,
      interrupted: HOSTILE,
      startedAt: HOSTILE,
      selection: {
        ...WHOLE,
        rules: [HOSTILE],
        skip: [HOSTILE],
        replay: HOSTILE,
        leftOut: { rules: 1, results: 1 },
      },
    },
    summary: { ...base.summary, verdict: 'not-judged', cause: HOSTILE, headline: [HOSTILE] },
  };
}
