import type { Json, JsonObject } from '../../fixtures/json.ts';
import { OPERATIONS } from '../../fixtures/operations.ts';
import { payloadOf } from '../deviations/requests.ts';
import { type Call, type Cell, changed, type Fault, type Operator } from './mutant.ts';
import { changeOf, dealOf, keep, setMembers, undo } from './touched.ts';

/** Empty, blank, zero, false and null taken for absent, and the reverse: document 2, 4.4-m2, 7 (400). */
export const absence: readonly Operator[] = [
  {
    name: 'absent',
    per: 'place',
    everyOperation: true,
    at: (cell) => {
      if (cell.place === 'users.query.get' || cell.place === 'deals.query.get')
        return [
          asNoQuery('empty-query', 'an empty name counts as no query', (name) => name === ''),
          asNoQuery('blank-query', 'a blank name counts as no query', (name) => name.trim() === ''),
          asNoQuery('null-query', 'the names “null” and “undefined” count as no query', (name) =>
            /^(?:null|undefined)$/u.test(name),
          ),
        ];
      if (!isWritten(cell)) return [];
      return [
        filled('missing-taken', 'a required member that is missing is taken as empty', (value) => value === undefined),
        filled('null-taken', 'a required member that is null is taken as empty', (value) => value === null),
        filled(
          'wrong-type-taken',
          'a member of a wrong type is taken',
          (value, sample) => value !== undefined && value !== null && typeof value !== typeof sample,
        ),
        refused('empty-refused', 'an empty text counts as missing', (value) => value === ''),
        refused('zero-refused', 'the number 0 counts as missing', (value) => value === 0),
        unstored('empty-unstored', 'an empty text is not stored', (value) => value === ''),
        unstored(
          'blank-unstored',
          'a blank text is not stored',
          (value) => typeof value === 'string' && value.trim() === '',
        ),
        unstored('zero-unstored', 'the number 0 is not stored', (value) => value === 0),
        unstored('false-unstored', 'false is not stored', (value) => value === false),
        {
          args: 'no-body-taken',
          says: 'a request without a body is taken as one with valid values',
          clause: '7 (400)',
          take: (call, next) =>
            next(
              call.body === ''
                ? changed(call, { 'content-type': 'application/json' }, { body: JSON.stringify(sampleFor(call)) })
                : call.request,
            ),
        },
        {
          args: 'malformed-taken',
          says: 'a body that is no JSON is taken as one with valid values',
          clause: '7 (400)',
          take: (call, next) =>
            next(isJsonText(call.body) ? call.request : changed(call, {}, { body: JSON.stringify(sampleFor(call)) })),
        },
        {
          args: 'array-taken',
          says: 'a body that is JSON and no object is taken as one with valid values',
          clause: '7 (400)',
          take: (call, next) =>
            next(
              /^\s*[{]/u.test(call.body) || !isJsonText(call.body)
                ? call.request
                : changed(call, {}, { body: JSON.stringify(sampleFor(call)) }),
            ),
        },
      ];
    },
  },
  {
    name: 'shown-absent',
    per: 'representation',
    at: (cell) =>
      cell.representation !== 'json' || cell.status >= 300 || !/deals/u.test(cell.place)
        ? []
        : [
            hidden('null', 'members that are null are not shown', (value) => value === null),
            hidden('empty', 'members that are empty texts are not shown', (value) => value === ''),
            hidden('false', 'members that are false are not shown', (value) => value === false),
            hidden('zero', 'members that are 0 are not shown', (value) => value === 0),
            hidden('list', 'members that are empty lists are not shown', isEmptyList),
            shown('empty-as-null', 'empty texts are shown as null', (value) => (value === '' ? null : value)),
            shown('null-as-text', 'null is shown as the text “null”', (value) => value ?? 'null'),
            shown('null-as-empty', 'null is shown as an empty text', (value) => value ?? ''),
            shown('boolean-as-text', 'booleans are shown as texts', (value) =>
              typeof value === 'boolean' ? String(value) : value,
            ),
            shown('boolean-as-number', 'true is shown as 1', (value) => (value === true ? 1 : value)),
          ],
  },
];

// A creation, an operation or a command.
function isWritten({ place, status }: Cell): boolean {
  return /\.(?:put|post)$/u.test(place) && !/^(?:users|root|query|nowhere)/u.test(place) && status < 300;
}

/** What a valid request of this kind holds. */
function sampleFor(call: Call): JsonObject {
  const named = OPERATIONS.find(({ name, verb, state, collection }) => {
    const last = call.pattern.split('/').at(-1) ?? '';
    return [verb, state, collection].includes(last) || call.params['name'] === name;
  });
  if (call.place === 'deals.post') return { name: 'made up', price: 1 };
  const values = Object.fromEntries(
    (named ?? OPERATIONS[0])?.parameters.map(({ name, sample }) => [name, sample]) ?? [],
  );
  if (call.place === 'command.name.post')
    return { id: [...call.mock.tenants.of('').store.deals.entries.keys()][0] ?? '1', ...values };
  if (named !== undefined) return values;
  const deal = call.pattern.startsWith('/commands') ? { deal: '1' } : {};
  return { ...deal, action: 'HoldDeal', params: values };
}

// Where the parameters of a request stand in its body.
function parametersOf(payload: JsonObject): JsonObject {
  const { params } = payload;
  return typeof params === 'object' && params !== null && !Array.isArray(params) ? (params as JsonObject) : payload; // no list, no null
}

function withParameters(payload: JsonObject, parameters: JsonObject): JsonObject {
  return parametersOf(payload) === payload ? parameters : { ...payload, params: parameters };
}

function isJsonText(body: string): boolean {
  if (body.includes('\ufffd')) return false;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return body === '';
  }
}

