import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { readyDeal } from './operation-evidence.ts';
import { operationRequest, particulars } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';

/**
 * Demands that a command is read by its own id alone: the client chose it (document 4.2 F, G), and one in other letters is another one, as
 * where commands are carried out (RFC 9110 4.2.3). The id is no UUID, whose letters mean the same in either case (RFC 9562 4); where it is
 * refused, or commands are not read, there is no witness. Which refusal it is for what names nothing is left to others.
 */
export async function readsByLetter(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  if (!isFirst(trial)) return [];
  const deal = await readyDeal(trial, asked);
  const id = `Seen-${trial.unique()}x`;
  const others = [`s${id.slice(1)}`, `${id.slice(0, -1)}X`];
  for (const one of [id, ...others]) trial.records.fresh.mint(one);
  const request = operationRequest(asked, { ...particulars(asked, deal, trial.unique()), commandId: id });
  const sent = await trial.send(request);
  if (!sent.succeeded) return [];
  const own = (): Promise<Answer> => trial.send({ method: 'GET', address: request.address });
  const read = await trial.until(own, ({ status }) => status === 200);
  if (read.status !== 200) return [];
  const answers = [sent, read];
  for (const other of others) {
    const address = request.address.replace(id, other);
    const answer = await trial.send({ method: 'GET', address, about: 'absurd' });
    answers.push(answer.owes(!answer.succeeded, `no command under ${other}, as the client chose ${id}`));
  }
  return answers;
}
