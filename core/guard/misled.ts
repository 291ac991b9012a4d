import type { Answer } from '../answer.ts';
import { sameAddress } from '../http/address.ts';
import { fail } from '../results/outcome.ts';
import type { Subject } from '../rule.ts';
import type { Target } from '../target.ts';
import { isSentAs } from './spelt-by.ts';
import type { Misled } from './wrong-record.ts';

/** Fails the check of an operation or a command that was carried out on another record than the one that it named, or on that too. */
export function refuseMisled(target: Target, subject: Subject, { answer, id }: Misled): void {
  // Others send changes too, and judge something else: a hold that has to come first, say.
  if (!isOf(target, subject, answer)) return;
  fail('the record that is named to change, and no other', `another one changed: ${id} shows what was sent`, answer);
}

/** Whether a request is the operation or the command that a check is about. */
export function isOf({ baseUrl, commands }: Target, { id, operation, form }: Subject, answer: Answer): boolean {
  const spelling = form && operation?.forms[form];
  if (operation !== undefined) return spelling !== undefined && isSentAs(answer, operation.name, spelling, baseUrl);
  const command = commands.find(({ name }) => id === `command:${name}`);
  return command !== undefined && sameAddress(baseUrl + command.address, answer.exchange.request.url);
}
