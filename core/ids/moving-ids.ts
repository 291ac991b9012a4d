import { type Read, readList } from '../records/listed-before.ts';
import type { Claim, RecordResource } from '../records/record-claim.ts';
import { readRequest } from '../records/record-requests.ts';
import { idOfEntry, listedIn } from '../representation/entries.ts';
import { textOf } from './natural-keys.ts';
import { oneAddressOf } from './one-address.ts';

/**
 * Ids that are places in a list: where one record is deleted, those after it move up, and each id shows the next record. A run that saw
 * one of its records under the id of another one writes to none of that resource by its id any more.
 */
export interface MovingIds {
  /** What is shown at the id of a record. */
  observe(text: string, claim: Claim): void;
  /** Why nothing is written by an id; undefined where no record was seen to move. Looks again, once for each sign. */
  why(resource: RecordResource): Promise<string | undefined>;
  told(): readonly string[];
}

/** What it is found out by. */
export interface MovingOptions {
  readonly read: Read;
  readonly nonce: string;
  /** Every creation that was answered with success, in order. */
  readonly claims: readonly Claim[];
  readonly wasShown: (claim: Claim) => boolean;
  /** What a record was sent after its creation. */
  readonly changes: (claim: Claim) => readonly unknown[];
  /** Is told once why nothing is written by an id any more. */
  readonly onMoving: (resource: RecordResource, why: string) => void;
}

/** What was seen: a record at the id of one before it, or two creations that were given one id. */
type Kind = 'moved' | 'shared';

const WORDS: Readonly<Record<Kind, { readonly why: string; readonly told: (name: string) => string }>> = {
  moved: {
    why: 'showed another record of this run, as where ids are places in a list, or one address is given twice',
    told: (name) =>
      `ids of ${name} do not last: one showed another record than before, as places in a list do after a deletion`,
  },
  shared: {
    why: 'showed another record of this run: two creations were given one address',
    told: (name) => `two creations of ${name} were given one address, which shows one of the records alone`,
  },
};

/** Opens what one run knows of them. */
export function openMoving({ read, nonce, claims, wasShown, changes, onMoving }: MovingOptions): MovingIds {
  const signs = new Map<string, Claim>();
  const moving = new Set<string>();

  const own = new RegExp(`${nonce}[0-9a-z]+`, 'gu');
  const valuesIn = (text: string): readonly string[] => text.toLowerCase().match(own) ?? [];
  // A list shows all records of a run, hundreds of times.
  const known = new WeakMap<Claim, { readonly changes: number; readonly values: ReadonlySet<string> }>();
  const sentTo = (claim: Claim): ReadonlySet<string> => {
    const { payload, request } = claim;
    const changed = changes(claim);
    const before = known.get(claim);
    if (before?.changes === changed.length) return before.values;
    const values = new Set(valuesIn(JSON.stringify([payload, request.address, textOf(request.body), ...changed])));
    known.set(claim, { changes: changed.length, values });
    return values;
  };
  /**
   * The later records whose values a text shows in place of those that this record was sent: one of them moved up when something was
   * deleted. An earlier one is shown where a creation named the wrong address.
   */
  const movedTo = (text: string, claim: Claim): readonly Claim[] => {
    if (claim.isDeletionSent === true || !wasShown(claim)) return [];
    const shown = valuesIn(text);
    if (shown.length === 0) return [];
    const sent = sentTo(claim);
    if (sent.size === 0 || shown.some((value) => sent.has(value))) return [];
    const all = claims.filter(({ resource }) => resource.name === claim.resource.name);
    if (!all.some((one) => one.isDeletionSent)) return [];
    return all.filter(({ number }) => number > claim.number).filter((one) => isOf(shown, one));
  };
  const isOf = (shown: readonly string[], claim: Claim): boolean => shown.some((value) => sentTo(claim).has(value));
  const shownAt = async ({ resource, id = '' }: Claim): Promise<string | undefined> => {
    const request = readRequest(resource, id);
    const shown = request && (await read(request));
    return shown?.succeeded === true ? shown.text : undefined;
  };
  /**
   * Whether a record is at its own id: then it did not move, and a change that was meant for it came to the one before. Told by what it
   * alone was sent, since the next record may have moved to its id and be a namesake.
   */
  const isInPlace = async (claim: Claim): Promise<boolean> => {
    if (claim.isDeletionSent === true) return false;
    const shown = valuesIn((await shownAt(claim)) ?? '');
    const others = claims.filter((one) => one !== claim);
    return shown.some((value) => sentTo(claim).has(value) && !others.some((one) => sentTo(one).has(value)));
  };
  // Which it is may show later, by the answer to a creation that was under way.
  const kindOf = (name: string): Kind => (oneAddressOf(claims, name) === undefined ? 'moved' : 'shared');
  /** One view alone may be mixed up; that is a fault of its own. The list and a GET both have to show it. */
  const isSeenMoved = async (claim: Claim): Promise<boolean> => {
    const { resource, id = '' } = claim;
    const text = await shownAt(claim);
    const moved = text === undefined ? [] : movedTo(text, claim);
    if (moved.length === 0) return false;
    for (const one of moved) if (await isInPlace(one)) return false;
    const list = await readList(resource, read);
    const entries = list && listedIn(list.representation.value, resource);
    const entry = entries?.find((one) => idOfEntry(one, resource) === id);
    // Where entries show no id, their order may be all that there is.
    return entry === undefined || movedTo(JSON.stringify(entry), claim).length > 0;
  };

  const whyNot = (name: string): string => `an id of ${name} ${WORDS[kindOf(name)].why}`;

  return {
    observe(text, claim) {
      const { name } = claim.resource;
      if (!moving.has(name) && !signs.has(name) && movedTo(text, claim).length > 0) signs.set(name, claim);
    },
    async why(resource) {
      const { name } = resource;
      const sign = signs.get(name);
      if (sign !== undefined && !moving.has(name)) {
        if ((await isSeenMoved(sign)) && !moving.has(name)) {
          moving.add(name);
          onMoving(resource, whyNot(name));
        }
        signs.delete(name);
      }
      return moving.has(name) ? whyNot(name) : undefined;
    },
    told: () =>
      [...moving].map(
        (name) =>
          `${WORDS[kindOf(name)].told(name)}. Nothing more is created or deleted there, and a DELETE that was sent before this was seen may have taken away a record of somebody else`,
      ),
  };
}
