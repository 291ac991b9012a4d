import { answers, fields, records, type Variation, type Wrap } from './variation.ts';

const SOURCE = 'document 4.4-c4: a response may carry validators, and the tag is opaque';

/** Writes tags in another way; `back` gives the mock its own ones again. */
function tagged(write: (opaque: string) => string, back: (field: string) => string): Wrap {
  const out = fields(
    ({ headers }) => ({ etag: write((headers.get('etag') ?? '').slice(1, -1)) }),
    ({ headers }) => headers.has('etag'),
  );
  return (fetch, mock) =>
    out((request) => {
      for (const name of ['if-none-match', 'if-match']) {
        const tags = request.headers.get(name);
        if (tags !== null) request.headers.set(name, back(tags));
      }
      return fetch(request);
    }, mock);
}

const without = (...names: readonly string[]): Wrap =>
  fields(() => Object.fromEntries(names.map((name) => [name, undefined])));

const NO_TAGS = {
  'create/etag-agrees': 'no ETag is sent',
  'validator/etag-changes': 'no ETag is sent',
  'validator/etag-stable': 'no ETag is sent',
  'validator/per-representation': 'no ETag is sent',
  'validator/if-none-match': 'no ETag is sent',
};

/** Validators: document 4.4-c4. */
export const validators: readonly Variation[] = [
  {
    id: 'etag-weak',
    title: 'Every ETag is weak.',
    source: 'RFC 9110 8.8.3',
    group: 'etag',
    wrap: tagged(
      (opaque) => `W/"${opaque}"`,
      (field) => field,
    ),
    hides: { 'validator/per-representation': 'weak tags may be shared by representations' },
  },
  {
    id: 'etag-weak-and-shared',
    title: 'Every ETag is weak and the same in all representations.',
    source: 'RFC 9110 8.8.3.3: weak tags may be shared',
    group: 'etag',
    wrap: (fetch, mock) => {
      const shared = tagged(
        (opaque) => `W/"${opaque.replace(/-(?:json|xml|html)$/u, '')}"`,
        (field) => field.replace(/W\/"([^"]*)"/gu, '"$1-json", "$1-xml", "$1-html"'),
      );
      return shared(fetch, mock);
    },
    hides: { 'validator/per-representation': 'weak tags may be shared by representations' },
  },
  {
    id: 'etag-odd',
    title: 'ETags hold commas, quotes of other kinds and letters beyond ASCII.',
    source: 'RFC 9110 8.8.3: etagc is any visible character but the double quote, and obs-text',
    group: 'etag',
    wrap: tagged(
      (opaque) => `"'${opaque}',!#{}\u00e9"`,
      (field) => field.replaceAll(/"'([^"]*)',!#\{\}\u00e9"/gu, '"$1"'),
    ),
  },
  {
    id: 'etag-long',
    title: 'ETags have several hundred characters.',
    source: SOURCE,
    group: 'etag',
    wrap: tagged(
      (opaque) => `"${opaque}${'='.repeat(500)}"`,
      (field) => field.replaceAll(/(?<!=)={500}"/gu, '"'),
    ),
  },
  {
    id: 'etag-none',
    title: 'There is Last-Modified and no ETag.',
    source: SOURCE,
    group: 'etag',
    wrap: without('etag'),
    hides: NO_TAGS,
  },
  {
    id: 'last-modified-none',
    title: 'There is an ETag and no Last-Modified.',
    source: SOURCE,
    wrap: without('last-modified'),
  },
  {
    id: 'validators-none',
    title: 'There are no validators at all.',
    source: SOURCE,
    group: 'etag',
    options: { validators: false },
    wrap: without('cache-control'),
    hides: NO_TAGS,
  },
  {
    id: 'etag-not-on-creation',
    title: 'A 201 has no validators.',
    source: SOURCE,
    group: 'etag',
    wrap: fields(
      () => ({ etag: undefined, 'last-modified': undefined }),
      ({ status }) => status === 201,
    ),
    hides: { 'create/etag-agrees': 'a 201 carries no ETag' },
  },
  {
    id: 'etag-not-on-collections',
    title: 'Collections have no validators.',
    source: SOURCE,
    group: 'etag',
    wrap: fields(
      () => ({ etag: undefined, 'last-modified': undefined }),
      (response, { path }) => response.status === 200 && /\/(?:deals\/?|users)(?:\.\w+)?$/u.test(path),
    ),
  },
  {
    id: 'etag-per-answer',
    title: 'Records tell when they were served, and have another ETag each time.',
    source: 'RFC 9110 8.8.1: a strong validator changes with every change of the bytes',
    group: 'etag',
    wrap: volatile(),
    hides: {
      'create/etag-agrees': 'the bytes differ each time, and so do the tags',
      'validator/etag-stable': 'no two readings are alike',
      'validator/if-none-match': 'no tag is ever current',
    },
    departs: {
      'validator/every':
        'XML and HTML do not tell when they were served: the same bytes have another tag, which no MUST of RFC 9110 8.8 forbids',
    },
  },
  {
    id: 'last-modified-rfc-850',
    title: 'Last-Modified has the old form of RFC 850.',
    source: 'RFC 9110 5.6.7: a recipient has to accept all three forms',
    group: 'last-modified',
    wrap: dated(
      (d) =>
        `${LONG_DAYS[d.getUTCDay()]}, ${two(d.getUTCDate())}-${MONTHS[d.getUTCMonth()]}-${two(d.getUTCFullYear() % 100)} ${clock(d)} GMT`,
    ),
  },
  {
    id: 'last-modified-asctime',
    title: 'Last-Modified has the form of asctime.',
    source: 'RFC 9110 5.6.7: a recipient has to accept all three forms',
    group: 'last-modified',
    wrap: dated(
      (d) =>
        `${(LONG_DAYS[d.getUTCDay()] ?? '').slice(0, 3)} ${MONTHS[d.getUTCMonth()]} ${String(d.getUTCDate()).padStart(2)} ${clock(d)} ${d.getUTCFullYear()}`,
    ),
  },
  {
    id: 'last-modified-old',
    title: 'Last-Modified is of last year, and what is asked by dates is answered by it.',
    group: 'last-modified',
    source: 'RFC 9110 8.8.2: a clock of the store’s own, never later than Date',
    wrap: (fetch, mock) => {
      const out = fields(
        () => ({ 'last-modified': LAST_YEAR }),
        ({ headers }) => headers.has('last-modified'),
      );
      return out((request) => {
        // It was not modified after that date; of what was modified on it nothing is said, so that no copy is old.
        const since = Date.parse(request.headers.get('if-unmodified-since') ?? '');
        if (since >= Date.parse(LAST_YEAR) - HALF_A_DAY) request.headers.delete('if-unmodified-since');
        request.headers.delete('if-modified-since');
        return fetch(request);
      }, mock);
    },
  },
];

const LAST_YEAR = 'Wed, 01 Jan 2025 00:00:00 GMT';
/** Of the three forms of dates, Date.parse takes one in local time. In milliseconds. */
const HALF_A_DAY = 12 * 3_600_000;
const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number): string => String(n).padStart(2, '0');
const clock = (date: Date): string => date.toISOString().slice(11, 19);

/** Writes every Last-Modified in another form. */
function dated(write: (date: Date) => string): Wrap {
  return fields(
    ({ headers }) => ({ 'last-modified': write(new Date(headers.get('last-modified') ?? 0)) }),
    ({ headers }) => headers.has('last-modified'),
  );
}

function volatile(): Wrap {
  let served = 0;
  const told = records((record) => {
    served += 1;
    return { ...record, servedAt: new Date().toISOString(), requestId: `r${served}` };
  });
  const tags = answers((response) => {
    if (!response.headers.has('etag')) return response;
    served += 1;
    const headers = new Headers(response.headers);
    headers.set('etag', `"answer-${served}"`);
    return new Response(response.body, { status: response.status, headers });
  });
  return (fetch, mock) => tags(told(fetch, mock), mock);
}
