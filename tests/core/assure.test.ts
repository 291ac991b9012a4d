import { describe, expect, test } from 'vitest';
import { assure, couldBe, type RuleKinds } from '../../core/results/assure.ts';
import type { Dictionary, KnownFault } from '../../core/results/known-faults.ts';
import type { Result, Selection } from '../../core/results/results.ts';
import { result, resultsOf } from '../reports/sample.ts';

const RULES: RuleKinds = new Map([
  ['delete/status', { level: 'must', clause: '4.1', watches: false }],
  ['operation/status', { level: 'must', clause: '4.2', watches: false }],
  ['operation/effect', { level: 'must', clause: '4.2', watches: false }],
  ['operation/empty', { level: 'must', clause: '4.4-m4', watches: false }],
  ['session/root', { level: 'must', clause: '5.1', watches: false }],
  ['status/no-server-error', { level: 'must', clause: '7', watches: true }],
  ['negotiate/truthful', { level: 'must', clause: '4.5', watches: true, drivers: ['delete/status'] }],
  ['status/in-table', { level: 'may', clause: '7', watches: false }],
]);

function fault(id: string, ...signs: readonly (readonly [rule: string, subject: string])[]): KnownFault {
  return {
    id,
    sentence: `It does ${id}.`,
    breaks: signs.map(([rule]) => rule),
    signs: signs.map(([rule, subject]) => ({ rule, tells: 'expected this, got that', subjects: [subject] })),
  };
}

const DELETES = fault('deletes', ['delete/status', 'deals']);
const CRASHES = fault('crashes', ['delete/status', 'deals'], ['status/no-server-error', 'target']);
const ODD = fault('odd', ['status/no-server-error', 'target']);
const HOLDS = fault('holds', ['operation/status', 'HoldDeal/A']);
const TOLD = fault('told', ['status/in-table', 'target']);

function caught(
  faults: readonly KnownFault[],
  results: readonly Result[],
  { reads = [], ...asked }: Partial<Selection> & { reads?: readonly string[] } = {},
) {
  const dictionary: Dictionary = { format: 'assayer-dictionary/1', reads, faults };
  const { target } = resultsOf([]);
  const selection = { readOnly: false, leftOut: { rules: 0 }, ...asked };
  const { known, caught: count } = assure({ target, run: { selection }, results }, dictionary, RULES);
  return [count, known];
}

const DELETED = result({ rule: 'delete/status' });
const WATCHED = result({ rule: 'status/no-server-error', subject: 'target' });

