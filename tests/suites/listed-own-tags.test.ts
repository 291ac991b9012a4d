import { expect, test } from 'vitest';
import type { Form } from '../../core/claims.ts';
import { inGate } from '../in-gate.ts';
import { judged, type Server } from './judged.ts';
import { readingField } from './rewriting.ts';

/** If-Match with a list of tags, at deletions and where operations are asked for: each member of it counts (RFC 9110 13.1.1). */
const tagsOf = (list: string): readonly string[] => list.match(/(?:W\/)?"[^"]*"/gu) ?? [];
const first = (list: string): string => tagsOf(list)[0] ?? list;
const last = (list: string): string => tagsOf(list).at(-1) ?? list;
const ends = (list: string): string => (tagsOf(list).length > 2 ? `${first(list)}, ${last(list)}` : list);
const anything = (list: string): string => (tagsOf(list).length > 1 ? '*' : list);

type Place = readonly [method: string, path: RegExp, form: Form];
const DELETION: Place = ['DELETE', /\/deals\/[^/]+$/u, 'A'];
const HOLDS: Place = ['POST', /\/holds$/u, 'E'];
const ADDITIONS: Place = ['POST', /\/deals\/[^/]+\/./u, 'E'];
const OF_DEAL: Place = ['PUT', /\/deals\/[^/]+\/commands\//u, 'F'];
const COMMAND: Place = ['PUT', /^\/commands\//u, 'G'];

const WRONG: readonly (readonly [string, Place, (list: string) => string | undefined])[] = [
  ['a deletion by the first and the last', DELETION, ends],
  ['a hold by the last', HOLDS, last],
  ['a hold by any list', HOLDS, anything],
  ['a command of a deal by the last', OF_DEAL, last],
  ['a command of a deal by any list', OF_DEAL, anything],
  ['a command by the first', COMMAND, first],
  ['a command by any list', COMMAND, anything],
  ['a verb by any list', ['PUT', /\/deals\/[^/]+\/[^/]+$/u, 'A'], anything],
];

function reading([method, place, form]: Place, read: (list: string) => string | undefined): Server {
  const isMeant = (request: Request, path: string): boolean => request.method === method && place.test(path);
  const options = { operationForms: [form], representations: ['json'] } as const;
  return { wrap: readingField(isMeant, 'if-match', read), options };
}

test.each(inGate(WRONG, 4))('found: %s', async (_, place, read) => {
  const { ended } = await judged(['validator/if-match'], reading(place, read));
  expect(ended('fail')).toContain('validator/if-match deals');
});

test.each(inGate([ADDITIONS, OF_DEAL, COMMAND], 2))('not failed: no If-Match is read by %s of %s', async (...place) => {
  const { ended } = await judged(
    ['validator/if-match'],
    reading(place, () => undefined),
  );
  expect(ended('fail')).toEqual([]);
});
