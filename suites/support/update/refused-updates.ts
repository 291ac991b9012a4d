import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { fillUnique } from '../../../core/ids/placeholders.ts';
import { fail } from '../../../core/results/outcome.ts';
import { updateRequest } from '../changes.ts';
import { recordIn, showsDue } from '../operation/deal-state.ts';
import { breakJson } from '../payload/break-json.ts';
import { storedMembers } from './sent-updates.ts';
import { inWords, readingOf, type Updating } from './updating.ts';

/** How many invalid samples are sent as updates. */
const MOST_INVALID = 2;

/** Where JSON ends that is cut short: after most members, which a reader of streams has by then. */
const CUT_AT = 0.95;

/** Sends updates that no service can take, or that the target file calls invalid, and demands that a refused one changes nothing. */
export async function refusedLeavesAll({ trial, resource, record }: Updating): Promise<readonly Answer[]> {
  const { json, ...bare } = await updateRequest(trial, resource, record);
  const broken: HttpRequest = { ...bare, body: breakJson(json, { how: 'cut short', at: CUT_AT }) };
  const invalid = (resource.create?.invalid ?? []).slice(0, MOST_INVALID).map(
    ({ payload }): HttpRequest => ({
      ...bare,
      json: fillUnique(payload, trial.unique()),
    }),
  );
  const members = storedMembers(resource, { ...resource.create?.sample, ...json });
  const answers: Answer[] = [];
  let before = await readingOf(trial, record);
  for (const request of [broken, ...invalid]) {
    const answer = await trial.send(request);
    // Malformed JSON is refused (document 7, 400); what is accepted alone may be refused later.
    if (request === broken)
      answer.owes(!answer.succeeded || answer.status === 202, 'a refusal of JSON that is cut short');
    const after = await readingOf(trial, record);
    const [old, now] = [recordIn(trial, before), recordIn(trial, after)];
    const isRefused = !answer.succeeded && old !== undefined && now !== undefined;
    const moved = isRefused ? members.filter((member) => !showsDue(now[member], old[member])) : [];
    if (moved.length > 0)
      fail(`${inWords(moved, old)}, as before what was refused`, inWords(moved, now), before, answer, after);
    if (isRefused) answers.push(answer, after);
    before = after;
  }
  return answers;
}
