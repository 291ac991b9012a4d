import type { Call, Cell, Fault, Operator } from './mutant.ts';
import { changed } from './mutant.ts';

const CLAUSE = '4.4-c4, RFC 9110';
const FAR = 'Fri, 31 Dec 2100 23:59:59 GMT';
const FIELDS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'] as const;

/** Preconditions on what is not there, tags read by a loose pattern, dates in other forms, the order of fields: RFC 9110 13. */
export const preconditions: readonly Operator[] = [
  {
    // Where the answer without it is neither 2xx nor 412, a precondition is ignored (RFC 9110 13.2.1).
    name: 'condition-on-missing',
    per: 'status',
    at: ({ status, place, pattern }) => {
      if (status !== 404 || !pattern.includes(':') || !/\.(?:get|put|delete)$/u.test(place)) return [];
      const reads = place.endsWith('.get');
      return [
        onMissing('crash', 'a precondition on what is not there ends in 500', 500, () => true),
        onMissing('unmodified', 'If-Unmodified-Since on what is not there is answered 412', 412, (call) =>
          call.request.headers.has('if-unmodified-since'),
        ),
        ...(reads
          ? [
              onMissing('tag', 'If-None-Match with a tag on what is not there is answered 304', 304, isTagged),
              onMissing('since', 'If-Modified-Since on what is not there is answered 304', 304, (call) =>
                call.request.headers.has('if-modified-since'),
              ),
              onMissing('star', 'If-None-Match: * on what is not there is answered 412', 412, isStar),
            ]
          : [
              onMissing('tag', 'If-None-Match with a tag on what is not there is answered 204', 204, isTagged),
              onMissing('star', 'If-None-Match: * on what is not there is answered 204', 204, isStar),
            ]),
      ];
    },
  },
  {
    name: 'tag-table',
    per: 'place',
    at: (cell) => {
      if (!isReading(cell)) return [];
      return [
        // Only what changes has earlier tags.
        ...(/^deals\.(?:id\.)?get$/u.test(cell.place)
          ? [fromTable('earlier', 'a tag of an earlier state counts', (same, type) => same && type)]
          : []),
        // A result of 4.3 comes in one representation.
        ...(cell.place.startsWith('query')
          ? []
          : [fromTable('representation', 'a tag of another representation counts', (same, type) => same && !type)]),
        ...(cell.pattern.includes(':') || cell.place.includes('query')
          ? [fromTable('record', 'a tag of another record counts', (same) => !same)]
          : []),
      ];
    },
  },
  {
    name: 'tag-syntax',
    per: 'place',
    at: (cell) => {
      // An operation changes a deal that is there, so that If-Match alone is of use.
      if (isChange(cell)) return syntaxFaults('if-match');
      return isReading(cell) && /^(?:users|deals)/u.test(cell.place) ? syntaxFaults('if-none-match') : [];
    },
  },
  {
    name: 'condition-order',
    per: 'place',
    at: (cell) =>
      !isReading(cell)
        ? []
        : [
            whenBoth('match-alone', 'beside If-Match, If-None-Match is ignored', 'if-none-match'),
            whenBoth('none-match-alone', 'beside If-None-Match, If-Match is ignored', 'if-match'),
          ],
  },
  {
    name: 'condition-date',
    per: 'place',
    at: (cell) => {
      if (isReading(cell))
        return [
          onDate('asctime', 'a date in the form of asctime is ignored', '5.6.7', /^\w{3} \w{3} /u, undefined),
          onDate('rfc850', 'a date in the form of RFC 850 is ignored', '5.6.7', /^\w+day,/u, undefined),
          onDate('invalid', 'what is no date counts as now', '13.1.3', /^(?!.*\d)/u, FAR),
        ];
      return isChange(cell)
        ? [
            refusedBy('if-modified-since', 'If-Modified-Since is looked at though nothing is read', '13.1.3', /2100/u),
            refusedBy('if-unmodified-since', 'what is no date counts as long ago', '13.1.4', /^(?!.*\d)/u),
          ]
        : [];
    },
  },
  {
    // The target of the request is the command document, and the deal is another resource (document 4.2 F, G).
    name: 'condition-of-deal',
    per: 'place',
    at: ({ place, status }) =>
      !place.endsWith('commandId.put') || status !== 201
        ? []
        : [
            onNew('none-match', 'If-None-Match: * forbids a new command, for the deal is there', '13.1.2', isStar, 412),
            onNew('match', 'If-Match: * lets a new command pass, for the deal is there', '13.1.1', (call) =>
              call.request.headers.has('if-match'),
            ),
            onNew(
              'unmodified',
              'If-Unmodified-Since forbids a new command',
              '13.1.4',
              (call) => call.request.headers.has('if-unmodified-since'),
              412,
            ),
          ],
  },
];

function isReading({ place, status, fields }: Cell): boolean {
  return place.endsWith('.get') && status === 200 && fields.has('etag');
}

// A change of what has a state of its own.
function isChange({ place, status }: Cell): boolean {
  return /^deals\.id\.(?:[\w-]+\.)?(?:put|delete)$/u.test(place) && status === 204;
}

