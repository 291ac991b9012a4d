import { withFields } from '../deviations/deviation.ts';
import type { Cell, Fault, Operator } from './mutant.ts';
import { clauseOfStatus } from './status.ts';

/** The fields that the document or HTTP asks of an answer, and the clause that does. */
const OWED: readonly (readonly [field: string, clause: string, owes: (cell: Cell) => boolean])[] = [
  ['location', '4.4-c2', ({ status }) => status === 201],
  ['content-type', '4.4-c3', ({ status }) => status === 200 || status === 201 || status === 401],
  ['etag', '4.4-c4', ({ status }) => status === 200 || status === 201],
  ['last-modified', '4.4-c4', ({ status }) => status === 200 || status === 201],
  ['allow', 'RFC 9110 15.5.6', ({ status }) => status === 405],
  ['www-authenticate', '5.4', ({ status }) => status === 401],
  [
    'vary',
    '4.5-1, RFC 9110 12.5.5',
    ({ status, fields, place }) => status === 200 && fields.has('etag') && !place.startsWith('query'),
  ],
];

const TYPOS: Readonly<Record<string, string>> = {
  location: 'locaton',
  'content-type': 'content_type',
  etag: 'e-tag',
  'last-modified': 'last-modfied',
  allow: 'allowed',
  'www-authenticate': 'authenticate',
  vary: 'varies',
};

// What an answer with these fields may lack: validators are optional (4.4-c4), so their absence is no fault.
const MAY_LACK: ReadonlySet<string> = new Set(['etag', 'last-modified']);

