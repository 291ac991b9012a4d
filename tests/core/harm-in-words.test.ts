import { expect, test } from 'vitest';
import { inWords } from '../../core/guard/harm-in-words.ts';
import { mayBeComputed } from '../../core/guard/may-be-computed.ts';

const HARM = { ids: ['24'], became: 'changed meanwhile', members: ['held'], isComputed: false } as const;

test('where it is not known which request did it, no kind of request is named', () => {
  expect(inWords({ ...HARM, place: undefined })).toBe(
    '24, which this run did not name, changed meanwhile in held: it is not known which of its requests did that',
  );
});

test('what a service may have computed comes with advice, and else none is given', () => {
  expect(inWords({ ...HARM, place: 'PUT /deals/{}' })).not.toContain('computed');
  expect(inWords({ ...HARM, place: 'PUT /deals/{}', isComputed: true })).toContain('belongs under computed');
});

const one = (before: object, now: object) => ({ id: '1', became: 'changed meanwhile', before, now }) as const;

test.each<[string, object, object]>([
  ['a number', { deals: 3 }, { deals: 5 }],
  ['a share', { share: 0.5 }, { share: 0.25 }],
  ['a moment', { seen: '2026-11-27T05:00:00Z' }, { seen: '2026-11-28T05:00:00Z' }],
  ['a number in words', { onHold: '3 of 1,200' }, { onHold: '4 of 900' }],
])('may be computed: %s', (_, before, now) => {
  expect(mayBeComputed(one(before, now))).toBe(true);
});

test.each<[string, object, object]>([
  ['a text', { client: 'Echo' }, { client: 'Unassigned' }],
  ['a boolean', { held: true, version: 1 }, { held: false, version: 2 }],
  ['what is none any more', { reason: 3 }, { reason: null }],
  ['what is left out', { reason: 'waiting' }, {}],
  ['what names a record', { ownerId: 3 }, { ownerId: 4 }],
])('is not: %s', (_, before, now) => {
  expect(mayBeComputed(one(before, now))).toBe(false);
});

test('a number that was seen to name a record is not computed', () => {
  expect(mayBeComputed({ ...one({ owner: 3 }, { owner: 4 }), naming: ['owner'] })).toBe(false);
});
