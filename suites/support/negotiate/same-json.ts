import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { foundIn, listedIn, queryEnvelope } from '../../../core/representation/entries.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { entryId, kindOf } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { isVolatile } from '../payload/payloads.ts';
import { resourceOf } from '../subjects.ts';
import { asking, type Place, viewsAt } from '../view/views.ts';

const ROUNDS = 3;

/** A place in JSON that a suffix or a parameter chose. */
interface Chosen {
  readonly place: Place;
  readonly request: HttpRequest;
  readonly answer: Answer;
}

/**
 * Demands that JSON which the address chose is what Accept for JSON gives there: the same record, or the same entries, in the same place
 * and under the same names (document 4.5-2, 4.5-3). Links may lead to the representation that they stand in, and what stands around the
 * records may tell of the request. Which records a list holds is the matter of negotiate/equivalent.
 */
export async function isSameJson(trial: Trial, { place, request, answer }: Chosen): Promise<readonly Answer[]> {
  const known = (await viewsAt(trial, place)).find(({ name }) => name === 'json')?.answer;
  if (known === undefined) return [];
  const { kind } = place;
  const resource = resourceOf(trial);
  if (differing(resource, kind, known, answer).length === 0) return [known];
  // It may have changed since it was read, and others may change it meanwhile.
  const plain = (): Promise<Answer> => trial.send(asking(trial, place, 'json'));
  let before = await plain();
  for (let round = 1; ; round += 1) {
    const due = before;
    const chosen = await trial.until(
      () => trial.send(request),
      (read) => differing(resource, kind, due, read).length === 0,
      round === ROUNDS ? PATIENCE_MS : undefined,
    );
    const after = await plain();
    const lasting = differing(resource, kind, after, chosen).map(({ at: where }) => where);
    // What differs between two plain readings, such as a count of them, says nothing of how it was chosen.
    const moving = differing(resource, kind, before, after).map(({ at: where }) => where);
    const wrong = differing(resource, kind, before, chosen).find(
      ({ at: where }) => lasting.includes(where) && !moving.includes(where),
    );
    if (wrong === undefined) return [before, chosen];
    if (round === ROUNDS)
      fail('the JSON that Accept for JSON gives, by this address too', wrong.told, before, chosen, after);
    before = after;
  }
}

/** Where two readings differ, and how, in words. */
interface Difference {
  readonly at: string;
  readonly told: string;
}

/** What JSON tells otherwise than the plain one does. Types of their own, such as application/hal+json, have shapes of their own. */
function differing(resource: Resource, kind: Place['kind'], plain: Answer, chosen: Answer): readonly Difference[] {
  if (!isJson(plain) || !isJson(chosen) || plain.mediaType !== chosen.mediaType) return [];
  const [due, seen] = [plain.representation.value, chosen.representation.value];
  if (kind === 'item') {
    const { envelope = '' } = resource.item ?? {};
    return ofRecords(at(due, envelope), at(seen, envelope), 'the record');
  }
  const entriesIn = kind === 'list' ? listedIn : foundIn;
  const [all, some] = [entriesIn(due, resource), entriesIn(seen, resource)];
  if (all === undefined) return [];
  const envelope = kind === 'list' ? (resource.list?.envelope ?? '') : queryEnvelope(resource);
  if (some === undefined) return [{ at: '', told: `${kindOf(at(seen, envelope))} in place of its array` }];
  return ofEntries(resource, all, some, mayBeKept(chosen));
}

function isJson({ status, representation }: Answer): boolean {
  return status === 200 && representation.syntax === 'json' && representation.problem === undefined;
}

function ofRecords(due: unknown, seen: unknown, what: string): readonly Difference[] {
  if (!isObject(due)) return [];
  if (!isObject(seen)) return [{ at: what, told: `${kindOf(seen)} in place of ${what}` }];
  const names = [...new Set([...Object.keys(due), ...Object.keys(seen)])];
  const others = names.filter((name) => isJudged(name) && !isAlike(due[name], seen[name]));
  return others.map((member) => ({ at: `${what} ${member}`, told: `another ${member} of ${what}` }));
}

/** Entries of the same id; a list may have become another one, or come in pages, but not have none of the entries. */
function ofEntries(
  resource: Resource,
  due: readonly unknown[],
  seen: readonly unknown[],
  isOld: boolean,
): readonly Difference[] {
  if (due.length === 0) return [];
  const byId = new Map(seen.map((entry) => [entryId(entry, resource), entry]));
  const pairs = due.flatMap((entry): [string, unknown, unknown][] => {
    const id = entryId(entry, resource);
    return id === undefined || !byId.has(id) ? [] : [[id, entry, byId.get(id)]];
  });
  const isAny = pairs.length > 0 || due.some((entry) => seen.some((other) => isAlike(entry, other)));
  if (!isAny) return [{ at: 'none', told: `none of the ${due.length} entries` }];
  // What a cache may keep is rightly old (RFC 9111 4.2).
  return isOld ? [] : pairs.flatMap(([id, entry, other]) => ofRecords(entry, other, `the entry ${id}`));
}

// `_links`, `@id`: about the notation, and where it is found.
function isJudged(member: string): boolean {
  return !isVolatile(member) && !/^[@_$]|link|href|^(?:self|ur[il])$/iu.test(member);
}

/** The same value of the same type, but for texts that are addresses, and for what differs by nature from one reading to the next. */
function isAlike(due: unknown, seen: unknown): boolean {
  if (Array.isArray(due) && Array.isArray(seen))
    return due.length === seen.length && due.every((one, i) => isAlike(one, seen[i]));
  if (isObject(due) && isObject(seen))
    return Object.keys({ ...due, ...seen }).every((name) => !isJudged(name) || isAlike(due[name], seen[name]));
  return Object.is(due, seen) || [due, seen].every((value) => typeof value === 'string' && value.includes('/'));
}
