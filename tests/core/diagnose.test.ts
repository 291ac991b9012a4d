import { describe, expect, test } from 'vitest';
import { diagnose } from '../../core/results/diagnose.ts';
import { type Dictionary, type KnownFault, packed, unpacked } from '../../core/results/known-faults.ts';
import type { Result } from '../../core/results/results.ts';
import { evidenceOf } from '../../core/run/run-evidence.ts';
import { failure, result, resultsOf } from '../reports/sample.ts';

function fault(id: string, signs: KnownFault['signs'], more: Partial<KnownFault> = {}): KnownFault {
  return { id, sentence: `It does ${id}.`, breaks: [...new Set(signs.map(({ rule }) => rule))], signs, ...more };
}

function sign(rule: string, tells: string, ...subjects: readonly string[]): KnownFault['signs'][number] {
  return { rule, tells, subjects: subjects.length === 0 ? ['deals'] : subjects };
}

function failed(rule: string, expected: string, actual: string, subject = 'deals'): Result {
  return failure({ rule, subject, expected, actual });
}

function passed(rule: string, subject = 'deals'): Result {
  return result({ rule, subject });
}

const DELETE_202 = sign('delete/status', 'expected status 204, got status 202 without a body');
const READ_200 = sign('read/unknown-item', 'expected status 404, got status 200 without a body', 'users');

const KNOWN: Dictionary = {
  format: 'assayer-dictionary/1',
  reads: [],
  faults: [
    fault('delete-202', [DELETE_202]),
    fault('all-202', [DELETE_202, sign('create/status', 'expected status 201, got status 202 without a body')]),
    fault('read-200', [READ_200]),
    fault('hold-404', [sign('operation/status', 'expected a success, got 404', 'ChangePrice/A', 'HoldDeal/A')]),
    fault('gone-as-404', [sign('delete/gone', 'expected status 410, got status 404')], { claims: { deleted: 410 } }),
  ],
};

function idsOf(results: readonly Result[], known = KNOWN): readonly string[] | undefined {
  return diagnose(resultsOf(results), known)?.causes.map(({ id }) => id);
}

const FAILED_DELETE = failed('delete/status', 'status 204', 'status 202 without a body');
const FAILED_READ = failed('read/unknown-item', 'status 404', 'status 200 without a body', 'users');

describe('a diagnosis', () => {
  test('is none where nothing failed', () => {
    expect(diagnose(resultsOf([result()]), KNOWN)).toBeUndefined();
  });

  test('names the fault that shows just so, with what it explains', () => {
    const run = { ...resultsOf([FAILED_DELETE, passed('create/status')]), rules: rulesOf('delete/status') };
    expect(diagnose(run, KNOWN)).toMatchObject({
      causes: [
        {
          id: 'delete-202',
          sentence: 'It does delete-202.',
          remedy: 'What delete/status wants.',
          clause: FAILED_DELETE.clause,
          weight: 1,
          explains: ['delete/status on deals'],
        },
      ],
      unexplained: [],
    });
  });

  test('holds against a fault what it should break and what passed', () => {
    const create = failed('create/status', 'status 201', 'status 202 without a body');
    expect(idsOf([FAILED_DELETE, create])).toEqual(['all-202']);
    expect(idsOf([FAILED_DELETE, passed('create/status')])).toEqual(['delete-202']);
  });

  test('names several faults where one does not explain all', () => {
    expect(idsOf([FAILED_DELETE, FAILED_READ, passed('create/status')])?.toSorted()).toEqual([
      'delete-202',
      'read-200',
    ]);
  });

  test('says what is not explained', () => {
    const odd = failed('session/root', 'status 200', 'status 418 without a body', 'target');
    const diagnosis = diagnose(resultsOf([FAILED_READ, odd]), KNOWN);
    expect(diagnosis?.causes.map(({ id }) => id)).toEqual(['read-200']);
    expect(diagnosis?.unexplained).toEqual(['session/root on target']);
  });

  test('names nothing where nothing fits', () => {
    const otherwise = failed('delete/status', 'status 204', 'status 500 text/html, 12 bytes: Internal');
    expect(diagnose(resultsOf([otherwise]), KNOWN)).toMatchObject({
      causes: [],
      unexplained: ['delete/status on deals'],
    });
  });

  test('takes another operation in the same form for as good', () => {
    expect(idsOf([failed('operation/status', 'a success', '404', 'CompleteDeal/A')])).toEqual(['hold-404']);
    expect(idsOf([failed('operation/status', 'a success', '404', 'CompleteDeal/F')])).toEqual([]);
  });

  test('takes a resource that the document does not have for one of its own', () => {
    const orders = failed('delete/status', 'status 204', 'status 202 without a body', 'orders');
    expect(idsOf([orders, passed('create/status', 'orders')])).toEqual(['delete-202']);
    expect(idsOf([failed('delete/status', 'status 204', 'status 202 without a body', 'users')])).toEqual([]);
  });

  test('leaves out what shows only under another claim', () => {
    const gone = failed('delete/gone', 'status 410', 'status 404');
    const run = resultsOf([gone]);
    const claiming = (deleted: 404 | 410) => ({
      ...run,
      target: { ...run.target, claims: { ...run.target.claims, deleted } },
    });
    expect(diagnose(claiming(404), KNOWN)?.causes).toEqual([]);
    expect(diagnose(claiming(410), KNOWN)?.causes.map(({ id }) => id)).toEqual(['gone-as-404']);
  });

  test('tells of faults that show alike', () => {
    const faults = [...KNOWN.faults, fault('delete-202-too', [DELETE_202])];
    const diagnosis = diagnose(resultsOf([FAILED_DELETE, passed('create/status')]), { ...KNOWN, faults });
    expect(diagnosis?.causes).toMatchObject([{ id: 'delete-202', alike: ['It does delete-202-too.'] }]);
    expect(diagnosis?.others.map(({ id }) => id)).not.toContain('delete-202-too');
  });
});

test('a failure that tells of several answers shows each of them', () => {
  const several = failed('status/no-server-error', 'no 5xx', 'GET /a answered 500; GET /b answered 502', 'target');
  expect([...evidenceOf([several]).shown.keys()]).toEqual([
    'status/no-server-error: expected no 5xx, got GET /a answered 500',
    'status/no-server-error: expected no 5xx, got GET /b answered 502',
  ]);
});

test('a failed sequence shows the rule that its last step breaks', () => {
  const sequence = failed('model/sequence', 'status 204 (delete/status)', 'status 202 without a body', 'target');
  expect([...evidenceOf([sequence]).shown.keys()]).toEqual(['model/sequence: delete/status']);
});

test('a dictionary is the same after it was packed', () => {
  expect(unpacked(packed(KNOWN))).toEqual(KNOWN);
});

function rulesOf(...ids: readonly string[]): Record<string, { why: string; sends: string; due: string }> {
  return Object.fromEntries(ids.map((id) => [id, { why: '', sends: '', due: `What ${id} wants.` }]));
}
