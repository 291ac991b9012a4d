import { createHash } from 'node:crypto';
import { type Change, type HostileServer, isJson, jsonBody, plus, spoiling, withBody } from '../hostile-server.ts';

/** A change that is told how many answers it made before. */
function counted(change: (nth: number) => Change): Change {
  let answered = 0;
  return (honest, seen, around) => {
    answered += 1;
    return change(answered)(honest, seen, around);
  };
}

const one = (id: string, title: string, change: (nth: number) => Change): HostileServer => ({
  id: `anew-${id}`,
  title,
  kind: 'anew',
  start: spoiling(counted(change)),
});

/** A text of this length that no other number gives, and that hardly gets smaller when it is compressed. */
function noise(seed: string, length: number): string {
  const pieces = Array.from({ length: Math.ceil(length / 43) }, (_, i) =>
    createHash('sha256').update(`${seed} ${i}`).digest('base64url'),
  );
  return pieces.join('').slice(0, length);
}

/** One field in the place of the honest one. */
function instead(name: string, value: (honest: Response) => string): Change {
  return (honest) => {
    const { status, headers, body } = honest;
    const changed = new Headers(headers);
    changed.set(name, value(honest));
    return new Response(body, { status, headers: changed });
  };
}

/** A field of every success in JSON, or of every other answer. */
const ofJson =
  (change: Change): Change =>
  (honest, seen, around) =>
    isJson(honest) ? change(honest, seen, around) : honest;

/** Upper and lower case in turn, as the bits of a number say. */
const cased = (text: string, bits: number): string =>
  [...text].map((char, i) => ((bits >> (i % 16)) & 1 ? char.toUpperCase() : char)).join('');

const LONG = noise('body', 200_000);

/** The same 200 kB but for one byte, at another place each time. */
function differing(nth: number): string {
  const at = (nth * 7919) % LONG.length;
  return `${LONG.slice(0, at)}~${LONG.slice(at + 1)}`;
}

const REFUSAL = JSON.stringify({
  errors: Array.from({ length: 4000 }, (_, i) => ({ code: i, message: noise('', 200) })),
});

/** An address of this server that is long, and means what it meant without the query. */
const lengthened = (address: string, nth: number): string =>
  `${address}${address.includes('?') ? '&' : '?'}from=${noise(`address ${nth}`, 8000)}`;

/** What no answer told before: whoever remembers it grows with each answer. */
export const anew: readonly HostileServer[] = [
  one('type-parameters', 'Each JSON has other parameters and another case of its media type.', (nth) =>
    ofJson(instead('content-type', () => `${cased('application/json', nth)}; v${nth}="${noise(`${nth}`, 40)}"`)),
  ),
  one('type', 'Each JSON has another media type that ends with +json.', (nth) =>
    ofJson(
      instead('content-type', () => `application/vnd.${cased('own', nth)}-${nth}+json; charset=${cased('utf-8', nth)}`),
    ),
  ),
  one(
    'type-of-refusals',
    'All refusals are the same megabyte of JSON, each with another media type.',
    (nth) => (honest) =>
      honest.status < 400 || honest.body === null
        ? honest
        : withBody(honest, REFUSAL, { 'content-type': `application/vnd.own-${nth}+json; v=${nth}` }),
  ),
  one('fields', 'Each answer has 30 fields that no other one has.', (nth) =>
    plus(
      ...Array.from(
        { length: 30 },
        (_, i) => [`x-${noise(`name ${nth} ${i}`, 20)}`, noise(`${nth} ${i}`, 60)] as const,
      ),
    ),
  ),
  one('fields-long', 'Each answer has 50 kB of fields that no other one has.', (nth) =>
    plus(...Array.from({ length: 400 }, (_, i) => [`x-${nth}-${i}`, noise(`${nth} ${i}`, 110)] as const)),
  ),
  one('body', 'Each JSON has 200 kB, of which one byte is another than before, and an ETag of its own.', (nth) =>
    jsonBody(
      (text) =>
        text.trimStart().startsWith('[')
          ? `[${JSON.stringify({ id: `${900_000 + (nth % 7)}`, note: differing(nth) })}${text.trim() === '[]' ? '' : ','}${text.trim().slice(1)}`
          : text.replace(/\}\s*$/u, `,"more":"${differing(nth)}"}`),
      { etag: `"${noise(`etag ${nth}`, 100)}"` },
    ),
  ),
  one('body-whole', 'Each JSON has 100 kB that no other one has.', (nth) =>
    jsonBody((text) => text.replace(/\}\s*(\]?)\s*$/u, (_, end) => `,"more":"${noise(`${nth}`, 100_000)}"}${end}`)),
  ),
  one(
    'refusal',
    'Each refusal has 200 kB, of which one byte is another than before.',
    (nth) => (honest) =>
      honest.status < 400 || honest.body === null
        ? honest
        : withBody(honest, JSON.stringify({ message: differing(nth) }), { 'content-type': 'application/json' }),
  ),
  one(
    'location',
    'Each Location is right, and has a query of 8 kB that no other one has.',
    (nth) => (honest, seen, around) =>
      honest.headers.has('location')
        ? instead('location', ({ headers }) => lengthened(headers.get('location') ?? '', nth))(honest, seen, around)
        : honest,
  ),
  one(
    'location-everywhere',
    'Each answer that needs no Location has one, 8 kB long.',
    (nth) => (honest, seen, around) =>
      honest.headers.has('location')
        ? honest
        : instead('location', () => `/rest/1/${noise(`${nth}`, 8000)}`)(honest, seen, around),
  ),
  one(
    'links',
    'Each JSON links to itself by an address of 8 kB that no other one has.',
    (nth) => (honest, seen, around) =>
      jsonBody((text) =>
        text.replace(
          /\}\s*(\]?)\s*$/u,
          (_, end) =>
            `,"_links":{"self":{"href":"${lengthened(seen.path, nth)}"},"next":{"href":"${lengthened('/rest/1/more/', nth)}"}}}${end}`,
        ),
      )(honest, seen, around),
  ),
  one('cookies', 'Each answer sets ten cookies that no other one sets.', (nth) =>
    plus(
      ...Array.from(
        { length: 10 },
        (_, i) => ['set-cookie', `c${nth}-${i}=${noise(`${nth} ${i}`, 60)}; Path=/${nth}`] as const,
      ),
    ),
  ),
  one('tokens', 'Each JSON holds a token of its own.', (nth) =>
    jsonBody((text) => text.replace(/\}\s*(\]?)\s*$/u, (_, end) => `,"token":"${noise(`token ${nth}`, 400)}"}${end}`)),
  ),
];
