import fc from 'fast-check';
import type { Answer } from '../core/answer.ts';
import { fillEncoded, fillTemplate } from '../core/http/address.ts';
import { at } from '../core/representation/json-pointer.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Inapplicable, Subject, Suite } from '../core/rule.ts';
import { evidence } from '../core/run/shared-evidence.ts';
import type { Property, Trial } from '../core/run/trial.ts';
import type { Nested, Target } from '../core/target.ts';
import { ownersBegunMiss } from './support/address/beginnings.ts';
import { because } from './support/because.ts';
import { kindOf } from './support/evidence.ts';
import { aboutUnknown, setAsideListed, type UnknownId, unknownIds } from './support/ids.ts';
import { missesByAddress } from './support/made/missing-made.ts';
import { everyNth, misreadings } from './support/misreadings.ts';
import { isMissing } from './support/missing.ts';
import { each } from './support/negotiate/negotiation-evidence.ts';
import { endsForEach, ownersApart } from './support/nested/owners.ts';
import { isWholeWalk, nestedOf, walked } from './support/nested/walks.ts';
import { missesBelowPartlyKnown } from './support/partly-known.ts';
import { saysJson } from './support/payload/declared-type.ts';
import { sharedOwnerMisses } from './support/read/shared-names.ts';
import { resourceOf } from './support/subjects.ts';

type Id = 'read/nested' | 'read/nested-out-of-range' | 'read/nested-unknown-owner';

/** Nested records read by index: document 4.4, `/users/{id}/ssh-keys/{index}` and `/users/{id}/address/{index}`. */
export const nestedReading: Suite<Id> = {
  'read/nested': {
    level: 'must',
    reads: true,
    clause: '4.4',
    title: 'a nested record is read by its index',
    why: 'The index is its whole address inside the owner.',
    sends:
      'GET of an index that exists; of every index of two other owners, of the sub-collections as lists, and of the records of those owners where that of the first shows nested ones.',
    due: 'Status 200 with one record, not an array. JSON says in its Content-Type that it is JSON. No owner is given the records of another: all of them, those of the next behind the own, or those read last. Not one record for every index, nor the last or the first one again behind the last. Where a record of an owner shows an array of that name, the nested records are those that it shows, in any order.',
    on: nestedSubjects,
    async check(trial) {
      const answer = (await known(trial)).hasStatus(200);
      const value = at(answer.json(), '');
      saysJson(answer, resourceOf(trial));
      answer.owes(value !== null && value !== undefined && !Array.isArray(value), 'one record', kindOf(value));
      // Fields are not shown (2), but a public key is no part of a postal address.
      const isKey = isAddress(nestedOf(trial)) && answer.representation.strings.some((text) => PUBLIC_KEY.test(text));
      return [answer.owes(!isKey, 'a postal address', 'an SSH public key'), ...(await ownersApart(trial))];
    },
  },

  'read/nested-out-of-range': {
    level: 'must',
    reads: true,
    clause: '4.4-m1',
    title: 'an index that names nothing is answered 404',
    why: 'The index is part of the path, and no such resource exists.',
    sends:
      'GET of indexes past the end of three owners, negative, and not numbers, of an index that exists with a letter, a fraction, a semicolon, a question mark or a number sign at it, encoded twice, and as other texts that careless readers take for it; of * and % as an index; of two of them as each representation, one by each way that is claimed besides; of a sub-collection that no user has; beside it, one that exists.',
    due: 'Status 404; by a way that may not be read there, and for what is no number but begins as one, a refusal.',
    on: nestedSubjects,
    async check(trial) {
      const control = (await known(trial)).asControl('GET of an index that exists');
      const nested = nestedOf(trial);
      const end = await firstPastTheEnd(trial);
      const address = (index: string): string => fillEncoded(fillOwner(nested), { index: encodeURIComponent(index) });
      const proof = await trial.forAll(noIndex(trial.target.claims.indexBase, nested.past), async (index) =>
        isMissing(await trial.send({ method: 'GET', address: address(index), about: 'missing' })),
      );
      const others = [
        ...(await each(aroundIndex(nested), async (index) =>
          isMissing(await trial.send({ method: 'GET', address: address(index), about: 'absurd' })),
        )),
        ...(await each(misreadIndexes(trial), async (encoded) =>
          isMissing(
            await trial.send({
              method: 'GET',
              address: fillEncoded(fillOwner(nested), { index: encoded }),
              about: 'absurd',
            }),
          ),
        )),
        ...(await missingOtherwise(trial, fillTemplate(fillOwner(nested), { index: ABSENT }))),
        ...(await missesByAddress(trial, fillTemplate(fillOwner(nested), { index: ABSENT }))),
        ...(await pastTheEndOtherwise(trial)),
        ...(await unknownCollection(trial)),
      ];
      return { ...proof, witness: [control, ...end, ...proof.witness, ...others] };
    },
  },

  'read/nested-unknown-owner': {
    level: 'must',
    reads: true,
    clause: '4.4-m1',
    title: 'a nested record of an unknown owner is answered 404',
    why: 'Without the owner there is nothing under it.',
    sends:
      'GET of the same index under generated owners, under the beginning of a known id, one with more behind it and one with a part made up, under a name of several words that several owners have, and under one as each representation and by each way that is claimed besides; beside it, under one that exists.',
    due: 'Status 404; by a way that may not be read there, a refusal.',
    on: nestedSubjects,
    async check(trial) {
      const control = (await known(trial)).asControl('GET under an owner that exists');
      const { address, index } = nestedOf(trial);
      const unknowns = unknownOwners(trial);
      const proof = await trial.forAll(unknowns, async (unknown) => {
        await setAsideListed(trial, unknown);
        const request = aboutUnknown({ method: 'GET', address: fillTemplate(address, { index: index ?? 0 }) }, unknown);
        return isMissing(await trial.send(request));
      });
      const absent = fillTemplate(address, { id: trial.unique(), index: index ?? 0 });
      const others =
        resourceOf(trial).unknownIds === 'any'
          ? [...(await missingOtherwise(trial, absent)), ...(await missesByAddress(trial, absent))]
          : [];
      const begun = await ownersBegunMiss(trial, nestedOf(trial));
      const owner = nestedOf(trial).owner ?? resourceOf(trial).known;
      const nested = fillEncoded(address, { index: String(index ?? 0) });
      const partly = await missesBelowPartlyKnown(trial, owner, { control, address: nested, place: placeOf(trial) });
      const shared = await sharedOwnerMisses(trial, nestedOf(trial));
      return { ...proof, witness: [control, ...proof.witness, ...others, ...begun, ...partly, ...shared] };
    },
  },
};

