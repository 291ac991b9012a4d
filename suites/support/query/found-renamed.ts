import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { updateRequest } from '../changes.ts';
import type { Created } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { operationRequest, particulars } from '../operation/operation-requests.ts';
import { askedIn, formsOf } from '../operation/operation-subjects.ts';
import { PATIENCE_MS } from '../patience.ts';

/** A record of the run with a fresh text in the member that a query compares, and what found it by that. */
export interface Named {
  readonly resource: Resource;
  readonly record: Created & { readonly address: string };
  /** The member that is compared. */
  readonly member: string;
  readonly text: string;
  /** The same of another fresh value. */
  readonly textOf: (unique: string) => string;
  readonly askFor: (text: string) => Promise<Answer>;
  readonly isFound: (answer: Answer) => boolean;
  /** Whether an answer says that nothing was found. */
  readonly isNothing: (answer: Answer) => boolean;
  readonly found: Answer;
}

/** By what the record is found now. */
export interface Renamed {
  readonly text: string;
  readonly found: Answer;
  readonly answers: readonly Answer[];
}

/**
 * Changes the member that is compared, where the target lets that be changed, and demands that the query finds the record by what it shows
 * then, and no more by what it showed before (document 4.3, 4.4). Who still shows the text of before, as an address that stays, may find
 * the record by it; the query may follow a little later, and what caches may keep is rightly old (RFC 9111 4.2).
 */
export async function findsByNewText(trial: Trial, named: Named): Promise<Renamed> {
  const { record, askFor, isFound, isNothing, member, text, found } = named;
  const as = { text, found, answers: [found] };
  if (mayBeKept(found)) return as;
  const unique = trial.unique();
  const renamed = await renamedTo(trial, named, unique);
  if (renamed === undefined) return as;
  const { shown, now } = renamed;
  if (shown.text.includes(record.unique)) return { ...as, text: now };
  const later = await trial.until(() => askFor(now), isFound, PATIENCE_MS);
  if (!isFound(later) && isNothing(later) && (await showsStill(trial, named, now)))
    fail(`the record by the ${member} “${now}”, which it shows`, later.brief, found, shown, later);
  const old = await trial.until(
    () => askFor(text),
    (answer) => !isFound(answer),
    PATIENCE_MS,
  );
  if (isFound(old) && !mayBeKept(old) && (await showsStill(trial, named, now)))
    fail(
      `no record by the ${member} “${text}”, which it shows no more`,
      `it is found: ${old.brief}`,
      found,
      shown,
      old,
    );
  return { text: now, found: later, answers: [found, shown, later, old] };
}

/** The text that the record shows after a change of it, and the reading; undefined where it is not changed. */
async function renamedTo(
  trial: Trial,
  named: Named,
  unique: string,
): Promise<{ readonly now: string; readonly shown: Answer } | undefined> {
  const now = named.textOf(unique);
  for (const change of await renamings(trial, named, now)) {
    if (!(await trial.send(change)).succeeded) continue;
    const shown = await trial.until(
      () => readingOf(trial, named),
      (answer) => shownIn(answer, named) === now,
    );
    if (shownIn(shown, named) === now) return { now, shown };
  }
  return undefined;
}

/** What may change the member: the target file's update, and the update of attributes that sends the record anew (form D, document 4.2). */
async function renamings(
  trial: Trial,
  { resource, record, member }: Named,
  now: string,
): Promise<readonly HttpRequest[]> {
  const { update, mediaTypes } = resource;
  // What an update takes from the record is read for a resource of the rule.
  const isPlain = update !== undefined && (update.from === undefined || trial.subject.resource === resource);
  const updates = isPlain ? [await updateRequest(trial, { update, mediaTypes }, record, { [member]: now })] : [];
  const operation = trial.target.operations.find(
    (one) =>
      one.resource === resource.name && one.after === undefined && formsOf(trial.target, one).some((f) => f === 'D'),
  );
  if (operation === undefined) return updates.map((one) => withFieldsOf(resource, one));
  const asked = askedIn(trial.target, operation, 'D');
  const deal = { ...record, id: record.id ?? '', payload: { ...record.payload, [member]: now } };
  const attributes = operationRequest(asked, particulars(asked, deal, trial.unique()));
  return [...updates, attributes].map((one) => withFieldsOf(resource, one));
}

function readingOf(trial: Trial, { resource, record }: Named): Promise<Answer> {
  return trial.send(withFieldsOf(resource, { method: 'GET', address: record.address }));
}

function shownIn(answer: Answer, { resource, member }: Named): unknown {
  const record = at(answer.representation.value, resource.item?.envelope ?? '');
  return answer.status === 200 && isObject(record) ? record[member] : undefined;
}

/** Others may take the record away meanwhile, or change it. */
async function showsStill(trial: Trial, named: Named, now: string): Promise<boolean> {
  return shownIn(await readingOf(trial, named), named) === now;
}
