import { fillEncoded, fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { uuidHolding } from '../../../core/ids/fresh-ids.ts';
import { fillUnique } from '../../../core/ids/placeholders.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import type { Json, JsonObject, Resource } from '../../../core/target.ts';
import { fillEffect, type ParameterType } from '../../../fixtures/operations.ts';
import type { Created } from '../evidence.ts';
import type { Asked } from './operation-subjects.ts';

/** A record to work on: where it is, and what form G calls it. */
export interface Deal extends Created {
  readonly address: string;
  readonly id: string;
}

/** What a request for an operation says beside which operation it is. */
export interface Particulars {
  readonly id: string;
  /** The id as form G writes it in the body. */
  readonly reference: Json;
  /** The record as it was sent on creation: form D sends it again with the attributes changed. */
  readonly record: JsonObject;
  readonly parameters: JsonObject;
  /** As it stands in the path, percent-encoded. */
  readonly commandId: string;
}

/** A request whose body is known before it is written as JSON, so that it can be broken. */
export type JsonRequest = HttpRequest & { readonly json: JsonObject };

/** The request for an operation in a form (document 4.2). `{id}` is left open when `id` is empty. */
export function operationRequest(asked: Asked, what: Particulars): JsonRequest {
  const { operation, spelling, resource } = asked;
  const address = fillTemplate(spelling.address, what.id === '' ? {} : { id: what.id });
  return {
    method: spelling.method,
    address: fillEncoded(address, { commandId: what.commandId }),
    json: body(asked, what),
    headers: { 'content-type': resource.mediaTypes.request },
    operation: operation.name,
  };
}

/** What a request for an operation on this deal says, with the sample's values unless others are given. */
export function particulars(asked: Asked, deal: Deal, unique: string, parameters?: JsonObject): Particulars {
  return {
    id: deal.id,
    reference: referenceTo(deal, asked.resource),
    record: deal.payload,
    parameters: parameters ?? sampleParameters(asked, unique),
    commandId: uuidHolding(unique),
  };
}

/** Where an operation on a deal is asked for; `unique` becomes the id of a command. */
export function operationAddress(asked: Asked, deal: Deal, unique: string): string {
  return operationRequest(asked, particulars(asked, deal, unique)).address;
}

/** The parameters as the target file samples them. */
export function sampleParameters({ operation }: Asked, unique: string): JsonObject {
  const samples = operation.parameters.map(({ name, sample }): [string, Json] => [name, sample]);
  return fillUnique<JsonObject>(Object.fromEntries(samples), unique);
}

/** Other values than the samples, of the same length and type: an earlier request's values are told apart from them. */
export function otherParameters(asked: Asked, unique: string): JsonObject {
  const types = new Map(asked.operation.parameters.map(({ name, type }) => [name, type]));
  return Object.fromEntries(
    Object.entries(sampleParameters(asked, unique)).map(([name, sample]) => [
      name,
      otherValue(sample, types.get(name)),
    ]),
  );
}

/** Another value than the sample, of the same length and type; the sample itself where texts of its type have a form of their own. */
export function otherValue(sample: Json, type: ParameterType | undefined): Json {
  if (type === 'number' && typeof sample === 'number') return sample + 1;
  if (type !== 'string' || typeof sample !== 'string') return sample;
  return sample.replace(/\w$/u, (letter) => (letter === 'z' ? 'y' : 'z'));
}

/** The parameters with this text for each one that is a plain text. */
export function withTexts({ operation }: Asked, parameters: JsonObject, text: string): JsonObject {
  const names = operation.parameters.filter(({ type }) => type === 'string').map(({ name }) => [name, text]);
  return { ...parameters, ...Object.fromEntries(names) };
}

/**
 * Whether it may be asked for without a body: what is not there cannot be malformed. Which parameters are required is not shown, but for the
 * reason of a hold (document 2, 4.2).
 */
export function needsNoBody({ operation, spelling }: Asked): boolean {
  const isUntold = operation.isGuess === true && operation.name !== 'HoldDeal';
  return spelling.payload === 'parameters' && (isUntold || operation.parameters.every(({ required }) => !required));
}

/** Whether its body has nothing to say, so that a service need not read it. */
export function saysNothing({ operation, spelling }: Asked): boolean {
  return spelling.payload === 'parameters' && operation.parameters.length === 0;
}

/** Whether it makes a command document under an id that the client chooses (forms F and G). */
export function makesCommand({ spelling }: Asked): boolean {
  return spelling.address.includes('{commandId}');
}

/** Whether the body names the action (forms C, F and G). */
export function namesAction({ spelling }: Asked): boolean {
  return spelling.payload === 'action' || spelling.payload === 'deal-action';
}

function body({ operation, spelling }: Asked, what: Particulars): JsonObject {
  const { payload } = spelling;
  if (payload === 'parameters') return what.parameters;
  if (payload === 'action') return { action: operation.name, params: what.parameters };
  if (payload === 'deal-action') {
    return { deal: what.reference, action: operation.name, params: what.parameters };
  }
  return { ...what.record, ...fillEffect(payload.attributes, what.parameters) };
}

/** A record's id as a body names it: a service that shows ids as numbers may want numbers, and no types are shown (2). */
export function referenceTo(deal: Pick<Deal, 'answer' | 'id'>, resource: Resource): Json {
  const record = at(deal.answer.representation.value, resource.create?.envelope ?? '');
  const shown = at(record, resource.item?.id ?? '/id');
  return typeof shown === 'number' && String(shown) === deal.id ? shown : deal.id;
}