const ABSENT = 999_999;

/** The same as each other representation: what is missing is missing in all of them. A target may refuse what it cannot show. */
async function missingOtherwise(trial: Trial, address: string): Promise<readonly Answer[]> {
  const { representations, selectors, mediaTypes } = resourceOf(trial);
  const names = selectors.includes('accept') ? representations.filter((name) => name !== 'json') : [];
  return each(names, async (name) => {
    const answer = await trial.send({
      method: 'GET',
      address,
      headers: { accept: mediaTypes[name] },
      about: 'missing',
    });
    return answer.status === 406 ? answer : answer.hasStatus(404);
  });
}

/** The index just past the end of the known owner, as each other representation. */
async function pastTheEndOtherwise(trial: Trial): Promise<readonly Answer[]> {
  const { owner, index = 0 } = nestedOf(trial);
  const end = owner === undefined ? undefined : (await walked(trial, owner, index)).end;
  return end?.status === 404 ? missingOtherwise(trial, end.exchange.request.url) : [];
}

/** A sub-collection of a known owner under a name that means nothing: no resource matches the address (document 7). */
async function unknownCollection(trial: Trial): Promise<readonly Answer[]> {
  const nested = nestedOf(trial);
  const isFirst = resourceOf(trial).nested[0]?.name === nested.name;
  const [place = '', index] = fillOwner(nested).split('/{index}');
  if (!isFirst || index !== '') return [];
  const address = `${place.slice(0, place.lastIndexOf('/'))}/${trial.unique()}/${nested.index ?? 0}`;
  return [(await trial.send({ method: 'GET', address })).hasStatus(404)];
}

/**
 * Owners of every shape for the first nested records of a resource, and each third shape for the others: one lookup finds them. Of the many
 * that resemble the known owner, each of two has half.
 */