function neededFor(call: Call, payload: JsonObject): readonly (readonly [name: string, sample: Json])[] {
  if (call.place === 'deals.post')
    return [
      ['name', ''],
      ['price', 0],
    ];
  const action = payload['action'] ?? call.params['name'];
  const last = call.pattern.split('/').at(-1) ?? '';
  const operation = OPERATIONS.find(
    ({ name, verb, state, collection }) => name === action || [verb, state, collection].includes(last),
  );
  return (operation?.parameters ?? []).map(({ name, type }) => [
    name,
    type === 'number' ? 0 : type === 'date' ? '2030-01-01' : '',
  ]);
}

function filled(args: string, says: string, isLacking: (value: Json | undefined, sample: Json) => boolean): Fault {
  return {
    args,
    says,
    clause: '7 (400)',
    take(call, next) {
      const payload = payloadOf(call);
      const parameters = parametersOf(payload);
      const lacking = neededFor(call, payload).filter(([name, sample]) => isLacking(parameters[name], sample));
      if (lacking.length === 0 || !call.body.startsWith('{')) return next(call.request);
      return next(
        changed(
          call,
          {},
          { body: JSON.stringify(withParameters(payload, { ...parameters, ...Object.fromEntries(lacking) })) },
        ),
      );
    },
  };
}

function refused(args: string, says: string, isNone: (value: Json | undefined) => boolean): Fault {
  return {
    args,
    says,
    take: async (call, next) =>
      Object.values(parametersOf(payloadOf(call))).some(isNone)
        ? new Response('{"title":"Bad Request"}', {
            status: 400,
            headers: { 'content-type': 'application/problem+json' },
          })
        : next(call.request),
  };
}

function unstored(args: string, says: string, isNone: (value: Json | undefined) => boolean): Fault {
  return {
    args,
    says,
    async take(call, next) {
      if (call.place === 'deals.post') return createdWithout(call, next, isNone);
      const deal = dealOf(call);
      const before = deal === undefined ? undefined : keep(deal);
      const response = await next(call.request);
      if (before === undefined || !response.ok) return response;
      const change = changeOf(before);
      if (!Object.values(change).some(isNone)) return response;
      undo(before);
      setMembers(call, before.deal, Object.fromEntries(Object.entries(change).filter(([, value]) => !isNone(value))));
      return response;
    },
  };
}

async function createdWithout(
  call: Call,
  next: (request: Request) => Promise<Response>,
  isNone: (value: Json | undefined) => boolean,
): Promise<Response> {
  const response = await next(call.request);
  const { store } = call.mock.tenants.of('');
  const made = store.deals.entries.get(/[^/]*$/u.exec(response.headers.get('location') ?? '')?.[0] ?? '');
  if (made !== undefined && Object.values(made.data).some(isNone))
    store.changeDeal(made, Object.fromEntries(Object.entries(made.data).filter(([, value]) => !isNone(value))));
  return response;
}

function asNoQuery(args: string, says: string, isNone: (name: string) => boolean): Fault {
  return {
    args,
    says,
    clause: '4.4-m2',
    take: (call, next) =>
      next(
        isNone(new URLSearchParams(call.search).get('name') ?? '')
          ? changed(call, {}, { path: call.path })
          : call.request,
      ),
  };
}

function hidden(args: string, says: string, isHidden: (value: Json) => boolean): Fault {
  return shown(args, says, (value) => (isHidden(value) ? undefined : value));
}

/** Every member of the body written otherwise; `undefined` takes it away. */
function shown(args: string, says: string, write: (value: Json) => Json | undefined): Fault {
  return {
    args,
    says,
    clause: '2, 4.5-2',
    answer: async (response) =>
      response.body === null ? response : new Response(withValues(await response.text(), write), response),
  };
}

function withValues(text: string, write: (value: Json) => Json | undefined): string {
  // The reviver is called for the entries of arrays and for the body as a whole too.
  return JSON.stringify(JSON.parse(text), function member(this: unknown, name: string, value: Json) {
    return name === '' || Array.isArray(this) ? value : write(value);
  });
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}
