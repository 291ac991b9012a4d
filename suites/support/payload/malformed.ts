import fc from 'fast-check';
import type { Answer } from '../../../core/answer.ts';
import type { Property, Trial } from '../../../core/run/trial.ts';
import { unlessAllIsRefused } from '../create/still-created.ts';
import { created, createRequest, samplePayload } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';
import { BREAKAGES, type Breakage, breakJson, EXTENSIONS, NOT_UTF8 } from './break-json.ts';

/** Broken JSON in every way that no parser has to read, and cut short at generated places. */
export const malformed: Property<Breakage> = {
  cases: fc.record({
    how: fc.constantFrom('cut short', 'a comma too many', 'a brace too many'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  always: BREAKAGES.filter((how) => !EXTENSIONS.includes(how)).map((how) => ({ how, at: 0.5 })),
  show: ({ how, at }) => (how === 'cut short' ? `${how} at ${Math.round(at * 100)} %` : how),
  share: 0.3,
};

/** What is no JSON, and read as such by some parsers. */
export const extended: Property<Breakage> = {
  cases: fc.record({ how: fc.constantFrom(...EXTENSIONS), at: fc.constant(0) }),
  always: EXTENSIONS.map((how) => ({ how, at: 0 })),
  show: ({ how }) => how,
  share: 0,
};

/** Demands 400 of an answer to broken JSON. */
export function refuses(answer: Answer, breakage: Breakage): Answer {
  return answer.hasStatus(...refusals(breakage));
}

// The document says 400 for malformed syntax (7). Bytes in a wrong encoding may also be called an unsupported format, and
// a request without any content one whose length is missing, before a parser sees them (RFC 9110 15.5.16, 15.5.12).
function refusals({ how }: Breakage): number[] {
  if (how === NOT_UTF8) return [400, 415];
  return how === 'nothing at all' ? [400, 411] : [400];
}

/** Sends a broken creation and demands that it is refused. What was created anyway is taken away. */
export async function sendMalformed(trial: Trial, breakage: Breakage, unique: string): Promise<Answer> {
  const resource = resourceOf(trial);
  const payload = samplePayload(resource, unique);
  const { json: _whole, ...request } = createRequest(resource, payload, unique);
  const answer = await trial.send({ ...request, body: breakJson(payload, breakage) });
  created(trial, answer, {}, unique);
  if (!refusals(breakage).includes(answer.status)) await unlessAllIsRefused(trial, answer);
  return refuses(answer, breakage);
}

/**
 * Demands that the collection holds none of the values that were refused. Gives no witness where records cannot be listed,
 * or where the list does not show what is created (it may be paged): nothing could be seen there either way.
 */
export async function listsNone(
  trial: Trial,
  refused: readonly string[],
  shownControl?: string,
): Promise<readonly Answer[]> {
  const { list } = resourceOf(trial);
  if (list === undefined) return [];
  const answer = await trial.send({ method: 'GET', address: list.address });
  if (!answer.succeeded) return [];
  if (shownControl !== undefined && !answer.text.includes(shownControl)) return [];
  const found = refused.filter((unique) => answer.text.includes(unique));
  return [
    answer.owes(
      found.length === 0,
      'none of the refused payloads in the collection',
      `${found.length} of them, such as ${found[0] ?? ''}`,
    ),
  ];
}