/** Fields dropped, blanked, doubled, misspelt, written wrong, or moved into the body. */
export const fields: readonly Operator[] = [
  onField('field-drop', (field) => (MAY_LACK.has(field) ? [] : [['', `lacks ${field}`, () => undefined]])),
  onField('field-blank', (field) => [['', `has an empty ${field}`, () => '']]),
  onField('field-twice', (field) =>
    field === 'content-type' || field === 'location' || field === 'etag'
      ? [['', `has two values of ${field} in one field`, (value) => `${value}, ${value}`]]
      : [],
  ),
  onField('field-quoted', (field) =>
    field === 'etag' ? [] : [['', `has ${field} in quotation marks`, (value) => `"${value}"`]],
  ),
  onField('etag-form', (field, { place }) =>
    field !== 'etag'
      ? []
      : [
          ['unquoted', 'has an ETag without quotes', (value) => value.replaceAll('"', '')],
          // Nothing that the document shows changes a user, so a tag of its own may stay for ever.
          ...(place.startsWith('users') ? [] : [['constant', 'has the same ETag always', () => '"1"'] satisfies Write]),
          ['random', 'has another ETag each time', () => `"${crypto.randomUUID()}"`],
          ['shared', 'has one ETag for all representations', (value) => value.replace(/-(?:json|xml|html)"/u, '"')],
        ],
  ),
  onField('date-form', (field) =>
    field !== 'last-modified'
      ? []
      : [
          ['iso', 'has Last-Modified in ISO 8601', (value) => new Date(value).toISOString()],
          ['future', 'has Last-Modified tomorrow', (value) => new Date(Date.parse(value) + 864e5).toUTCString()],
          ['epoch', 'has Last-Modified in 1970 always', () => new Date(0).toUTCString()],
        ],
  ),
  onField('location-form', (field) =>
    field !== 'location'
      ? []
      : [
          ['parent', 'has the address of the collection as Location', (value) => value.replace(/\/[^/]*$/u, '')],
          ['query', 'has Location with a query that names the representation', (value) => `${value}?format=json`],
          ['slash', 'has a slash at the end of Location', (value) => `${value}/`],
          [
            'other-host',
            'has a Location at another host',
            (value) => value.replace(/\/\/[^/]*/u, '//internal.example'),
          ],
          ['https', 'has a Location with another scheme', (value) => value.replace('http:', 'https:')],
          [
            'relative',
            'has a Location that is relative to the wrong place',
            (value) => value.replace(/^.*\/\/[^/]*\//u, ''),
          ],
          ['version', 'has a Location of another version', (value) => value.replace('/rest/1/', '/rest/2/')],
          ['template', 'has the template of the address as Location', (value) => value.replace(/[^/]*$/u, '{id}')],
          [
            'next',
            'has the Location of the record after',
            (value) => value.replace(/\d+$/u, (id) => String(Number(id) + 1)),
          ],
          ['first', 'has the Location of the first record', (value) => value.replace(/[^/]*$/u, '1')],
          ['undefined', 'has a Location that ends in “undefined”', (value) => value.replace(/[^/]*$/u, 'undefined')],
        ],
  ),
  onField('allow-form', (field, { place, pattern }) => {
    if (field !== 'allow') return [];
    const method = (place.split('.').at(-1) ?? '').toUpperCase();
    return [
      ...(place.endsWith('.options')
        ? []
        : [['itself', 'has the refused method in Allow', (value) => `${value}, ${method}`] satisfies Write]),
      ['get-only', 'has nothing but GET in Allow', () => 'GET'],
      ['blanks', 'has blanks for commas in Allow', (value) => value.replaceAll(', ', ' ')],
      ...(pattern === '/'
        ? []
        : [['patch', 'has in Allow what is not served', (value) => `${value}, PATCH, TRACE`] satisfies Write]),
    ];
  }),
  onField('challenge-form', (field) =>
    field !== 'www-authenticate'
      ? []
      : [
          ['no-scheme', 'has a challenge without a scheme', () => 'realm="x"'],
          ['unterminated', 'has a challenge whose quote is not closed', () => 'Cookie realm="x'],
        ],
  ),
  onField('vary-form', (field) =>
    field !== 'vary'
      ? []
      : [
          ['other', 'has Vary without Accept', () => 'Origin'],
          ['encoding', 'has Vary with Accept-Encoding in place of Accept', () => 'Accept-Encoding'],
        ],
  ),
  {
    name: 'field-misspelt',
    per: 'status',
    at: eachOwed((field) =>
      MAY_LACK.has(field)
        ? undefined
        : {
            args: field,
            says: `has ${TYPOS[field] ?? field} in place of ${field}`,
            answer: (response) =>
              withFields(response, {
                [TYPOS[field] ?? field]: response.headers.get(field) ?? '',
                [field]: undefined,
              }),
          },
    ),
  },
  {
    name: 'field-in-body',
    per: 'representation',
    at: eachOwed((field, { representation }) =>
      MAY_LACK.has(field) || field === 'content-type' || representation !== 'json'
        ? undefined
        : {
            args: field,
            says: `has ${field} as a member of the body and not in the header section`,
            answer: async (response) => {
              const value = response.headers.get(field) ?? '';
              const text = (await response.text()).replace(/^\{/u, `{"${field}":${JSON.stringify(value)},`);
              return withFields(new Response(text, response), { [field]: undefined });
            },
          },
    ),
  },
];

type Write = readonly [args: string, says: string, write: (value: string) => string | undefined];

function onField(name: string, writes: (field: string, cell: Cell) => readonly Write[]): Operator {
  return {
    name,
    // A representation may be written by a part of the program of its own.
    per: 'representation',
    at: (cell) =>
      owedOf(cell, name).flatMap(([field, clause]) =>
        writes(field, cell).map(([args, says, write]) => ({
          args: [field, args].filter((part) => part !== '').join(','),
          says: `the answer ${says}`,
          clause,
          answer: (response) => withFields(response, { [field]: write(response.headers.get(field) ?? '') }),
        })),
      ),
  };
}

// HEAD may leave fields out (RFC 9110 9.3.2), and must not tell others than GET.
function owedOf(cell: Cell, operator: string): typeof OWED {
  if (cell.place.endsWith('.head') && !/-form$/u.test(operator)) return [];
  return OWED.filter(([field, , owes]) => cell.fields.has(field) && owes(cell));
}

function eachOwed(make: (field: string, cell: Cell) => Fault | undefined): Operator['at'] {
  return (cell) =>
    owedOf(cell, 'moved').flatMap(([field, clause]) => {
      const fault = make(field, cell);
      return fault === undefined
        ? []
        : [{ ...fault, says: `the answer ${fault.says}`, clause: clause || clauseOfStatus(cell) }];
    });
}
