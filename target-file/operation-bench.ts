import type { Answer } from '../core/answer.ts';
import { fillTemplate } from '../core/http/address.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { uuidHolding } from '../core/ids/fresh-ids.ts';
import { fillPlaceholders, fillUnique } from '../core/ids/placeholders.ts';
import { operationBody, parametersOf } from '../core/records/operation-body.ts';
import { at } from '../core/representation/json-pointer.ts';
import { isObject } from '../core/representation/json-value.ts';
import { sameValue } from '../core/representation/same-value.ts';
import type { JsonObject, Operation, Spelling } from '../core/target.ts';
import type { DraftResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';
import type { How, Made } from './inquiry-writes.ts';

/** The deals that operations are tried on. */
export interface Bench {
  readonly inquiry: Inquiry;
  readonly deals: DraftResource;
  /** A fresh deal; undefined when none can be made. */
  deal(): Promise<Made | undefined>;
  /** A PUT to an address that names nothing, and what it was answered. */
  readonly control: { readonly address: string; readonly answer: Answer | undefined };
  /** How that was answered, where it was 2xx: then no 2xx to a PUT tells anything. */
  readonly anything: string | undefined;
}

/** The members that a deal is to show after the operation, with the values that `perform` sends. */
export function effectDue(operation: Operation): JsonObject {
  return fillPlaceholders(operation.effect, parametersOf(operation));
}

/** Whether the deal shows what the operation changes; undefined when it cannot be read. */
export async function showsEffect(
  { inquiry, deals }: Bench,
  operation: Operation,
  { id }: Made,
): Promise<boolean | undefined> {
  const { item } = deals;
  if (item === undefined) return undefined;
  const address = fillTemplate(item.address, { id });
  const shows = (answer: Answer | undefined): boolean | undefined => effectIn(deals, operation, answer);
  const last = await inquiry.until(
    () => inquiry.ask({ method: 'GET', address }, deals),
    (answer) => shows(answer) !== false,
  );
  return shows(last);
}

/** Whether an answer shows a deal as the operation leaves it; undefined where it shows no deal. */
export function effectIn(
  { item }: DraftResource,
  operation: Operation,
  answer: Answer | undefined,
): boolean | undefined {
  const record = at(answer?.representation.value, item?.envelope ?? '');
  if (answer?.status !== 200 || !isObject(record)) return undefined;
  return Object.entries(effectDue(operation)).every(([member, value]) => sameValue(value, record[member]));
}

/** The members that a deal shows; none where it cannot be read. */
export async function membersShown(
  { inquiry, deals }: Bench,
  { id }: Made,
): Promise<Readonly<Record<string, unknown>>> {
  const { item } = deals;
  if (item === undefined) return {};
  const answer = await inquiry.ask({ method: 'GET', address: fillTemplate(item.address, { id }) }, deals);
  const record = at(answer?.representation.value, item.envelope);
  return isObject(record) ? record : {};
}

export function isTakenAnyhow({ anything }: Bench, { method }: Spelling): boolean {
  return anything !== undefined && method === 'PUT';
}

export async function perform(
  bench: Bench,
  operation: Operation,
  spelling: Spelling,
  deal: Made,
  how?: How,
): Promise<Answer | undefined> {
  const { inquiry, deals } = bench;
  if (deals.never.includes(spelling.method)) return undefined;
  const address = fillTemplate(spelling.address, { id: deal.id, commandId: uuidHolding(inquiry.unique()) });
  const json = fillUnique(payloadOf(operation, spelling, deal, deals), inquiry.unique());
  const request: HttpRequest = { method: spelling.method, address, json, operation: operation.name };
  return inquiry.write(deal, request, deals, how);
}

/** What asks for an operation in a form. */
export function payloadOf(operation: Operation, spelling: Spelling, { id }: Made, deals: DraftResource): JsonObject {
  return operationBody(operation, spelling, { id, record: deals.create?.sample ?? {} });
}
