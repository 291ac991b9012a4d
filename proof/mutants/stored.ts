import type { Json, JsonObject } from '../../fixtures/json.ts';
import { payloadOf } from '../deviations/requests.ts';
import { isJsonObject, mapDeep, NUMBERS, TEXTS, VALUES, type Write } from './conversions.ts';
import { effect, isOperation, onCreation } from './effects.ts';
import { type Cell, changed, type Fault, type Operator } from './mutant.ts';
import { setMembers } from './touched.ts';

const HOLDS = /^(?:deals\.id\.(?:hold|holds|put)|deals\.id\.commands|commands|command\.name)\b/u;
const PRICES =
  /^(?:deals\.id\.(?:change-price|price-changed|price-changes|put)|deals\.id\.commands|commands|command\.name)\b/u;

/** What is stored is not what was sent: texts, numbers, flags, lists and objects converted on the way, names of members mixed up: document 2, 4.1, 4.2. */
export const stored: readonly Operator[] = [
  onCreated('stored-name', 'the name', TEXTS, ({ name }, write) => ({
    ...(typeof name === 'string' ? { name: write(name) } : {}),
  })),
  onCreated('stored-text', 'the texts of further parameters', TEXTS, (data, write) =>
    mapObject(furtherOf(data), (value) => mapDeep(value, (one) => (typeof one === 'string' ? write(one) : one))),
  ),
  onCreated('stored-price', 'the price', NUMBERS, ({ price }, write) => ({
    ...(typeof price === 'number' ? { price: write(price) } : {}),
  })),
  onCreated('stored-number', 'the numbers of further parameters', NUMBERS, (data, write) =>
    mapObject(furtherOf(data), (value) => mapDeep(value, (one) => (typeof one === 'number' ? write(one) : one))),
  ),
  onCreated('stored-value', 'the further parameters', VALUES, (data, write) => mapObject(furtherOf(data), write)),
  onChanged('stored-reason', 'the texts', HOLDS, TEXTS.slice(0, -2), (value, write) =>
    typeof value === 'string' ? write(value) : value,
  ),
  onChanged('stored-new-price', 'the numbers', PRICES, NUMBERS, (value, write) =>
    typeof value === 'number' ? write(value) : value,
  ),
  {
    name: 'odd-key',
    per: 'place',
    at: (cell) =>
      !isCreation(cell)
        ? []
        : [
            onKeys('case', 'a member whose name differs by case alone takes the place of name', (payload) =>
              renamed(payload, (key) => key.toLowerCase()),
            ),
            onKeys('blanks', 'a member whose name differs by blanks alone takes the place of name', (payload) =>
              renamed(payload, (key) => key.trim()),
            ),
            onKeys('last-word', 'a member such as contact.name takes the place of name', (payload) =>
              renamed(payload, (key) => key.split('.').at(-1) ?? key),
            ),
            onKeys('lifted', 'the members of an object inside are taken for those of the deal', (payload) => ({
              ...payload,
              ...Object.assign({}, ...Object.values(payload).filter(isJsonObject)),
            })),
            crash('dollar', 'begins with “$”', (key) => key.startsWith('$')),
            crash('dot', 'holds “.”', (key) => key.includes('.')),
            crash('empty', 'is empty', (key) => key === ''),
            crash('inherited', 'is that of something each object has', (key) => key in Object.prototype),
            crash('beyond-ascii', 'has letters beyond ASCII', (key) => /[^\p{ASCII}]/u.test(key)),
            crash('long', 'has more than 64 characters', (key) => key.length > 64),
          ],
  },
];

function isCreation({ place, status }: Cell): boolean {
  return place === 'deals.post' && status === 201;
}

function furtherOf({ name: _, price: __, ...rest }: JsonObject): JsonObject {
  return rest;
}

function mapObject(members: JsonObject, write: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, write(value)]));
}

function onCreated<T>(
  name: string,
  what: string,
  writes: readonly Write<T>[],
  change: (data: JsonObject, write: (value: T) => Json) => JsonObject,
): Operator {
  return {
    name,
    per: 'place',
    at: (cell) =>
      !isCreation(cell)
        ? []
        : writes.map(([args, says, write]) => ({
            ...onCreation(args, `of ${what} that a creation sends, ${says}`, (call, made) =>
              setMembers(call, made, change(made.data, write)),
            ),
            clause: '2, 4.1',
          })),
  };
}

function onChanged<T>(
  name: string,
  what: string,
  where: RegExp,
  writes: readonly Write<T>[],
  change: (value: Json, write: (value: T) => Json) => Json,
): Operator {
  return {
    name,
    per: 'place',
    at: (cell) =>
      !isOperation(cell) || !where.test(cell.place)
        ? []
        : writes.map(([args, says, write]) =>
            effect(args, `of ${what} that an operation sends, ${says}`, (call, before, values) =>
              setMembers(
                call,
                before.deal,
                mapObject(values, (value) => change(value, write)),
              ),
            ),
          ),
  };
}

function renamed(payload: JsonObject, write: (key: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [write(key), value]));
}

function onKeys(args: string, says: string, change: (payload: JsonObject) => JsonObject): Fault {
  return {
    args,
    says,
    clause: '2, 4.1',
    take(call, next) {
      const payload = payloadOf(call);
      const { name, price } = change(payload);
      // What a refused payload becomes is no part of the fault.
      if (name === undefined || price === undefined || !('name' in payload)) return next(call.request);
      return next(
        name === payload['name'] && price === payload['price']
          ? call.request
          : changed(call, {}, { body: JSON.stringify({ ...payload, name, price }) }),
      );
    },
  };
}

function crash(args: string, says: string, isOdd: (key: string) => boolean): Fault {
  return {
    args,
    says: `a member whose name ${says} ends in 500`,
    clause: '4.1, 7',
    take: async (call, next) =>
      Object.keys(payloadOf(call)).some(isOdd) ? new Response(null, { status: 500 }) : next(call.request),
  };
}
