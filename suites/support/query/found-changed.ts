import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { fillUnique } from '../../../core/ids/placeholders.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { changesOf, type SendChange } from '../changes.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { isVolatile } from '../payload/payloads.ts';
import { saysTheSame } from '../view/same-words.ts';
import type { Made } from './found-records.ts';
import { furtherChanges } from './further-changes.ts';
import { idOf } from './read-as-found.ts';

export type Shown = Readonly<Record<string, unknown>>;

/** A query for a text of one record that is left of those which were made with it; nobody else has that text. */
export interface Asked {
  readonly resource: Resource;
  /** Asks the query for a text. */
  readonly askFor: (text: string) => Promise<Answer>;
  readonly unique: string;
  readonly left: Made;
}

/** Changes the record, after it was found, and asks again. A result may show less than the record, but nothing of before. */
export async function findsItChanged(
  trial: Trial,
  { resource, askFor, left, unique }: Asked,
): Promise<readonly Answer[]> {
  const ask = (): Promise<Answer> => askFor(unique);
  const { item } = resource;
  // What an update takes from the record is read for a resource of the rule.
  if (item === undefined || resource.update?.from !== undefined) return [];
  const address = fillTemplate(item.address, { id: left.id });
  const read = (): Promise<Answer> => trial.send(withFieldsOf(resource, { method: 'GET', address }));
  const [before, found] = [await read(), await ask()];
  if (item.envelope !== '' || mayBeKept(found)) return [found];
  const payload = fillUnique(resource.create?.sample ?? {}, unique);
  const one: Findable = {
    changes: changesOf(trial, resource, { ...left, address, unique, payload }),
    read,
    recordIn,
    ask,
    entryIn: (answer) => entryIn(answer, resource, left),
  };
  const followed = await followsChange(trial, one, before, found);
  // Gone from where it is read, or never changed: then what is known is what it was.
  const [after = before, again = found] = followed;
  if (followed.length === 1) return [found, ...followed];
  const deal = { ...left, address, unique, payload, id: left.id };
  const [first, ...rest] = furtherChanges(trial, resource, deal);
  if (first === undefined) return [found, ...followed];
  const further = { ...one, changes: [asOne(first, rest)] };
  return [found, ...followed, ...(await followsChange(trial, further, after, again))];
}

/** A record, what changes it, and the query that finds it. */
export interface Findable {
  readonly changes: readonly SendChange[];
  readonly read: () => Promise<Answer>;
  readonly recordIn: (answer: Answer) => Shown | undefined;
  readonly ask: () => Promise<Answer>;
  readonly entryIn: (answer: Answer) => Shown | undefined;
}

/**
 * Changes the record until what was found shows a member that moved, and demands that the query gives it as it is then. Gives no witness
 * where it shows none. `before` and `found`: the record and what the query gave, before any change.
 */
export async function followsChange(
  trial: Trial,
  { changes, read, recordIn: shownIn, ask, entryIn: entry }: Findable,
  before: Answer,
  found: Answer,
): Promise<readonly Answer[]> {
  const [old, first] = [shownIn(before), entry(found)];
  if (old === undefined || first === undefined) return [];
  for (const change of changes) {
    if (!(await change()).succeeded) continue;
    const after = await trial.until(read, (answer) => !saysTheSame(answer, before));
    const now = shownIn(after);
    // It may be put away by now, and has no more changes.
    if (now === undefined) return [after];
    const moved = Object.keys(now).filter(
      (name) =>
        !isVolatile(name) && name in first && sameValue(first[name], old[name]) && !sameValue(old[name], now[name]),
    );
    if (moved.length === 0) continue;
    const oldIn = (answer: Answer): readonly string[] => {
      const later = entry(answer);
      return later === undefined ? [] : moved.filter((name) => sameValue(later[name], old[name]));
    };
    const again = await trial.until(ask, (answer) => oldIn(answer).length === 0, PATIENCE_MS);
    const behind = oldIn(again);
    if (behind.length > 0)
      fail('the record found as it is read', `${behind.join(', ')} as before the change`, found, after, again);
    return [after, again];
  }
  return [];
}

/** These changes one after another, some of which may be refused, as one that succeeds where any of them does. */
function asOne(first: SendChange, rest: readonly SendChange[]): SendChange {
  return async () => {
    let done = await first();
    for (const change of rest) {
      const next = await change();
      if (!done.succeeded) done = next;
    }
    return done;
  };
}

function recordIn({ status, representation: { value } }: Answer): Shown | undefined {
  return status === 200 && isObject(value) ? value : undefined;
}

function entryIn({ representation: { value } }: Answer, resource: Resource, { id }: Made): Shown | undefined {
  const records: readonly unknown[] = Array.isArray(value) ? value : [];
  return records.filter(isObject).find((one) => idOf(one, resource) === id);
}
