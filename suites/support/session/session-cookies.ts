import fc from 'fast-check';
import type { Property } from '../../../core/run/trial.ts';

const inRange = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i));

// cookie-octet and token, RFC 6265 4.1.1 and RFC 9110 5.6.2.
const octets = [
  ...inRange(0x21, 0x21),
  ...inRange(0x23, 0x2b),
  ...inRange(0x2d, 0x3a),
  ...inRange(0x3c, 0x5b),
  ...inRange(0x5d, 0x7e),
];

const tokenChars = [..."!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const cookieValue = fc.string({ unit: fc.constantFrom(...octets), minLength: 1, maxLength: 60 });

const cookieName = fc.string({ unit: fc.constantFrom(...tokenChars), minLength: 1, maxLength: 20 });

/** Values that a cookie may have, the odd ones always: falsy, short, long. */
export const cookieValues: Property<string> = {
  cases: cookieValue,
  always: [
    '0',
    'false',
    'null',
    'undefined',
    'a',
    '-',
    '=',
    'a=b',
    // What looks like a signed token, or like a user and a secret, is looked at as little.
    'a.b.c',
    '0:abc',
    ':abc',
    'NaN',
    '[]',
    '{}',
    '%00',
    '%',
    '"quoted"',
    'deleted',
    'expired',
    'v'.repeat(1500),
  ],
};

/** Cookies of names that resemble this one; `{value}` is where the value of the session goes. */
export function otherNames(name: string): Property<string> {
  const unlike = cookieName.filter((other) => other !== name);
  const names = [
    `${name}S`,
    `${name}_`,
    `${name}2`,
    `X${name}`,
    `_${name}`,
    `X-${name}`,
    name.slice(0, -1),
    name.slice(1),
    name.toLowerCase(),
    name.charAt(0) + name.slice(1).toLowerCase(),
    name.replaceAll('_', '-'),
    name.replaceAll('_', ''),
    name.replaceAll('_', '.'),
    `${name}.x`,
    `__Host-${name}`,
    'SESSION',
    'TOKEN',
    'USER',
  ];
  const distinct = [...new Set(names)].filter((other) => other !== name && other !== '');
  return {
    cases: unlike.map((other) => `${other}={value}`),
    always: [
      ...distinct.map((other) => `${other}={value}`),
      `other=${name}`,
      `other=${name}={value}`,
      // Pairs end at a semicolon alone (RFC 6265 4.2.1), and one that is encoded ends none.
      `other=1&${name}={value}`,
      `other=1%3B%20${name}={value}`,
      // A quoted value is a value (RFC 6265 4.1.1), and this one is that of another cookie.
      `other="${name}={value}"`,
      `first=1; ${name}S={value}; last=2`,
      ...(name.toUpperCase() === name ? [`${name.toLowerCase()}={value}; other=1`] : []),
    ],
  };
}

/**
 * Fields that hold no cookie of this name, though some readers find one in them. A name that is no token is not among them: a server may
 * recover the cookie from a malformed field (RFC 9110 2.4), as WebOb and PHP do.
 */
export function oddCookies(name: string): readonly string[] {
  return ['', '={value}', `${encodeFirstMark(name)}={value}`, `$${name}={value}`];
}

// Names are compared as they are, with no percent-decoding (RFC 6265 5.4).
function encodeFirstMark(name: string): string {
  return name.replace(/[^A-Za-z]|.$/u, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

interface Surroundings {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const others = fc.array(
  fc.tuple(cookieName, cookieValue).map(([name, value]) => `x${name}=${value}`),
  { maxLength: 6 },
);

const many = Array.from({ length: 20 }, (_, i) => `c${i}=${i}`);

/** Cookies before that of the session of this name and behind it. */
export function surroundings(name: string): Property<Surroundings> {
  const ofNames = ({ before, after }: Surroundings): readonly string[] =>
    [...before, ...after].map((cookie) => cookie.slice(0, cookie.indexOf('=')));
  return {
    // Which of two cookies of one name counts is told nowhere (RFC 6265 4.2.2).
    cases: fc.record({ before: others, after: others }).filter((drawn) => !ofNames(drawn).includes(name)),
    always: [...usual, ...beside(name)],
    show: ({ before, after }) => `${before.join('; ')} | here | ${after.join('; ')}`,
  };
}

/** Cookies of names that hold this one, or are a part of it, and one with the name as its value: a search for the text finds them first. */
function beside(name: string): readonly Surroundings[] {
  const longer = [`${name}S=1`, `X${name}=1`];
  const shorter = name.length > 1 ? [`${name.slice(1)}=1`] : [];
  return [
    { before: longer, after: [] },
    { before: [...shorter, `other=${name}`], after: [`${name}2=1`, `other2=${name}=`] },
  ];
}

const usual: readonly Surroundings[] = [
  { before: [], after: ['a=1'] },
  { before: ['a=1'], after: [] },
  { before: ['a=1'], after: ['b=2'] },
  { before: many, after: [] },
  { before: many, after: many },
  { before: ['a="q"'], after: [] },
  { before: ['a='], after: [] },
  { before: ['a=b=c'], after: ['d=e'] },
];
