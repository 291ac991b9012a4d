import { isObject } from '../../core/representation/json-value.ts';
import { instead, records, redirected, refusal, type Shown, type Variation, type Wrap } from './variation.ts';

const VALUES = 'document 2: field types, formats and required flags are not shown; 8: limits are not shown';

/** Takes a payload in another way before it is stored. */
function stored(change: (payload: Shown) => Shown): Wrap {
  return instead(({ request, method, path, body }, next) => {
    if (method !== 'POST' || !/\/deals\/?$/u.test(path)) return undefined;
    const payload = parsed(body);
    return payload === undefined ? undefined : next(redirected(request, path, JSON.stringify(change(payload))));
  });
}

/** Refuses a payload with 400. */
function refused(why: (payload: Shown) => boolean): Wrap {
  return instead(({ method, path, body }) => {
    if (method !== 'POST' || !/\/deals\/?$/u.test(path)) return undefined;
    const payload = parsed(body);
    return payload !== undefined && why(payload) ? refusal(400) : undefined;
  });
}

function parsed(body: string): Shown | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function texts(change: (text: string) => string): (payload: Shown) => Shown {
  return (payload) =>
    Object.fromEntries(Object.entries(payload).map(([n, v]) => [n, typeof v === 'string' ? change(v) : v]));
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? Array.from(value).length : 0);

/** What is taken, refused and stored: document 2, 7, 8. */
export const values: readonly Variation[] = [
  {
    id: 'texts-trimmed',
    title: 'Texts are trimmed.',
    source: VALUES,
    group: 'texts',
    wrap: stored(texts((t) => t.trim())),
  },
  {
    id: 'texts-with-one-line-end',
    title: 'A carriage return before a line feed is taken out of texts.',
    source: `${VALUES}; XML 1.0 2.11: a store of XML knows one line end`,
    group: 'texts',
    unseen: 'no payload that is compared has one',
    wrap: stored(texts((t) => t.replaceAll('\r\n', '\n'))),
  },
  {
    id: 'texts-composed',
    title: 'Texts are stored in normal form C.',
    source: 'Unicode: canonically equivalent texts are the same text',
    group: 'texts',
    wrap: stored(texts((t) => t.normalize('NFC'))),
  },
  {
    id: 'texts-decomposed',
    title: 'Texts are stored in normal form D.',
    source: 'Unicode: canonically equivalent texts are the same text',
    group: 'texts',
    wrap: stored(texts((t) => t.normalize('NFD'))),
  },
  {
    id: 'prices-rounded',
    title: 'Prices are rounded to cents.',
    source: VALUES,
    wrap: stored((p) => (typeof p['price'] === 'number' ? { ...p, price: Math.round(p['price'] * 100) / 100 } : p)),
  },
  {
    id: 'prices-limited',
    title: 'Prices above a million are refused.',
    source: VALUES,
    group: 'refused',
    wrap: refused((p) => typeof p['price'] === 'number' && p['price'] > 1e6),
  },
  {
    id: 'prices-whole',
    title: 'Prices with cents are refused.',
    source: VALUES,
    group: 'refused',
    wrap: refused((p) => typeof p['price'] === 'number' && !Number.isInteger(p['price'])),
  },
  {
    id: 'names-short',
    title: 'Names of more than 50 characters are refused.',
    source: VALUES,
    group: 'refused',
    wrap: refused((p) => lengthOf(p['name']) > 50),
  },
  {
    id: 'names-limited',
    title: 'Names of more than 100 characters are refused.',
    source: VALUES,
    group: 'refused',
    wrap: refused((p) => lengthOf(p['name']) > 100),
  },
  {
    id: 'names-limited-by-bytes',
    title: 'Names of more than 255 bytes are refused.',
    source: VALUES,
    group: 'refused',
    wrap: refused((p) => Buffer.byteLength(String(p['name'])) > 255),
  },
  {
    id: 'names-without-markup',
    title: 'Names that look like markup are refused.',
    source: VALUES,
    group: 'refused',
    wrap: refused((p) => /[<>]/u.test(String(p['name']))),
  },
  {
    id: 'names-in-latin-1',
    title: 'Names with letters beyond Latin-1 are refused.',
    source: VALUES,
    group: 'refused',
    wrap: refused((p) => /[^\0-\xff]/u.test(String(p['name']))),
  },
  {
    id: 'names-in-ascii',
    title: 'Names with letters beyond ASCII are refused.',
    source: VALUES,
    group: 'refused',
    wrap: refused((p) => /[^ -~]/u.test(String(p['name']))),
  },
  {
    id: 'names-of-letters-and-digits',
    title: 'Names with signs other than full stops, hyphens and underscores are refused.',
    source: VALUES,
    group: 'refused',
    wrap: refused((p) => /[^\p{L}\p{M}\p{N} ._-]/u.test(String(p['name']))),
  },
  {
    id: 'members-refused',
    title: 'Members that are not known are refused.',
    source: 'document 7 (400)',
    group: 'refused',
    wrap: refused((p) => Object.keys(p).some((n) => n !== 'name' && n !== 'price')),
  },
  {
    id: 'names-unique',
    title: 'A name that is taken is refused with 409.',
    source: 'RFC 9110 15.5.10',
    wrap: uniqueNames(),
  },
  {
    id: 'holds-shown-as-state',
    title: 'A deal shows a state in place of held and holdReason.',
    source: 'document 2: held is of one proposed form only',
    // What takes effect later is waited for, which can only be done where the effect is shown.
    group: 'held',
    options: { operationForms: ['A', 'E', 'F'] },
    wrap: records(({ held, holdReason, ...rest }) => rest),
    untoldEffects: ['HoldDeal', 'UnholdDeal'],
    hides: {
      'operation/effect': 'the deal shows no such member',
      'command/effect': 'the deal shows no such member',
      'operation/forms-agree': 'the deal shows no such member',
    },
  },
];

function uniqueNames(): Wrap {
  const taken = new Set<unknown>();
  return instead(async ({ request, method, path, body }, next) => {
    if (method !== 'POST' || !/\/deals\/?$/u.test(path)) return undefined;
    const name = parsed(body)?.['name'];
    if (typeof name !== 'string' || name === '') return undefined;
    if (taken.has(name)) return refusal(409);
    const response = await next(request);
    if (response.ok) taken.add(name);
    return response;
  });
}
