import type { Answer } from '../../../core/answer.ts';
import { varyNames } from '../negotiate/vary.ts';
import { weakly } from '../validator/entity-tag.ts';
import { OF_CODINGS } from './fields-of-304.ts';

/** What a part has where the whole has it (RFC 9110 15.3.7). */
const FIELDS = ['Date', 'Cache-Control', 'ETag', 'Expires', 'Content-Location'] as const;

/** How the part and the whole are read once more. */
interface Readings {
  readonly part: () => Promise<Answer>;
  readonly whole: () => Promise<Answer>;
}

/**
 * Demands that a part carries the fields of the 200 to the same request (RFC 9110 15.3.7): who puts parts together has to know that they are
 * of one representation, and how long they are fresh. What is lacking has to be lacking twice, between two readings of the whole that
 * have it: servers of one address may differ, and records change.
 */
export async function carriesFieldsOf200(part: Answer, whole: Answer, again: Readings): Promise<void> {
  if (part.status !== 206 || whole.status !== 200) return;
  const lacking = whatIsLacking(part, whole);
  if (lacking === undefined) return;
  const other = await again.part();
  const after = await again.whole();
  if (other.status !== 206 || after.status !== 200) return;
  const isSteady = [whatIsLacking(other, whole), whatIsLacking(other, after)].every((one) => one === lacking);
  other.owes(!isSteady, `${lacking} on a 206, as on the 200 to the same request`, `none on ${other.brief}`);
}

/** The first thing that the whole tells and the part does not, in words. */
function whatIsLacking(part: Answer, whole: Answer): string | undefined {
  const field = FIELDS.find((name) => whole.header(name) !== undefined && part.header(name) === undefined);
  if (field !== undefined) return field;
  const own = varyNames(part);
  const name = varyNames(whole).find((one) => one !== OF_CODINGS && !own.includes(one) && !own.includes('*'));
  if (name !== undefined) return `${name} in Vary`;
  const [tag, due] = [part.header('ETag'), whole.header('ETag')];
  // What packs on the way out weakens a tag.
  return tag === undefined || due === undefined || weakly(tag) === weakly(due) ? undefined : `ETag ${due}`;
}
