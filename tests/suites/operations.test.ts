import { describe, expect, it } from 'vitest';
import { createClient } from '../../client/client.ts';
import { plan } from '../../core/run/catalogue.ts';
import { run } from '../../core/run/run.ts';
import { onWire } from '../../mock/faces/wire.ts';
import type { MockOptions } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import { RULES } from '../../suites/index.ts';
import { assume } from '../../target-file/assume.ts';
import { resolveTarget } from '../../target-file/resolve.ts';
import { openBook } from '../book.ts';
import { inGate, TRIES_ALL } from '../in-gate.ts';
import { answered, before, isJson, type Judged, json, judged, type Look, type Server } from './judged.ts';

const OPERATIONS = ['operation/*', 'command/*', 'query/*'];
// A path verb, a sub-collection and a command document; TESTS=all tries all seven, as the whole runs of the gate do.
const SOME_FORMS: MockOptions = TRIES_ALL ? {} : { operationForms: ['A', 'E', 'G'] };
const HOLD_A = /\/deals\/[^/]+\/hold$/u;
const isHoldA = ({ method, path }: { method: string; path: string }): boolean => method === 'PUT' && HOLD_A.test(path);
/** Forms A to D, where an operation is a PUT that makes nothing. */
const isPlainPut = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'PUT' && !path.includes('/commands/');
const isCommand = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'PUT' && path.includes('/commands/');

// The document shows no success status of a POST (4.2).
it('leaves nothing unexercised where a new hold is answered 200 with the hold', async () => {
  const wrap = before(async (look, next) => {
    const answer = await next();
    if (look.method !== 'POST' || !look.path.endsWith('/holds') || answer.status !== 201) return answer;
    return Response.json({ reason: 'held' });
  });
  const seen = await judged(['operation/empty', 'operation/status'], { options: { operationForms: ['E'] }, wrap });
  expect(seen.ended('fail')).toEqual([]);
  expect(seen.ended('not-exercised')).toEqual([]);
});

describe('the mock', () => {
  it('keeps every rule of operations, commands and queries, and none goes unexercised', {
    tags: ['night'],
  }, async () => {
    const seen = await judged(OPERATIONS, { options: SOME_FORMS });
    expect(seen.ended('fail')).toEqual([]);
    expect(seen.ended('error')).toEqual([]);
    expect(seen.ended('not-exercised')).toEqual([]);
    expect(seen.of('operation/served', 'ChangePrice/G').outcome).toBe('pass');
    expect(seen.of('command/status', 'command:HoldDeal').outcome).toBe('pass');
    expect(seen.of('query/safe', 'query:users').outcome).toBe('pass');
  });

  it('names the claim where a form is not claimed', async () => {
    const seen = await judged(['operation/status'], { options: { operationForms: ['C'] } });
    expect(seen.of('operation/status', 'HoldDeal/A')).toMatchObject({
      outcome: 'not-applicable',
      reason: 'form A is not claimed (operationForms = C)',
    });
    expect(seen.of('operation/status', 'HoldDeal/C').outcome).toBe('pass');
  });
});

/** A server that is wrong in one way, and the results that have to say so. */
interface Wrong extends Server {
  readonly title: string;
  readonly fails: readonly string[];
}

