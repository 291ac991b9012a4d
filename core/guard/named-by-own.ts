import type { Answer } from '../answer.ts';
import { lastSegment } from '../http/address.ts';
import { holds } from '../records/record-claim.ts';
import { isObject } from '../representation/json-value.ts';
import { isCalledReference } from './references.ts';

/** What the records of a run name, as the user that owns each of them: what a service does with one of these may reach that user. */
export interface NamedByOwn {
  /** Notes what an answer shows of a record of the run. */
  seen(answer: Answer): void;
  /** Those of some ids that records of the run show, the likeliest names of another record first. */
  of(ids: readonly string[]): readonly string[];
}

/** What shows one: a member that is called so, another text, another number. A number that counts may be an id by chance. */
type Kind = 'reference' | 'text' | 'number';

const KINDS: readonly Kind[] = ['reference', 'text', 'number'];

/** What so many answers show is enough: the owner of what a run creates is mostly one. Longer texts are no ids. */
const [ENOUGH, LONGEST] = [50, 200];

/** Opens what is known of them. `nonce`: what every value of the run holds. */
export function openNamedByOwn(nonce: string): NamedByOwn {
  const named: Record<Kind, Set<string>> = { reference: new Set(), text: new Set(), number: new Set() };
  let count = 0;

  return {
    seen(answer) {
      const { method } = answer.exchange.request;
      if (count >= ENOUGH || !answer.succeeded || !['GET', 'POST'].includes(method)) return;
      const { value } = answer.representation;
      if (!isObject(value) || !holds(answer, nonce)) return;
      count += 1;
      const own = [answer.exchange.request.url, answer.location ?? ''].map(lastSegment);
      for (const [kind, id] of namesIn(value)) if (!own.includes(id)) named[kind].add(id);
    },
    of(ids) {
      const known = new Set(ids);
      const all = new Set([...named.reference, ...named.text, ...named.number]);
      return [...all].filter((id) => known.has(id));
    },
  };
}

/** The ids that a record shows, which may be those of others, the likeliest ones first. */
export function idsNamedIn(record: unknown): readonly string[] {
  const names = isObject(record) ? namesIn(record) : [];
  const inOrder = KINDS.flatMap((kind) => names.filter(([one]) => one === kind));
  return [...new Set(inOrder.map(([, id]) => id))];
}

function namesIn(record: Readonly<Record<string, unknown>>): readonly (readonly [Kind, string])[] {
  // An owner may be shown as a record.
  const within = Object.values(record).flatMap((one) => (isObject(one) ? Object.entries(one) : []));
  return [...Object.entries(record), ...within].flatMap(([name, value]) => namedBy(name, value));
}

function namedBy(name: string, value: unknown): readonly (readonly [Kind, string])[] {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.length > LONGEST)) return [];
  // The record may be named by its address.
  const id = String(value).includes('/') ? lastSegment(String(value)) : String(value);
  const kind = typeof value === 'number' ? 'number' : 'text';
  return id === undefined ? [] : [[isCalledReference(name) ? 'reference' : kind, id]];
}
