import type { RequestView } from '../deviations/deviation.ts';
import { answers, bodies, isIn, records, rewritten, type Shown, type Variation, type Wrap } from './variation.ts';

const SHAPE = 'document 2, 4.4-c3: which members a record shows, and in which shape, is left open';
const TYPES = 'document 2: field types and formats are not shown';
const RENAMED = 'the deal shows members of other names';
const ALL = ['HoldDeal', 'UnholdDeal', 'CompleteDeal', 'CancelDeal', 'ChangePrice', 'ChangeCompletionDate'];

const isOfDeals = ({ path }: RequestView): boolean => /\/(?:deals|commands?)(?:[/.]|$)/u.test(path);

function mapped(change: (name: string, value: unknown) => readonly (readonly [string, unknown])[]): Wrap {
  return records((record) => Object.fromEntries(Object.entries(record).flatMap(([n, v]) => change(n, v))));
}

/** Gives the members of deals other names. */
function renamed(rename: (name: string) => string): Wrap {
  return records((record, seen) =>
    isOfDeals(seen)
      ? Object.fromEntries(Object.entries(record).map(([n, v]) => [n.startsWith('_') ? n : rename(n), v]))
      : record,
  );
}

/** Writes the date of completion in another way. */
function dated(write: (date: string) => unknown): Wrap {
  return mapped((name, value) => [
    [name, name === 'completionDate' && /^\d{4}-\d\d-\d\d$/u.test(String(value)) ? write(String(value)) : value],
  ]);
}

/** What is lost where no target file tells what these operations do. */
function untold(...names: readonly string[]): Pick<Variation, 'untoldEffects' | 'hides'> {
  const reason = 'no file tells what it does';
  const rules = names.flatMap((name) => [`operation/effect on ${name}/*`, `operation/forms-agree on ${name}`]);
  return { untoldEffects: names, hides: Object.fromEntries(rules.map((rule) => [rule, reason])) };
}

// Not what a member counts for, but what Go calls empty.
const isEmpty = (value: unknown): boolean =>
  value === false || value === 0 || value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** As Java writes a double: always with a point, and from ten million on with an exponent. */
function asDouble(digits: string): string {
  const value = Number(digits);
  const size = Math.abs(value);
  if (!Number.isFinite(value) || String(value) !== digits) return digits;
  if (size !== 0 && (size >= 1e7 || size < 1e-3)) {
    const [mantissa = '', exponent = ''] = value.toExponential().split('e');
    return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent.replace('+', '')}`;
  }
  return Number.isInteger(value) ? `${digits}.0` : digits;
}

/** Begins every object with another of its members. */
function turned(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((item) => turned(item, by));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  const first = by % Math.max(1, members.length);
  const ordered = [...members.slice(first), ...members.slice(0, first)];
  return Object.fromEntries(ordered.map(([name, member]) => [name, turned(member, by)]));
}

/** Members come in another order each time, so that tags can only be weak (RFC 9110 8.8.1). */
const inAnyOrder: Wrap = (fetch, mock) => {
  let answered = 0;
  return answers(async (response) => {
    answered += 1;
    const headers = new Headers(response.headers);
    const etag = headers.get('etag');
    if (etag !== null && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`);
    const changed = new Response(response.body, { status: response.status, headers });
    return isIn(changed, 'json') && changed.body !== null
      ? rewritten(changed, (text) => JSON.stringify(turned(JSON.parse(text), answered)))
      : changed;
  })(fetch, mock);
};

const money = (price: unknown): Shown => ({ amount: price, currency: 'EUR' });

/** What JSON of other frameworks looks like: document 2, 4.4-c3. */
export const shapes: readonly Variation[] = [
  {
    id: 'json-dates-with-offset',
    title: 'Dates come back as midnight in a zone of their own.',
    source: TYPES,
    group: 'dates',
    wrap: dated((date) => `${date}T00:00:00+02:00`),
  },
  {
    id: 'json-dates-as-milliseconds',
    title: 'Dates come back as milliseconds since 1970.',
    source: `${TYPES}; Jackson writes them so unless it is told otherwise`,
    group: 'dates',
    ...untold('ChangeCompletionDate'),
    wrap: dated((date) => Date.parse(`${date}T00:00:00Z`)),
  },
  {
    id: 'json-dates-as-arrays',
    title: 'Dates come back as arrays of year, month and day.',
    source: `${TYPES}; Jackson writes them so unless it is told otherwise`,
    group: 'dates',
    ...untold('ChangeCompletionDate'),
    wrap: dated((date) => date.split('-').map(Number)),
  },
  {
    id: 'json-numbers-as-java',
    layer: 'notation',
    title: 'Numbers are written as Java writes doubles, 1.2E7 and 100.0.',
    source: 'RFC 8259 6: an exponent begins with e or E, and a fraction may be zero',
    group: 'numbers',
    wrap: bodies('json', (text) =>
      text.replace(/("price":)(-?\d[\d.eE+-]*)(?=[,}])/gu, (_w, a: string, n: string) => a + asDouble(n)),
    ),
  },
  {
    id: 'json-prices-as-money',
    title: 'Prices come back as objects of an amount and a currency.',
    source: TYPES,
    group: 'numbers',
    ...untold('ChangePrice'),
    wrap: mapped((name, value) => [[name, name === 'price' ? money(value) : value]]),
  },
  {
    id: 'json-without-empty-members',
    title: 'Members that are false, zero, null or empty are left out.',
    source: `${SHAPE}; Go calls that omitempty`,
    group: 'held',
    ...untold('UnholdDeal'),
    wrap: mapped((name, value) => (isEmpty(value) ? [] : [[name, value]])),
  },
  {
    id: 'json-in-snake-case',
    title: 'Deals come back with the names of members in snake case.',
    source: SHAPE,
    group: 'held names',
    untoldEffects: ['HoldDeal', 'ChangeCompletionDate'],
    hides: {
      ...untold('HoldDeal', 'ChangeCompletionDate').hides,
      'command/effect on command:HoldDeal': 'no file tells what it does',
    },
    wrap: renamed((name) => name.replace(/[A-Z]/gu, (c) => `_${c.toLowerCase()}`)),
  },
  {
    id: 'json-in-pascal-case',
    title: 'Deals come back with the names of members in capitals at their beginning.',
    source: SHAPE,
    group: 'held names envelope ids',
    untoldEffects: ALL,
    hides: {
      'operation/effect': RENAMED,
      'operation/forms-agree': RENAMED,
      'command/effect': RENAMED,
      'read/item-of-collection on deals': 'the id is shown under a name that no file tells',
    },
    wrap: renamed((name) => name.charAt(0).toUpperCase() + name.slice(1)),
  },
  {
    id: 'json-members-in-any-order',
    title: 'Members come in another order each time, and tags are weak.',
    source: 'RFC 8259 4; RFC 9110 8.8.1, 8.8.3: bytes that differ and mean the same share a weak tag',
    group: 'etag',
    hides: {
      'validator/per-representation': 'weak tags may be shared by representations',
      'validator/etag-stable': 'no two readings are alike',
    },
    wrap: inAnyOrder,
  },
  {
    id: 'json-created-in-a-list',
    title: 'A creation is answered with the list of what was created, of one deal.',
    source: 'document 4.4-c3: the body describes the created resources, and its shape is left open',
    group: 'envelope',
    file: { resources: [{ name: 'deals', envelope: { created: '/0' } }] },
    wrap: records((record, { method }) => (method === 'POST' ? [record] : record)),
  },
];
