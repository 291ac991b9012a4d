import { isAbsent } from '../http/status-kinds.ts';
import { withoutPassing } from '../records/lasting.ts';
import type { Read } from '../records/listed-before.ts';
import type { Span } from '../records/moments.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { readRequest } from '../records/record-requests.ts';
import { isOtherwise, type Likeness, likeBoth, likenessOf } from './likeness.ts';
import { type Bystander, recordIn, type States } from './states.ts';

/** A record of others that a list lacks. */
export interface Unlisted {
  readonly resource: RecordResource;
  readonly id: string;
  /** How the list showed it before; undefined where that is not known. */
  readonly entry: unknown;
  /** What the list shows of others now. */
  readonly listed: States;
  readonly likeness: Likeness;
  readonly span: Span;
}

/**
 * What became of such a record, by a GET of it: gone, or shown otherwise, as what is archived or closed. Undefined where it is shown as
 * before: then the list is a page that moved on.
 */
export async function fateOf(read: Read, unlisted: Unlisted): Promise<Bystander | undefined> {
  const { resource, id, entry, likeness, span } = unlisted;
  const request = readRequest(resource, id);
  const answer = request && (await read(request));
  if (answer === undefined) return undefined;
  if (isAbsent(answer)) return { id, became: 'is gone since' };
  const shown = withoutPassing({ before: entry, now: recordIn(answer, resource) }, span);
  if (!isOtherwise(shown, likeness)) return undefined;
  // The list may show other records otherwise than a GET does, too, which those that were read first did not show.
  if (!isOtherwise(shown, likeBoth(likeness, await likenessNow(read, unlisted)))) return undefined;
  return { id, became: 'left the list', ...shown };
}

/** How the list shows a record that it still shows. Where there is none, nothing speaks against what was seen first. */
async function likenessNow(read: Read, { resource, listed, likeness, span }: Unlisted): Promise<Likeness> {
  const [id, entry] = [...listed].at(-1) ?? [];
  const request = id === undefined ? undefined : readRequest(resource, id);
  const record = recordIn(request && (await read(request)), resource);
  return record === undefined ? likeness : likenessOf([withoutPassing({ before: entry, now: record }, span)]);
}