const toggled = new Map<string, string>();
let given = 0;
const WRONG: readonly Wrong[] = [
  {
    title: 'does not serve hold as a path verb',
    fails: ['operation/served HoldDeal/A'],
    wrap: before(async (look, next) => (isHoldA(look) ? json(404, {}) : next())),
  },
  {
    title: 'answers 200 without a body',
    fails: ['operation/status HoldDeal/A'],
    wrap: before(async (look, next) => {
      const answer = await next();
      return isHoldA(look) && answer.status === 204 ? new Response(null, { status: 200 }) : answer;
    }),
  },
  {
    title: 'answers a new hold 201 without a Location',
    fails: ['operation/status HoldDeal/E'],
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.method !== 'POST' || !look.path.endsWith('/holds') || answer.status !== 201) return answer;
      const headers = new Headers(answer.headers);
      headers.delete('location');
      return new Response(answer.body, { status: 201, headers });
    }),
  },
  {
    title: 'sends a body after a 204',
    fails: ['operation/empty HoldDeal/A'],
    wrap: before(async (look, next) => {
      const answer = await next();
      if (!isHoldA(look) || answer.status !== 204) return answer;
      return onWire(answer, (_outgoing, incoming) => {
        incoming.socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n{"done":true}');
      });
    }),
  },
  {
    title: 'takes a hold of a deal that never was',
    fails: ['operation/unknown-deal HoldDeal/A'],
    wrap: before(async (look, next) => {
      const answer = await next();
      return isHoldA(look) && answer.status === 404 ? answered(answer, 204) : answer;
    }),
  },
  {
    title: 'takes a global command for a deal that never was',
    fails: ['operation/unknown-deal HoldDeal/G'],
    wrap: before(async (look, next) => {
      const answer = await next();
      const isHold = look.path.startsWith('/commands/') && look.body.includes('"HoldDeal"') && isJson(look.body);
      return isHold && answer.status === 404 ? answered(answer, 204) : answer;
    }),
  },
  {
    title: 'takes malformed JSON',
    fails: ['operation/malformed HoldDeal/A', 'operation/malformed HoldDeal/F'],
    wrap: before(async (look, next) => {
      const answer = await next();
      const isHold = isHoldA(look) || (isCommand(look) && look.path.includes('/rest/'));
      return isHold && answer.status === 400 && !isJson(look.body) ? answered(answer, 204) : answer;
    }),
  },
  {
    title: 'refuses malformed JSON and carries it out anyway',
    fails: ['operation/malformed HoldDeal/A'],
    wrap: before(async (look, next) => {
      if (isHoldA(look) && !isJson(look.body)) await next({ body: '{"reason":"whatever"}' });
      return next();
    }),
  },
  {
    title: 'takes a hold without a reason',
    fails: ['operation/missing-parameter HoldDeal/A'],
    wrap: before(async (look, next) =>
      isHoldA(look) && look.body === '{}' ? new Response(null, { status: 204 }) : next(),
    ),
  },
  {
    title: 'takes an object for a price',
    fails: ['operation/missing-parameter ChangePrice/D'],
    wrap: before(async (look, next) => {
      const answer = await next();
      const isUpdate = look.method === 'PUT' && /\/deals\/[^/]+$/u.test(look.path) && look.body.includes('"price":{');
      return isUpdate ? answered(answer, 204) : answer;
    }),
  },
  {
    title: 'takes any action',
    fails: ['operation/unknown-action HoldDeal/C'],
    wrap: before(async (look, next) => {
      const answer = await next();
      const isPut = isPlainPut(look) && look.body.includes('"action"') && isJson(look.body);
      return isPut && !look.body.includes('not') && answer.status === 400 ? answered(answer, 204) : answer;
    }),
  },
  {
    title: 'looks verbs up in an object that has more than its own',
    fails: ['operation/unknown-action HoldDeal/A'],
    wrap: before(async (look, next) =>
      look.path.endsWith('/constructor') ? new Response(null, { status: 204 }) : next(),
    ),
  },
  {
    title: 'toggles the hold with every PUT',
    fails: ['operation/idempotent HoldDeal/A'],
    wrap: before(async (look, next) => {
      if (!isHoldA(look) || !isJson(look.body)) return next();
      const isSecond = toggled.get(look.path) === look.body;
      toggled.set(look.path, look.body);
      return isSecond ? next({ path: look.path.replace(/hold$/u, 'unhold'), body: '{}' }) : next();
    }),
  },
  {
    title: 'says 201 for a command that it has already',
    fails: ['operation/idempotent HoldDeal/F', 'operation/command-id HoldDeal/F'],
    wrap: before(async (look, next) => {
      const answer = await next();
      return isCommand(look) && answer.status === 204 ? json(201, {}, { location: look.path }) : answer;
    }),
  },
  {
    title: 'takes command ids of letters, digits and dashes only',
    fails: ['operation/command-id HoldDeal/F', 'operation/command-id UnholdDeal/G'],
    wrap: before(async (look, next) =>
      isCommand(look) && !/\/commands\/[A-Za-z0-9-]+$/u.test(look.path) ? json(400, {}) : next(),
    ),
  },
  {
    title: 'carries a command out again, whenever it is sent',
    fails: ['operation/command-id HoldDeal/F', 'operation/command-id HoldDeal/G'],
    wrap: before(async (look, next) => {
      if (!isCommand(look)) return next();
      const answer = await next({ path: `${look.path}-${crypto.randomUUID()}` });
      return answer.status === 201 ? answered(answer, 204) : answer;
    }),
  },
  {
    title: 'takes a hold and does nothing',
    fails: ['operation/effect HoldDeal/A', 'operation/forms-agree HoldDeal'],
    wrap: before(async (look, next) => {
      if (!isHoldA(look) || !isJson(look.body) || !look.body.includes('waiting')) return next();
      const deal = await next({ method: 'GET', path: look.path.replace(/\/hold$/u, ''), body: '' });
      return deal.status === 200 ? new Response(null, { status: 204 }) : next();
    }),
  },
  {
    title: 'answers a command with a body',
    fails: ['command/status command:HoldDeal'],
    wrap: before(async (look, next) => {
      const answer = await next();
      return look.path.startsWith('/command/') && answer.status === 200 ? json(200, { done: true }) : answer;
    }),
  },
  {
    title: 'takes any command',
    fails: ['command/unknown command:HoldDeal'],
    wrap: before(async (look, next) => {
      const answer = await next();
      return /^\/command\//u.test(look.path) && answer.status === 404 && !look.path.includes('HoldDeal')
        ? new Response(null, { status: 200 })
        : answer;
    }),
  },
  {
    title: 'takes malformed commands',
    fails: ['command/malformed command:HoldDeal'],
    wrap: before(async (look, next) =>
      look.path === '/command/HoldDeal/' && !isJson(look.body) ? new Response(null, { status: 200 }) : next(),
    ),
  },
  {
    title: 'gives one record bare in place of an array',
    fails: ['query/status query:users'],
    wrap: before(async (look, next) => {
      const answer = await next();
      if (!look.path.startsWith('/query/') || answer.status !== 200) return answer;
      const [first]: unknown[] = await answer.json();
      return json(200, first);
    }),
    file: { queries: [{ name: 'users', found: 'Ada Lovelace' }] },
  },
  {
    title: 'answers an empty query 200 with an empty array',
    fails: ['query/empty query:users'],
    wrap: before(async (look, next) => {
      const answer = await next();
      return look.path.startsWith('/query/') && answer.status === 404 ? json(200, []) : answer;
    }),
  },
  {
    title: 'gives a query every other time',
    fails: ['query/safe query:users'],
    wrap: before(async (look, next) => {
      const answer = await next();
      if (!look.path.startsWith('/query/users/Ada') || answer.status !== 200) return answer;
      given += 1;
      return given % 2 === 0 ? json(200, []) : answer;
    }),
    file: { queries: [{ name: 'users', found: 'Ada Lovelace' }] },
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ fails, ...server }) => {
    const seen = await judged(casesOf(fails), server);
    expect(seen.ended('error')).toEqual([]);
    expect(seen.ended('fail')).toEqual(expect.arrayContaining([...fails]));
    for (const name of fails) {
      const [rule = '', subject = ''] = name.split(' ');
      expect(seen.of(rule, subject).witness.length, `${name} cites what it saw`).toBeGreaterThan(0);
    }
  });

  it('answers everything 204 passes nothing', async () => {
    const seen = await judged(OPERATIONS, {
      options: SOME_FORMS,
      wrap: () => async () => new Response(null, { status: 204 }),
    });
    expect(seen.ended('pass')).toEqual([]);
  });
});