function unknownOwners(trial: Trial): Property<UnknownId> {
  const resource = resourceOf(trial);
  const known = nestedOf(trial).owner ?? resource.known;
  const all = unknownIds(known === undefined ? resource : { ...resource, known }, trial.records.fresh);
  const place = placeOf(trial);
  const misread = new Set(misreadings(known ?? '').map(({ encoded }) => encoded));
  const [alike, others] = [true, false].map((is) =>
    (all.always ?? []).filter(({ encoded }) => misread.has(encoded) === is),
  );
  const some = place < 1 ? (others ?? []) : everyNth(others ?? [], THIRD, place);
  return { ...all, share: 0.3, always: [...some, ...everyNth(alike ?? [], HALF, place)] };
}

/** Which of the nested records of its resource the subject is, from 0. */
function placeOf(trial: Trial): number {
  return Math.max(
    0,
    resourceOf(trial).nested.findIndex(({ name }) => name === trial.subject.nested?.name),
  );
}

const HALF = 2;

const THIRD = 3;

function nestedSubjects(target: Target): readonly (Subject | Inapplicable)[] {
  const all = target.resources.flatMap((resource) =>
    resource.nested.map((nested): Subject => ({ id: `${resource.name}/${nested.name}`, resource, nested })),
  );
  return all.length > 0 ? all : [{ id: 'target', notApplicable: 'the target names no nested records' }];
}

// The names of key types, and the same as every key's base64 begins (RFC 4253 6.6).
const PUBLIC_KEY = /^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d+)(?:$| )|AAAAB3NzaC1|AAAAC3NzaC1|AAAAE2VjZHNh/u;

function isAddress({ address }: Nested): boolean {
  return address.includes('/address/');
}

function fillOwner({ address, owner }: Nested): string {
  return fillTemplate(address, owner === undefined ? {} : { id: owner });
}

const known = evidence(
  ({ subject }) => subject.id,
  async (trial) => {
    const nested = nestedOf(trial);
    const { owner, index, name } = nested;
    if (owner === undefined || index === undefined)
      notExercised(`no owner is known that has ${name}${because(trial.subject.resource?.unlisted)}`);
    const address = fillTemplate(fillOwner(nested), { index });
    return trial.send({ method: 'GET', address });
  },
);

// The index just past the end is where an off-by-one shows; it is found by walking there.
async function firstPastTheEnd(trial: Trial): Promise<readonly Answer[]> {
  const { owner, index = 0 } = nestedOf(trial);
  if (owner === undefined) return [];
  return [...isWholeWalk(await walked(trial, owner, index)), ...(await endsForEach(trial))];
}

/**
 * A known index with something around it: it is compared as it stands in the path, decoded once (document 4.4-m1, RFC 3986 2.4). What is
 * no number may be refused before anything is looked for; leading zeros and blanks may be read as the number (`address/exact`).
 */
function aroundIndex({ index }: Nested): readonly string[] {
  if (index === undefined) return [];
  const twice = Array.from(String(index), (digit) => `%${digit.charCodeAt(0).toString(16)}`).join('');
  return [`${index}xq`, `${index}.5`, `${index};xq`, `${index}?xq`, `${index}#xq`, twice, '*', '%'];
}

/** What careless readers take for the known index, each of two nested records with half. Which numbers have a sign is not shown. */
function misreadIndexes(trial: Trial): readonly string[] {
  const { index } = nestedOf(trial);
  const all = misreadings(index === undefined ? '' : String(index)).filter(({ encoded }) => !/^[+-]/u.test(encoded));
  return everyNth(all, HALF, placeOf(trial) + 1).map(({ encoded }) => encoded);
}

// A target file that tells how many there are shows a last record that is found once more, which walking cannot.
function noIndex(base: 0 | 1, past: number | undefined): Property<string> {
  const below = base === 1 ? ['0'] : [];
  const told = past === undefined ? [] : [String(past)];
  return {
    // Drawn indexes are of three shapes alone.
    share: 0.3,
    cases: fc.oneof(
      fc.integer({ min: 10_000, max: 2 ** 31 }).map(String),
      fc.integer({ min: -(2 ** 31), max: -1 }).map(String),
      fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 1, maxLength: 10 }),
    ),
    always: [
      ...below,
      ...told,
      '-1',
      '999999',
      '4294967296',
      '99999999999999999999',
      'abc',
      '1a',
      '0x',
      '1.5',
      'NaN',
      'null',
      'length',
      'ü',
    ],
  };
}
