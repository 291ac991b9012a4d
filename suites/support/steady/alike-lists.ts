import type { Answer } from '../../../core/answer.ts';
import { type HttpRequest, header } from '../../../core/http/exchange.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { isPartOfIt } from '../create/listed-creations.ts';
import { equalReadings } from '../equal-readings.ts';
import { withFormat, withSuffix } from '../negotiate/accept.ts';
import { PATIENCE_MS } from '../patience.ts';
import { missingIn } from '../query/missing-in-list.ts';
import { entriesOf } from '../query/queries.ts';
import { endOf, startOf } from '../record-histories.ts';
import { saysTheSame } from '../view/same-words.ts';

/** How often a list is looked at that lacks an entry, before that is told. */
const LOOKS = 2;

/**
 * Demands of each collection that its XML and HTML show the entries which its JSON shows right before and after them (document 4.5-2), those
 * made last too: while others create, the newest entries are never the same in two readings, so that this is looked at when the run has
 * ended. Where one is lacking, it is asked for again, as long as lists may follow late.
 */
export async function listsAreAlike(trial: Trial): Promise<void> {
  for (const resource of trial.target.resources) {
    if (resource.list === undefined || resource.list.entries === 'ids') continue;
    if (!listings(trial, resource).some((one) => !isJson(one))) continue;
    // What was read last has JSON before it, and is given JSON after it.
    await trial.send(asJson(resource));
    const all = listings(trial, resource);
    const json = all.filter(isJson);
    for (const group of equalReadings(all.filter((one) => !isJson(one))).values()) {
      const lacking = group.map((view) => lackingBetween(view, json, resource)).findLast((one) => one !== undefined);
      const [view] = group;
      if (view !== undefined && lacking?.[0] !== undefined) await stillLacks(trial, resource, view);
    }
  }
}

/** What it lacks, in words, as the only member where it lies between two that are alike; undefined where it does not. */
function lackingBetween(
  view: Answer,
  json: readonly Answer[],
  resource: Resource,
): readonly [string | undefined] | undefined {
  const before = json.findLast((one) => endOf(one) <= startOf(view));
  const after = json.find((one) => startOf(one) >= endOf(view));
  if (before === undefined || after === undefined || !saysTheSame(before, after)) return undefined;
  return [lackingIn(view, before, after, resource)];
}

function asJson({ list, headers, mediaTypes }: Resource): HttpRequest {
  return { method: 'GET', address: list?.address ?? '', headers: { ...headers, accept: mediaTypes.json } };
}

async function stillLacks(trial: Trial, resource: Resource, first: Answer): Promise<void> {
  const { url: address, headers } = first.exchange.request;
  const own = { accept: header(headers, 'Accept') };
  const json = (): Promise<Answer> => trial.send(asJson(resource));
  for (let look = 1; ; look += 1) {
    const before = await json();
    const view = await trial.until(
      () => trial.send({ method: 'GET', address, headers: { ...resource.headers, ...own } }),
      (one) => lackingIn(one, before, before, resource) === undefined,
      PATIENCE_MS,
    );
    const after = await json();
    const lacking = lackingIn(view, before, after, resource);
    if (lacking === undefined) return;
    if (look === LOOKS) fail(`the entries of the JSON at ${address}`, lacking, before, view, after);
  }
}

/**
 * What a view lacks of the entries that JSON shows alike before and after it, in words. A part of a list, or what a cache may keep, lacks
 * nothing.
 */
function lackingIn(
  view: Answer,
  before: Answer | undefined,
  after: Answer | undefined,
  resource: Resource,
): string | undefined {
  const { syntax, problem } = view.representation;
  if (before === undefined || after === undefined || !isJson(before) || !saysTheSame(before, after)) return undefined;
  if (view.status !== 200 || problem !== undefined || (syntax !== 'xml' && syntax !== 'html')) return undefined;
  if ([view, before].some(isPartOfIt)) return undefined;
  const entries = entriesOf(before, resource);
  return entries.length === 0 ? undefined : missingIn(view, entries, resource);
}

function isJson({ status, representation: { syntax, problem } }: Answer): boolean {
  return status === 200 && syntax === 'json' && problem === undefined;
}

/** The readings of the collection by its own address, and by those that choose a representation. */
function listings({ seen, target }: Trial, { list, representations }: Resource): readonly Answer[] {
  const own = list?.address ?? '';
  const addresses = [own, ...representations.flatMap((name) => [withSuffix(own, name), withFormat(own, name)])];
  const urls = new Set(addresses.map((address) => target.baseUrl + address));
  return seen.filter(
    ({ exchange: { request }, status }) => request.method === 'GET' && status === 200 && urls.has(request.url),
  );
}