function casesOf(names: readonly string[]): string[] {
  return names.map((name) => name.replace(' ', '#'));
}

const hidden = new Map<string, { readonly deal: unknown; readonly until: number }>();
const seenCommands = new Set<string>();
const holds = new Set<string>();
let updates = 0;

/** Servers that do what the document leaves open in an unusual way. What a claim says of them is judged in tests/judge/matrix.test.ts. */
const UNUSUAL: readonly (Server & { readonly title: string })[] = [
  {
    title: 'answers every PUT 200 with the deal',
    wrap: before(async (look, next) => {
      const answer = await next();
      return look.method === 'PUT' && answer.status === 204 ? json(200, { done: true }) : answer;
    }),
  },
  {
    title: 'accepts operations and carries them out later',
    settleMs: 2000,
    wrap: before((look, next) => carriedOutLater(look, next)),
  },
  {
    title: 'accepts operations and is not waited for',
    wrap: before((look, next) => carriedOutLater(look, next)),
  },
  {
    title: 'refuses a repeat with 409',
    wrap: before(async (look, next) => {
      if (!isPlainPut(look) || !isJson(look.body)) return next();
      const key = `${look.path} ${look.body}`;
      const deal = await next({ method: 'GET', path: look.path.replace(/(\/deals\/[^/]+).*/u, '$1'), body: '' });
      if (deal.status === 200 && holds.has(key)) return json(409, {});
      const answer = await next();
      if (answer.status < 300) holds.add(key);
      return answer;
    }),
  },
  {
    title: 'refuses a command that it has already with 409',
    wrap: before(async (look, next) => {
      if (!isCommand(look) || !isJson(look.body)) return next();
      if (seenCommands.has(look.path)) return json(409, {});
      const answer = await next();
      if (answer.status < 300) seenCommands.add(look.path);
      return answer;
    }),
  },
  {
    title: 'shows nothing of what operations do',
    // Form D would promise to show the attributes that it takes.
    options: { operationForms: ['A', 'B', 'C', 'E', 'F', 'G'] },
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.method !== 'GET' || !/\/deals\/[^/]+$/u.test(look.path) || answer.status !== 200) return answer;
      if (!isJsonTyped(answer)) return answer;
      const { id, name }: Record<string, unknown> = await answer.json();
      return json(200, { id, name });
    }),
  },
  {
    title: 'does not let deals be read',
    wrap: before(async (look, next) =>
      look.method === 'GET' && look.path.startsWith('/rest/') ? json(405, {}, { allow: 'POST' }) : next(),
    ),
  },
  {
    title: 'counts changes and notes when they were made',
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.method === 'PUT') updates += 1;
      if (look.method !== 'GET' || !/\/deals\/[^/]+$/u.test(look.path) || answer.status !== 200) return answer;
      if (!isJsonTyped(answer)) return answer;
      const record: Record<string, unknown> = await answer.json();
      return json(200, { ...record, revision: updates, updatedAt: new Date().toISOString(), state: 'open' });
    }),
  },
  {
    title: 'answers a hold record 200 with it, and a command 200 with it',
    wrap: before(async (look, next) => {
      const answer = await next();
      const isCreation = /\/deals\/?$/u.test(look.path);
      const isShown = answer.headers.get('content-type')?.includes('json') === true;
      if (answer.status !== 201 || isCreation || !isShown) return answer;
      const { status: _status, ...rest }: Record<string, unknown> = await answer.json();
      return json(200, rest);
    }),
  },
  {
    title: 'needs parameters to complete a deal, which the document does not show',
    wrap: before(async (look, next) =>
      look.method !== 'GET' && /complete|completions|CompleteDeal/u.test(look.path + look.body) && isJson(look.body)
        ? (await next({ method: 'GET', path: look.path.replace(/(\/deals\/[^/]+).*/u, '$1'), body: '' })).status === 404
          ? next()
          : json(400, {})
        : next(),
    ),
  },
  {
    title: 'reads no body where nothing could be in it',
    wrap: before(async (look, next) => (/unhold(?:ed|s)?$/u.test(look.path) ? next({ body: '{}' }) : next())),
  },
  { title: 'serves two forms only', options: { operationForms: ['D', 'G'], commandQuery: false } },
];