function isStar({ request }: Call): boolean {
  return request.headers.get('if-none-match') === '*';
}

function isTagged(call: Call): boolean {
  return call.request.headers.has('if-none-match') && !isStar(call);
}

function onMissing(args: string, says: string, status: number, isMeant: (call: Call) => boolean): Fault {
  return {
    args,
    says,
    clause: `${CLAUSE} 13.2.1`,
    answer: (response, call) =>
      FIELDS.some((field) => call.request.headers.has(field)) && isMeant(call)
        ? new Response(null, { status })
        : response,
  };
}

interface Given {
  readonly etag: string;
  readonly path: string;
  readonly type: string;
}

/** A 304 for a tag that was once given out, whatever for. */
function fromTable(args: string, says: string, isMeant: (samePath: boolean, sameType: boolean) => boolean): Fault {
  return {
    args,
    says,
    clause: `${CLAUSE} 13.1.2`,
    async take(call, next) {
      const response = await next(call.request);
      const given = (call.memory.get('given') ?? []) as readonly Given[]; // nothing else is put there
      if (response.status !== 200) return response;
      const { headers } = response;
      const path = call.path + call.search;
      const now: Given = { etag: headers.get('etag') ?? '', path, type: headers.get('content-type') ?? '' };
      call.memory.set('given', [...given, now]);
      const asked = call.request.headers.get('if-none-match') ?? '';
      const isKnown = given.some(
        ({ etag, path: of, type }) =>
          etag !== now.etag && asked.includes(etag) && isMeant(of === path, type === now.type),
      );
      return isKnown ? new Response(null, { status: 304, headers: { etag: now.etag } }) : response;
    },
  };
}

// What a pattern without anchors, a split at every comma, or a comparison of beginnings makes of the field.
function syntaxFaults(field: string): Fault[] {
  return [
    rewritten(field, 'quoted-star', 'the tag "*" counts as *', (value) => (value === '"*"' ? '*' : value)),
    rewritten(field, 'comma-inside', 'a tag that holds commas is taken for several', (value) =>
      /"[^"]*,[^"]*"/u.test(value) && !/",/u.test(value)
        ? value
            .split(',')
            .map((part) => `"${part.replaceAll('"', '').trim()}"`)
            .join(', ')
        : value,
    ),
    rewritten(field, 'begun', 'a tag that only begins as the current one counts', (value) =>
      value.replace(/("[^"]*-\d+-(?:json|xml|html))[^"]+"/gu, '$1"'),
    ),
    rewritten(field, 'no-blank', 'tags with no blank after the comma are not told apart', (value) =>
      /",\S/u.test(value) ? '"none"' : value,
    ),
    rewritten(field, 'empty-element', 'a list with an empty element matches nothing', (value) =>
      /^\s*,|,\s*,/u.test(value) ? '"none"' : value,
    ),
  ];
}

function rewritten(field: string, args: string, says: string, rewrite: (value: string) => string): Fault {
  return {
    args: `${field},${args}`,
    says: `in ${field}, ${says}`,
    clause: `${CLAUSE} 8.8.3, 13.1`,
    take(call, next) {
      const value = call.request.headers.get(field);
      return next(value === null ? call.request : changed(call, { [field]: rewrite(value) }));
    },
  };
}

function whenBoth(args: string, says: string, dropped: string): Fault {
  return {
    args,
    says,
    clause: `${CLAUSE} 13.2.2`,
    take(call, next) {
      const { headers } = call.request;
      const isBoth = headers.has('if-match') && headers.has('if-none-match');
      return next(isBoth ? changed(call, { [dropped]: undefined }) : call.request);
    },
  };
}

function onDate(args: string, says: string, section: string, form: RegExp, value: string | undefined): Fault {
  const field = 'if-modified-since';
  return {
    args,
    says: `in If-Modified-Since, ${says}`,
    clause: `${CLAUSE} ${section}`,
    take: (call, next) =>
      next(form.test(call.request.headers.get(field) ?? '1') ? changed(call, { [field]: value }) : call.request),
  };
}

function refusedBy(field: string, says: string, section: string, form: RegExp): Fault {
  return {
    args: field,
    says: `in ${field}, ${says}`,
    clause: `${CLAUSE} ${section}`,
    take: async (call, next) =>
      form.test(call.request.headers.get(field) ?? '1') ? new Response(null, { status: 412 }) : next(call.request),
  };
}

/** A new command document: refused with a status, or let pass though it should not be. */
function onNew(args: string, says: string, section: string, isMeant: (call: Call) => boolean, status?: number): Fault {
  return {
    args,
    says,
    clause: `${CLAUSE} ${section}`,
    async take(call, next) {
      if (!isMeant(call)) return next(call.request);
      if (status === undefined) return next(changed(call, { 'if-match': undefined }));
      const { deals, commands } = call.mock.tenants.of('').store;
      const id = call.params['commandId'] ?? '';
      const isKnown = commands.has(id) || deals.entries.get(call.params['id'] ?? '')?.commands?.has(id) === true;
      return isKnown ? next(call.request) : new Response(null, { status });
    },
  };
}