describe('a run would have caught a fault', () => {
  test('where a rule that it breaks was exercised on such a subject', () => {
    expect(caught([DELETES], [DELETED])).toEqual([1, 1]);
    // Without a fault that is known on users, they would be taken for the deals of another service.
    const reads = fault('reads', ['read/item', 'users']);
    expect(caught([DELETES, reads], [result({ rule: 'delete/status', subject: 'users' })])).toEqual([0, 1]);
    expect(caught([DELETES, reads], [result({ rule: 'delete/status', subject: 'orders' })])).toEqual([1, 1]);
    expect(caught([DELETES], [{ ...DELETED, outcome: 'not-exercised' }])).toEqual([0, 1]);
  });

  test('where what watches the others had something to watch', () => {
    expect(caught([CRASHES], [DELETED, WATCHED])).toEqual([1, 1]);
    expect(caught([CRASHES], [WATCHED])).toEqual([0, 1]);
    expect(caught([ODD], [WATCHED])).toEqual([1, 1]);
  });

  test('where one that watches every answer sees it beside the rule that shows it', () => {
    const told = { ...fault('told late', ['status/in-table', 'target']), watched: ['status/no-server-error'] };
    const asked = result({ rule: 'status/in-table', subject: 'target', level: 'may' });
    expect(caught([{ ...told, signs: [...CRASHES.signs, ...told.signs] }], [asked, WATCHED])).toEqual([1, 1]);
    expect(caught([{ ...DELETES, watched: ['status/no-server-error'] }], [WATCHED])).toEqual([0, 1]);
    expect(caught([{ ...DELETES, watched: ['status/no-server-error'] }], [DELETED])).toEqual([1, 1]);
  });

  test('where what drives one that watches is not selected, and not where it could not be tried', () => {
    const watched = [{ ...DELETES, watched: ['negotiate/truthful'] }];
    const truthful = result({ rule: 'negotiate/truthful', subject: 'target' });
    expect(caught(watched, [truthful])).toEqual([1, 1]);
    expect(caught(watched, [truthful, { ...DELETED, outcome: 'not-exercised' }])).toEqual([0, 1]);
  });

  test('where a driver of another rule meets what one that watches sees', () => {
    const truthful = result({ rule: 'negotiate/truthful', subject: 'target' });
    expect(caught([CRASHES], [WATCHED, truthful])).toEqual([1, 1]);
    expect(caught([CRASHES], [truthful])).toEqual([0, 1]);
  });

  test('where one that watches was seen to fail alone, and what drives it could be tried', () => {
    const driven = {
      ...CRASHES,
      signs: [...HOLDS.signs],
      watched: ['negotiate/truthful'],
      driven: ['negotiate/truthful'],
    };
    const truthful = result({ rule: 'negotiate/truthful', subject: 'target' });
    expect(caught([driven], [truthful])).toEqual([1, 1]);
    expect(caught([driven], [truthful, { ...DELETED, outcome: 'not-exercised' }])).toEqual([0, 1]);
    expect(caught([{ ...driven, driven: [] }], [truthful])).toEqual([0, 1]);
  });

  test('where what drives one that watches only reads, in a run that only reads', () => {
    const truthful = result({ rule: 'negotiate/truthful', subject: 'target' });
    const seen = { ...DELETES, watched: ['negotiate/truthful'] };
    const alone = { ...HOLDS, watched: ['negotiate/truthful'], driven: ['negotiate/truthful'] };
    for (const one of [seen, alone]) {
      expect(caught([one], [truthful], { readOnly: true })).toEqual([0, 1]);
      expect(caught([one], [truthful], { readOnly: true, reads: ['delete/status'] })).toEqual([1, 1]);
    }
  });

  test('where each rule was tried on one subject, and one that watches was seen to meet it so', () => {
    const met = fault('met', ['operation/status', 'CancelDeal/A'], ['status/no-server-error', 'target']);
    const seen = { ...met, fast: ['status/no-server-error'] };
    const results = [WATCHED, result({ rule: 'operation/status', subject: 'HoldDeal/A' })];
    const all = [HOLDS, seen];
    expect(caught(all, results, { fast: true })).toEqual([2, 2]);
    expect(caught([HOLDS, met], results, { fast: true })).toEqual([1, 2]);
    expect(caught(all, results)).toEqual([1, 2]);
    // What met it may have been left out, or not sent.
    expect(caught(all, results, { fast: true, leftOut: { rules: 1 } })).toEqual([1, 2]);
    expect(caught(all, results, { fast: true, lastFailed: true })).toEqual([1, 2]);
    expect(caught(all, results, { fast: true, readOnly: true })).toEqual([1, 2]);
    expect(caught(all, [...results.slice(1)], { fast: true })).toEqual([1, 2]);
  });

  test('where each rule was tried on one subject, and one that asks was seen to meet it by other requests', () => {
    const met = { ...fault('met', ['operation/status', 'CancelDeal/A']), fast: ['operation/effect'] };
    const results = [
      result({ rule: 'operation/status', subject: 'HoldDeal/A' }),
      result({ rule: 'operation/effect', subject: 'HoldDeal/A' }),
    ];
    expect(caught([HOLDS, met], results, { fast: true })).toEqual([2, 2]);
    expect(caught([HOLDS, met], results)).toEqual([1, 2]);
    expect(caught([HOLDS, met], results.slice(0, 1), { fast: true })).toEqual([1, 2]);
  });

  test('where the fault itself gives a rule something to look at, and the rule was tried there', () => {
    const bare = fault('bare', ['operation/empty', 'HoldDeal/A']);
    const unprompted = { ...bare, unprompted: true };
    const none = result({ rule: 'operation/empty', subject: 'HoldDeal/A', outcome: 'not-applicable' });
    expect(caught([unprompted], [none])).toEqual([1, 1]);
    expect(caught([bare], [none])).toEqual([0, 1]);
    expect(caught([unprompted], [{ ...none, outcome: 'not-exercised' }])).toEqual([0, 1]);
    expect(caught([unprompted], [])).toEqual([0, 1]);
  });

  test('by clause of the rule that it breaks first', () => {
    const run = { ...resultsOf([]), results: [DELETED] };
    const dictionary: Dictionary = { format: 'assayer-dictionary/1', reads: [], faults: [DELETES, HOLDS, CRASHES] };
    expect(assure(run, dictionary, RULES).clauses).toEqual([
      { clause: '4.1', known: 2, caught: 2 },
      { clause: '4.2', known: 1, caught: 0 },
    ]);
  });
});

describe('a fault is none of a server', () => {
  const { claims } = resultsOf([]).target;

  test('where it shows only in a form that is not claimed', () => {
    expect(couldBe(HOLDS, claims, RULES)).toBe(true);
    expect(couldBe(HOLDS, { ...claims, operationForms: ['F'] }, RULES)).toBe(false);
  });

  test('where what watches the others alone would see it', () => {
    const both = fault('both', ['operation/status', 'HoldDeal/A'], ['status/no-server-error', 'target']);
    expect(couldBe(both, claims, RULES)).toBe(true);
    expect(couldBe(both, { ...claims, operationForms: [] }, RULES)).toBe(false);
  });

  test('where it shows only under another claim', () => {
    expect(couldBe({ ...DELETES, claims: { deleted: 410 } }, { ...claims, deleted: 404 }, RULES)).toBe(false);
  });

  test('where it does not show under what is claimed', () => {
    const xml = { ...DELETES, shows: { representations: ['xml'], emptyQuery: [200] } };
    expect(couldBe(xml, { ...claims, representations: ['json', 'xml'], emptyQuery: 200 }, RULES)).toBe(true);
    expect(couldBe(xml, { ...claims, representations: ['json'], emptyQuery: 200 }, RULES)).toBe(false);
    expect(couldBe(xml, { ...claims, representations: ['json', 'xml'], emptyQuery: 204 }, RULES)).toBe(false);
  });

  test('where there is no session', () => {
    const session = fault('session', ['session/root', 'target']);
    expect(couldBe(session, claims, RULES)).toBe(true);
    expect(couldBe(session, { ...claims, session: 'none' }, RULES)).toBe(false);
  });

  test('where no rule that binds tells it', () => {
    expect(couldBe(TOLD, claims, RULES)).toBe(false);
  });
});
