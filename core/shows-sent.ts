import type { Answer } from './answer.ts';
import type { Bystander } from './bystanders.ts';
import { parseJson } from './representation-json.ts';

/**
 * Whether a record shows a text that the change sent, and did not before. One that another run of this tool made shows texts of the same
 * target file, and is left out.
 */
export function showsWhatWasSent({ before, now }: Bystander, { exchange }: Answer): boolean {
  const { body } = exchange.request;
  const sent = body === null ? [] : textsOf(parseJson(new TextDecoder().decode(body)));
  const [was, is] = [textsOf(before), textsOf(now)];
  if (is.some((text) => /assayer/iu.test(text))) return false;
  return sent.some((text) => text.length >= LEAST_TEXT && is.includes(text) && !was.includes(text));
}

/** A shorter text may be set by somebody else at the same moment. */
const LEAST_TEXT = 8;

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
