import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Claim } from '../../../core/records/record-claim.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, createRecord } from '../evidence.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { resourceOf } from '../subjects.ts';

/** The fields by which frameworks let a client name another method. */
const FIELDS: Readonly<Record<string, string>> = {
  'x-http-method-override': 'DELETE',
  'x-http-method': 'DELETE',
  'x-method-override': 'DELETE',
};

type Made = Created & { readonly address: string };

/**
 * Demands that GET and HEAD of a new record leave it there whatever other method their fields and parameters name (RFC 9110 9.2.1). Where a server
 * follows those, the record is deleted: nothing of it is sent but to a record that is shown to be the run's, nor where DELETE is not sent.
 */
export async function readsDespiteFields(trial: Trial, record: Made): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { never } = resource;
  if (never.includes('DELETE') || trial.records.deletions.whyNoMore(resource) !== undefined) return [];
  const methods = ['GET', 'HEAD'].filter((method) => !never.includes(method));
  const answers: Answer[] = [];
  const lost: Claim[] = [];
  const first = await takenBy(trial, record, methods, { answers, lost });
  // Somebody else may delete a record, but not each time, and with none that is left alone.
  const taken = await seenEachTime(first, async () => {
    const idle = await createRecord(trial);
    const again = await takenBy(trial, await createRecord(trial), methods, { answers, lost });
    const isLeft = (await trial.send({ method: 'GET', address: idle.address })).status === 200;
    return isLeft ? again : undefined;
  });
  if (taken === undefined) return answers;
  // They are not deleted again: a DELETE of what is not there may reach a record of others.
  for (const claim of lost) claim.gone = true;
  fail('the record to be there after GET and HEAD of it', 'that it is gone', ...taken);
}

/** Sends them one after the other; gives the one after which the record was gone, and the answer that shows it. */
async function takenBy(
  trial: Trial,
  { address, claim, unique }: Made,
  methods: readonly string[],
  { answers, lost }: { readonly answers: Answer[]; readonly lost: Claim[] },
): Promise<readonly [asked: Answer, after: Answer] | undefined> {
  if (claim === undefined || (await trial.records.whyNotOurs(claim)) !== undefined) return undefined;
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address });
  let before = await read();
  for (const method of methods) {
    for (const request of namingAnother(method, address)) {
      // An id that was given again may be another client's record by now.
      if (before.status !== 200 || !before.text.includes(unique)) return undefined;
      const asked = await trial.send(request);
      const after = await read();
      answers.push(asked, after);
      if (isAbsent(after)) {
        lost.push(claim);
        return [asked, after];
      }
      before = after;
    }
  }
  return undefined;
}

function namingAnother(method: string, address: string): readonly HttpRequest[] {
  const named = `${address}${address.includes('?') ? '&' : '?'}_method=DELETE`;
  return [
    { method, address, headers: FIELDS },
    { method, address: named },
  ];
}
