import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { mayMeetOthers } from '../careless-readings.ts';
import { type Created, itemAddress } from '../evidence.ts';
import { isMissing } from '../missing.ts';
import { recordIn } from '../operation/deal-state.ts';
import { resembles } from '../read/shared-names.ts';
import { resourceOf } from '../subjects.ts';
import { reading } from './around-deletion.ts';

type Readable = Created & { readonly address: string };

/** A record that the run made, and how it was read last. */
type Seen = readonly [record: Readable, read: Answer | undefined];

/** Words of this run with blanks between them, which no service makes an id of as they are. */
const WORDS = /^\w+(?: \w+){1,9}$/u;

/**
 * Demands that nothing is read or deleted by a text that two records of the run show in one member: it is the identifier of neither (document
 * 4.4-m1), and both are still there. It holds a value of this run, so that no record of others has it.
 */
export async function deletesNoneByText(trial: Trial, [one, other]: readonly [Seen, Seen]): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const text = sharedText(trial, one, other);
  if (text === undefined || resource.item === undefined || resource.unknownIds !== 'any') return [];
  if (await mayMeetOthers(trial, resource, encodeURIComponent(text))) return [];
  const read = await trial.send({ method: 'GET', address: itemAddress(resource, text), about: 'missing' });
  // A choice among several (RFC 9110 15.4.1) gives neither.
  if (read.status === 300) return [read];
  isMissing(read);
  const address = fillTemplate(resource.delete?.address ?? '', { id: text });
  const answer = isMissing(await trial.send({ method: 'DELETE', address, about: 'missing', alone: true }));
  const still: Answer[] = [];
  for (const [record] of [one, other]) {
    const after = await trial.send(reading(record));
    still.push(after.owes(after.succeeded, `the record to be still there after DELETE of “${text}”, its name`));
  }
  return [read, answer, ...still];
}

/** A text that was sent for both and that both show; undefined where the id of one may be made of it. */
function sharedText(trial: Trial, [one, first]: Seen, [other, second]: Seen): string | undefined {
  const shown = [first, second].map((read) => (read?.status === 200 ? recordIn(trial, read) : undefined));
  const ids = [one.id, other.id];
  if (ids[0] === undefined || ids[1] === undefined || ids[0] === ids[1]) return undefined;
  const { nonce } = trial.records.fresh;
  for (const [member, text] of Object.entries(one.payload)) {
    if (typeof text !== 'string' || !text.includes(nonce) || !WORDS.test(text)) continue;
    const isShown = shown.every((record) => record?.[member] === text) && other.payload[member] === text;
    if (isShown && ids.every((id) => id !== undefined && !id.includes(nonce) && !resembles(id, text))) return text;
  }
  return undefined;
}
