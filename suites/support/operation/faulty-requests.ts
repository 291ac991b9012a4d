import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json } from '../../../core/target.ts';
import { leftOutAttributes } from './left-out-attributes.ts';
import { faultyParameters } from './operation-cases.ts';
import { makesCommand, needsNoBody, operationRequest, type Particulars } from './operation-requests.ts';
import { type Asked, isFirst, rotated } from './operation-subjects.ts';

/** A request for an operation that lacks something or has something wrong in it, everything else being right. */
export interface FaultyRequest {
  readonly fault: string;
  readonly requestOf: (what: Particulars) => HttpRequest;
  /** The refusals that are right; 400 alone by default (document 7). */
  readonly due?: readonly number[];
}

/** Every fault that an operation is tried with: those of its parameters, and those of the body, for the first one of a form in all ways. */
export function faultyRequests(trial: Trial, asked: Asked): readonly FaultyRequest[] {
  const wrong = faultyParameters(asked).map(
    ({ fault, parametersOf }): FaultyRequest => ({
      fault,
      requestOf: (what) => operationRequest(asked, { ...what, parameters: parametersOf(what.parameters) }),
    }),
  );
  const values = [...leftOutAttributes(trial, asked), ...wrongValues(trial, asked)];
  return [
    ...wrong,
    ...values,
    ...(isFirst(trial) ? wrongBodies(asked) : bareBodies(asked, rotated(trial, NO_OBJECTS, 1))),
  ];
}

interface Wrong {
  readonly told: string;
  readonly value: Json;
}

const NULL: Wrong = { told: 'null', value: null };
const WORD: Wrong = { told: 'a word', value: 'many' };
// Some readers take a list of one for what is in it.
const LIST: Wrong = { told: 'a list', value: ['assayer', 'assayer'] };
// Some readers make 0 of it, or an empty text.
const EMPTY: Wrong = { told: 'an empty list', value: [] };

/**
 * Values that are no text, or no number, in place of each required parameter: an empty list for each number; for the first operation of a
 * form a list, and an empty one for texts too. Form D sends attributes of a deal, where null may stand for none, and so may an empty list;
 * its flag `held` is a boolean (document 2, 4.2).
 */
function wrongValues(trial: Trial, asked: Asked): readonly FaultyRequest[] {
  const { payload } = asked.spelling;
  const attributes = typeof payload === 'string' ? undefined : payload.attributes;
  const isSent = (name: string): boolean => attributes === undefined || Object.values(attributes).includes(`{${name}}`);
  const parameters = asked.operation.parameters
    .filter(({ required, name }) => required && isSent(name))
    .flatMap(({ name, type }) => {
      const isNumber = type === 'number';
      // Nothing in it may stand for none as well.
      const none = attributes === undefined ? [NULL, ...(isNumber || isFirst(trial) ? [EMPTY] : [])] : [];
      const all = [...none, ...(isNumber ? [WORD] : []), ...(isFirst(trial) ? [LIST] : [])];
      return all.map(
        ({ told, value }): FaultyRequest => ({
          fault: `with ${told} as ${name}, a ${type}`,
          requestOf: (what) => operationRequest(asked, { ...what, parameters: { ...what.parameters, [name]: value } }),
        }),
      );
    });
  return typeof attributes?.[HELD] === 'boolean' ? [...parameters, heldOtherwise(asked)] : parameters;
}

const HELD = 'held';

function heldOtherwise(asked: Asked): FaultyRequest {
  return {
    fault: 'with an object as held, a boolean',
    requestOf: (what) => {
      const request = operationRequest(asked, what);
      return { ...request, json: { ...request.json, [HELD]: { not: 'a boolean' } } };
    },
  };
}

const NO_OBJECTS: readonly Wrong[] = [
  NULL,
  { told: 'a list', value: [] },
  { told: 'a text', value: 'assayer' },
  { told: 'a number', value: 42 },
  { told: 'true', value: true },
];

/**
 * JSON that is no object where one is due (document 4.2). A global command (form G) names its deal always: a store that is asked for no id
 * in particular may give any record.
 */
function bareBodies(asked: Asked, values: readonly Wrong[]): readonly FaultyRequest[] {
  const { parameters } = asked.operation;
  if (!asked.spelling.address.includes('{id}') || parameters.every(({ required }) => !required)) return [];
  return values.map(({ told, value }) => ({
    fault: `with ${told} as the body`,
    requestOf: (what) => ({ ...operationRequest(asked, what), json: value }),
  }));
}

/** The same in all ways, and a command document without params, or with such in their place. */
function wrongBodies(asked: Asked): readonly FaultyRequest[] {
  const { payload } = asked.spelling;
  if (asked.operation.parameters.every(({ required }) => !required)) return [];
  const whole = bareBodies(asked, NO_OBJECTS);
  if (typeof payload !== 'string') return whole;
  if (needsNoBody(asked)) return [];
  const twice = twiceInAList(asked);
  if (!makesCommand(asked)) return [...whole, twice];
  const others = NO_OBJECTS.slice(0, IN_PARAMS).map(
    ({ told, value }): FaultyRequest => ({
      fault: `with ${told} as params`,
      requestOf: (what) => {
        const request = operationRequest(asked, what);
        return { ...request, json: { ...request.json, params: value } };
      },
    }),
  );
  return [...whole, twice, ...others, { fault: 'without params', requestOf: withoutParams(asked) }];
}

const IN_PARAMS = 3;

/** A list of right bodies, which name their deal. A reader that takes a list of one for what is in it has no choice among two. */
function twiceInAList(asked: Asked): FaultyRequest {
  return {
    fault: 'with the right body twice in a list',
    requestOf: (what) => {
      const request = operationRequest(asked, what);
      return { ...request, json: [request.json, request.json] };
    },
    // A list names no deal (form G), which may be answered as one that never was.
    ...(asked.spelling.address.includes('{id}') ? {} : { due: [400, 404] }),
  };
}

function withoutParams(asked: Asked): FaultyRequest['requestOf'] {
  return (what) => {
    const request = operationRequest(asked, what);
    const { params: _params, ...json } = request.json;
    return { ...request, json };
  };
}
