import { type Answer, answerOf } from '../../../core/answer.ts';
import { fillTemplate, lastSegment } from '../../../core/http/address.ts';
import type { HttpRequest, Transport } from '../../../core/http/exchange.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { notApplicable } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource, Target } from '../../../core/target.ts';
import { createRequest, samplePayload } from '../evidence.ts';
import { type Deal, operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn } from '../operation/operation-subjects.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf } from '../subjects.ts';
import { type LookUp, lookUpsOf } from './lookups.ts';
import { type Alphabet, operationSteps } from './steps.ts';

/** Asks the reference; it always answers. */
export type Ask = (request: HttpRequest) => Promise<Answer>;

/** What target and reference can both be asked for. */
export interface Common {
  readonly alphabet: Alphabet;
  readonly lookUps: readonly LookUp[];
  /** A reference without a past. */
  readonly fresh: () => Ask;
  /** So long a list may be old. Once one did not follow in that time, it is not waited for again: a sequence that fails is shrunk. */
  readonly patience: { listMs: number };
}

/** Finds what the reference serves of what the target offers: a target may spell things in ways of its own. */
export async function commonGround(trial: Trial): Promise<Common> {
  const { target, reference } = trial;
  if (reference === undefined) notApplicable('this run has no reference implementation beside it');
  const fresh = (): Ask => asking(reference(target));
  const ask = fresh();
  const deals = resourceOf(trial);
  const deal = await createdThere(ask, deals, 'ground');
  if (deal === undefined)
    notApplicable('deals have addresses or a payload of their own, which the reference does not serve');
  const reads = deals.item !== undefined && (await ask({ method: 'GET', address: deal.address })).status === 200;
  const lists = deals.list !== undefined && (await ask({ method: 'GET', address: deals.list.address })).status === 200;
  const deletes = deals.delete !== undefined && (await ask(deletionOf(deals, deal))).succeeded;
  const lookUps = await lookUpsOf(trial, ask);
  const operations = await served(ask, target, deals);
  return {
    alphabet: { operations, reads, lists, deletes, lookUps: lookUps.length },
    lookUps,
    fresh,
    patience: { listMs: PATIENCE_MS },
  };
}

/** A deal made on the reference; undefined when it refuses the payload or does not serve the address. */
export async function createdThere(ask: Ask, deals: Resource, unique: string): Promise<Deal | undefined> {
  const payload = samplePayload(deals, unique);
  const answer = await ask(createRequest(deals, payload, unique));
  const id = idIn(answer);
  if (!answer.succeeded || id === undefined) return undefined;
  return {
    answer,
    payload,
    unique,
    id,
    address: fillTemplate(deals.item?.address ?? deals.delete?.address ?? '', { id }),
  };
}

/** The request that deletes a deal by its id. */
export function deletionOf(deals: Resource, { id }: Pick<Deal, 'id'>): HttpRequest {
  return { method: 'DELETE', address: fillTemplate(deals.delete?.address ?? '', { id }), alone: true };
}

async function served(ask: Ask, target: Target, deals: Resource): Promise<Alphabet['operations']> {
  const known: Alphabet['operations'][number][] = [];
  for (const step of operationSteps(target)) {
    const asked = askedFor(target, step);
    const deal = await createdThere(ask, deals, 'ground');
    if (asked === undefined || deal === undefined) continue;
    const answer = await ask(operationRequest(asked, particulars(asked, deal, `ground-${step.name}-${step.form}`)));
    if (answer.succeeded) known.push(step);
  }
  return known;
}

/** The operation of a step, by its name. */
export function askedFor(
  target: Target,
  step: Pick<Alphabet['operations'][number], 'name' | 'form'>,
): Asked | undefined {
  const operation = target.operations.find(({ name }) => name === step.name);
  return operation === undefined ? undefined : askedIn(target, operation, step.form);
}

function asking(transport: Transport): Ask {
  return async (request) => {
    const exchange = await transport.send(request);
    if (exchange.response === null) {
      throw new Error(
        `the reference did not answer ${request.method} ${request.address}: ${exchange.failure?.message ?? ''}`,
      );
    }
    return answerOf(exchange, exchange.response);
  };
}

// The reference shows its ids plainly: in the Location, or where there is none in the record itself.
function idIn(answer: Answer): string | undefined {
  if (answer.location !== undefined) return lastSegment(answer.location);
  const record = at(answer.representation.value, '');
  return isObject(record) && record['id'] !== undefined ? String(record['id']) : undefined;
}
