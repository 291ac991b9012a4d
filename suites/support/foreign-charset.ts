import type { Answer } from '../../core/answer.ts';
import { fail } from '../../core/outcome.ts';
import type { Trial } from '../../core/trial.ts';
import { shown } from './descriptions.ts';
import { create, created, createRequest, itemRecord, settles } from './evidence.ts';
import { fairPayloads } from './fair-payloads.ts';
import { contradictions } from './payloads.ts';
import { seenEachTime } from './seen-each-time.ts';
import { resourceOf } from './subjects.ts';
import { withFields } from './with-fields.ts';

/** JSON is UTF-8 whatever charset is named: the parameter means nothing (RFC 8259 8.1, 11). It may be refused all the same. */
export function inForeignCharset(type: string): string {
  return `${type}; charset=iso-8859-1`;
}

/** A text that is another one in each charset but UTF-8. */
export const BEYOND_ASCII = 'Zoë Grünwald, 契約';

/** A creation, and how it was read. */
interface Made {
  readonly answer: Answer;
  readonly read: Answer;
  readonly wrong: readonly string[];
}

/** A record with a text beyond ASCII, created in JSON that names another charset: where it is taken, it is read back as it was sent. */
export async function createdInForeignCharset(trial: Trial): Promise<readonly Answer[]> {
  const { mediaTypes, item } = resourceOf(trial);
  const { request: type } = mediaTypes;
  if (item === undefined || type.includes(';')) return [];
  const payloadOf = fairPayloads(resourceOf(trial)).always?.find(({ shown: text }) => text.includes('Zoë'))?.payloadOf;
  if (payloadOf === undefined) return [];
  const make = async (contentType?: string): Promise<Made | undefined> => {
    const unique = trial.unique();
    const payload = payloadOf(unique);
    if (contentType === undefined) return readBack(trial, await create(trial, payloadOf));
    const request = createRequest(resourceOf(trial), payload, unique);
    const answer = await trial.send(withFields(request, { 'content-type': contentType }));
    const record = created(trial, answer, payload, unique);
    await settles(trial, record);
    return readBack(trial, record);
  };
  const first = await make(inForeignCharset(type));
  if (first === undefined) return [];
  if (first.wrong.length === 0 || (await make())?.wrong.length !== 0) return [first.read];
  const seen = await seenEachTime<Made>(first, async () => {
    const again = await make(inForeignCharset(type));
    return again === undefined || again.wrong.length === 0 ? undefined : again;
  });
  if (seen !== undefined)
    fail(
      'the texts that were sent, in whatever charset JSON is said to be',
      seen.wrong.join('; '),
      seen.answer,
      seen.read,
    );
  return [first.read];
}

/** Undefined where it was refused, or is not read. */
async function readBack(trial: Trial, record: Awaited<ReturnType<typeof create>>): Promise<Made | undefined> {
  const { answer, address, payload } = record;
  if (!answer.succeeded || address === undefined) return undefined;
  const read = await trial.send({ method: 'GET', address });
  if (read.status !== 200) return undefined;
  const own = itemRecord(read, resourceOf(trial));
  const sent = shown(payload, resourceOf(trial));
  const wrong = contradictions(sent, own).map((name) => `${name} ${JSON.stringify(own[name])}`);
  return { answer, read, wrong };
}