function isJsonTyped({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') === true;
}

/** Does at once what it is asked, answers 202, and shows it only after a while. */
async function carriedOutLater(look: Look, next: (changed?: Partial<Look>) => Promise<Response>): Promise<Response> {
  const address = /^\/rest\/1\/deals\/[^/]+/u.exec(look.path)?.[0] ?? '';
  const reading = { method: 'GET', path: address, body: '' };
  if (look.method === 'GET') {
    const old = hidden.get(look.path);
    return old === undefined || old.until < Date.now() ? next() : json(200, old.deal);
  }
  if (look.method === 'DELETE') hidden.delete(look.path);
  if (!isPlainPut(look)) return next();
  const shown = await next(reading);
  const answer = await next();
  if (answer.status !== 204) return answer;
  if (!isJsonTyped(shown)) return new Response(null, { status: 202 });
  hidden.set(address, { deal: await shown.json(), until: Date.now() + 40 });
  return new Response(null, { status: 202 });
}

describe('a server that is legal and', () => {
  it.each(inGate(UNUSUAL))('$title fails nothing', { tags: ['night'] }, async (server) => {
    const seen = await judged([...OPERATIONS, 'model/*'], { options: SOME_FORMS, ...server });
    expect(seen.results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').map(told)).toEqual([]);
    expect(seen.ended('pass').length).toBeGreaterThan(0);
  });
});

function told({ rule, subject, reason, counterexample }: Judged['results'][number]): string {
  return `${rule} ${subject}: ${reason} ${counterexample ?? ''}`;
}

describe('operations that nobody declared', () => {
  it('are not held against a server that knows their parameters better', { tags: ['night'] }, async () => {
    const { url, close } = await startMock({
      wrap: before(async (look, next) =>
        look.path.endsWith('/change-price') && look.body.includes('1250') ? json(400, {}) : next(),
      ),
    });
    const client = createClient({ baseUrl: url });
    try {
      const book = openBook(url, client);
      const known = await assume(resolveTarget({ baseUrl: url, claims: { operationForms: ['A'] } }), client, {
        readOnly: false,
        ...book,
      });
      const target = { ...known, operations: known.operations.map((operation) => ({ ...operation, isGuess: true })) };
      const assays = plan(RULES, target, ({ id }) => /^operation\/(?:served|missing-parameter)$/u.test(id));
      const { signal } = new AbortController();
      const options = {
        target,
        transport: client,
        ...book,
        writesSignal: signal,
        seed: 1,
        runs: 1,
        concurrency: 4,
        settleMs: 0,
        readOnly: false,
        signal,
      };
      const { results } = await run(assays, options);
      const outcome = (rule: string, subject: string): string | undefined =>
        results.find((result) => result.rule === rule && result.subject === subject)?.outcome;
      expect(outcome('operation/served', 'HoldDeal/A')).toBe('pass');
      expect(outcome('operation/served', 'ChangePrice/A')).toBe('not-exercised');
      expect(outcome('operation/missing-parameter', 'HoldDeal/A')).toBe('not-applicable');
    } finally {
      await client.close();
      await close();
    }
  });
});
