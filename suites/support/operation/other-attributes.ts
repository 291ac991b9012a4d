import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { furtherMembers, unknownMembers } from '../create/further-members.ts';
import { create, samplePayload } from '../evidence.ts';
import { isNothing } from '../nothing.ts';
import { resourceOf } from '../subjects.ts';
import { recordIn, showsDue } from './deal-state.ts';
import { operationRequest, otherParameters, particulars } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';

/**
 * Demands of form D, the update of a deal's attributes (document 4.2), that it leaves the members that it is not about: those that are sent
 * again as they were, and those that are left out. A service may take a PUT for the whole new deal (RFC 9110 9.3.4): then all that is left out
 * is gone, the name too, and not some of it.
 */
export async function keepsOtherAttributes(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { payload } = asked.spelling;
  if (typeof payload === 'string' || !isFirst(trial) || Object.keys(furtherMembers(resource)).length === 0) return [];
  const record = await create(trial, (unique) => ({ ...samplePayload(resource, unique), ...unknownMembers(unique) }));
  const { address, id, answer } = record;
  if (!answer.succeeded || address === undefined || id === undefined || resource.item === undefined) return [];
  const deal = { ...record, address, id };
  const before = await trial.send({ method: 'GET', address });
  const own = recordIn(trial, before) ?? {};
  const isAbout = (member: string): boolean => member in payload.attributes || member in asked.operation.effect;
  const kept = Object.keys(record.payload).filter((member) => !isNothing(own[member]) && !isAbout(member));
  const whole = operationRequest(asked, particulars(asked, deal, trial.unique()));
  const all = await update(trial, whole, before, kept);
  if (all === undefined) return [before];
  const due = (lost: readonly string[]): string => `${lost.join(', ')} as before`;
  if (all.lost.length > 0) fail(`${due(all.lost)}, as it was sent again`, all.after.brief, before, all.sent, all.after);
  const attributes = fillEffect(payload.attributes, otherParameters(asked, deal.unique));
  const some = await update(trial, { ...whole, json: attributes }, before, kept);
  if (some === undefined || some.lost.length === 0 || some.lost.length === kept.length) return [before, all.after];
  fail(`${due(some.lost)}, as the update does not name it`, some.after.brief, before, some.sent, some.after);
}

/** An update that was carried out, the deal after it, and those of the members that are no longer what they were. */
interface Updated {
  readonly sent: Answer;
  readonly after: Answer;
  readonly lost: readonly string[];
}

async function update(
  trial: Trial,
  request: HttpRequest,
  before: Answer,
  kept: readonly string[],
): Promise<Updated | undefined> {
  const sent = await trial.send(request);
  const own = recordIn(trial, before) ?? {};
  const lostIn = (reading: Answer): readonly string[] => {
    const shown = recordIn(trial, reading);
    return shown === undefined ? [] : kept.filter((member) => !showsDue(shown[member], own[member]));
  };
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address: before.exchange.request.url });
  const after = await trial.until(read, (reading) => lostIn(reading).length === 0);
  // What was accepted alone (202) may show later.
  return sent.succeeded && sent.status !== 202 ? { sent, after, lost: lostIn(after) } : undefined;
}
