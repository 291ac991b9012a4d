import type { Answer } from '../../../core/answer.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { listedIds } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';
import { areAsShown } from './as-shown.ts';
import { listedApart } from './lists.ts';
import { isMixedUp, mayBeMixedUp, OWNERS } from './mixed-up.ts';
import { isWholeWalk, isWithheld, nestedOf, textOf, type Walk, walked } from './walks.ts';

/**
 * Demands that each owner's records are that owner's (document 2, 4.4: the sub-collections of a user). Two users may share a
 * key or an address, so one equal record says nothing: see `isMixedUp` for what is held against the target.
 */
export async function ownersApart(trial: Trial): Promise<readonly Answer[]> {
  const walks = await walksOf(trial);
  if (walks.length < 2) return areAsShown(trial, walks);
  for (const walk of walks) namesItsOwner(walk, walks);
  isMixedUp(walks);
  if (mayBeMixedUp(walks)) isMixedUp(await moreWalks(trial, walks));
  return [
    ...(await keptApart(trial, walks)),
    ...(await listedApart(trial, walks)),
    ...(await areAsShown(trial, walks)),
  ];
}

/** Demands that 404 follows the last record of each owner. */
export async function endsForEach(trial: Trial): Promise<readonly Answer[]> {
  return (await walksOf(trial)).flatMap(isWholeWalk);
}

/** The records of the known owner and of some others, those left out that may not be read. */
async function walksOf(trial: Trial): Promise<readonly Walk[]> {
  const { owner } = nestedOf(trial);
  const walks: Walk[] = [];
  for (const one of owner === undefined ? [] : [owner, ...(await otherOwners(trial, owner))])
    walks.push(await walked(trial, one, trial.target.claims.indexBase));
  return walks.filter((walk) => !isWithheld(walk));
}

/** The second and the last owner that the collection lists, besides the known one. */
async function otherOwners(trial: Trial, known: string): Promise<readonly string[]> {
  const others = (await listedOwners(trial)).filter((id) => id !== known);
  return [...new Set([...others.slice(0, 1), ...others.slice(-1)])].slice(0, OWNERS - 1);
}

/** How many owners are looked into where those first looked into have records in common. */
const MANY = 6;

/** These walks and those of the owners that the collection lists first, in its order. */
async function moreWalks(trial: Trial, walks: readonly Walk[]): Promise<readonly Walk[]> {
  const all: Walk[] = [];
  for (const owner of (await listedOwners(trial)).slice(0, MANY))
    all.push(walks.find((walk) => walk.owner === owner) ?? (await walked(trial, owner, trial.target.claims.indexBase)));
  const others = walks.filter((walk) => !all.includes(walk));
  return [...all, ...others].filter((walk) => !isWithheld(walk));
}

/** Those that the run did not make, and may delete meanwhile. */
async function listedOwners(trial: Trial): Promise<readonly string[]> {
  const resource = resourceOf(trial);
  return [...(await listedIds(trial))].filter((id) => trial.records.claimOfId(resource, id) === undefined);
}

const OWNER_MEMBERS: readonly string[] = ['owner', 'ownerId', 'owner_id', 'user', 'userId', 'user_id'];

/** A record that names its owner names the one of the address. */
function namesItsOwner({ owner, found }: Walk, walks: readonly Walk[]): void {
  for (const answer of found) {
    const { value } = answer.representation;
    const named = isObject(value) ? OWNER_MEMBERS.flatMap((member) => idText(value[member]) ?? []) : [];
    const other = walks.find((walk) => walk.owner !== owner && named.includes(walk.owner));
    answer.owes(other === undefined || named.includes(owner), `a record of ${owner}`, `one of ${other?.owner ?? ''}`);
  }
}

/**
 * Reads the first record of one owner, of another, and of the first again. Where it is another then, twice over, it was not
 * changed by somebody: what was read for one owner was kept for the other.
 */
async function keptApart(trial: Trial, [a, b]: readonly Walk[]): Promise<readonly Answer[]> {
  const [own, other] = [a?.found[0], b?.found[0]].map((answer) => answer?.exchange.request.url);
  if (own === undefined || other === undefined) return [];
  const first = await readAround(trial, own, other);
  if (isAlike(first.before, first.after)) return [first.after];
  const [second, third] = [await readAround(trial, own, other), await readAround(trial, own, other)];
  const isEachTime = [second, third].every(({ before, after }) => !isAlike(before, after));
  if (!isEachTime || !isAlike(second.before, third.before)) return [first.after];
  const { before, between, after } = third;
  fail('one record before and after that of another owner', `${after.brief} after it`, before, between, after);
}

interface Around {
  readonly before: Answer;
  readonly between: Answer;
  readonly after: Answer;
}

async function readAround(trial: Trial, own: string, other: string): Promise<Around> {
  const read = (address: string): Promise<Answer> => trial.send({ method: 'GET', address });
  return { before: await read(own), between: await read(other), after: await read(own) };
}

function isAlike(one: Answer, other: Answer): boolean {
  return one.status === other.status && textOf(one) === textOf(other);
}
