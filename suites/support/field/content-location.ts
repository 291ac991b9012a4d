import type { Answer } from '../../../core/answer.ts';
import { isSpeltBy } from '../../../core/guard/spelt-by.ts';
import { fillTemplate, pathOf, resolveReference } from '../../../core/http/address.ts';
import { header } from '../../../core/http/exchange.ts';
import { absolute } from '../../../core/http/origins.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource, Target } from '../../../core/target.ts';
import { mayAsk } from '../evidence.ts';
import { differences, isMark, movesByItself } from '../payload/payloads.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/**
 * Demands that a record which shows its id is not told to be another one: Content-Location names the resource of which the body is the
 * current representation (RFC 9110 8.7), and a client may keep it under that name. A name of another kind, an address with a query, a suffix or on
 * another host may lead to the same record.
 */
export function namesItself(answer: Answer, { baseUrl, origins, resources }: Target): void {
  const reference = answer.header('Content-Location');
  const url = reference === undefined ? undefined : urlOfContent(answer);
  const named = reference === undefined ? undefined : resolveReference(reference, answer.exchange.request.url);
  if (url === undefined || named === undefined) return;
  for (const resource of resources) {
    const [own, other] = [idIn(url, resource, { baseUrl, origins }), idIn(named, resource, { baseUrl, origins })];
    if (own === undefined || other === undefined || own === other || shownId(answer, resource) !== own) continue;
    answer.owes(
      false,
      `no Content-Location of another record than ${own}, which the body is`,
      `${named} on ${exchangeInWords(answer)}`,
    );
  }
}

/** The address of what a success shows: that which was read, or that which was created (RFC 9110 8.7). */
function urlOfContent({ exchange, status, location }: Answer): string | undefined {
  const { method, url } = exchange.request;
  if (method === 'GET') return status === 200 ? url : undefined;
  return status === 201 ? location : undefined;
}

/** Of so many kinds of records the address in Content-Location is read. */
const READ = 4;

/** A reading of a record whose Content-Location is another address. */
interface Elsewhere {
  readonly answer: Answer;
  readonly named: string;
  readonly resource: Resource | undefined;
}

/**
 * Reads what the Content-Location of a record names, where that is another address of the target: it shows that record (RFC 9110 8.7), no
 * other one, and no other values. What cannot be read says nothing, and another spelling of one address, or a representation of its own, is
 * left to other rules.
 */
export async function leadsToItself(trial: Trial, answers: readonly Answer[]): Promise<void> {
  // One for each kind: the same code names the others.
  const kinds = new Map<string, Elsewhere>();
  const isThere = stillThere(trial);
  for (const one of answers.flatMap((answer) => elsewhere(trial, answer) ?? [])) {
    const kind = one.resource?.name ?? 'what an operation made';
    if (kinds.size < READ && !kinds.has(kind) && isThere(one.answer)) kinds.set(kind, one);
  }
  for (const one of kinds.values()) {
    const { answer, named, resource } = one;
    const id = shownId(answer, resource);
    const read = await readAs(trial, answer, named);
    const other = read.status === 200 ? shownId(read, resource) : undefined;
    const isOther = resource !== undefined && id !== undefined && other !== undefined && other !== id;
    read.owes(!isOther, `record ${id ?? ''}, which a Content-Location of ${named} names`);
    if (read.status === 200 && !isOtherSpelling(named, answer.exchange.request.url)) await showsTheSame(trial, one);
  }
}

/** Reads both anew, since the one may have changed after the other, and both again where they differ. */
async function showsTheSame(trial: Trial, { answer, named, resource }: Elsewhere): Promise<void> {
  const envelope = resource?.item?.envelope ?? '';
  const { url } = answer.exchange.request;
  const look = async (): Promise<{
    readonly own: Answer;
    readonly other: Answer;
    readonly wrong: readonly string[];
  }> => {
    const own = await readAs(trial, answer, url);
    const other = await readAs(trial, answer, named);
    const isNamed = resolveReference(own.header('Content-Location') ?? '', url) === named;
    return { own, other, wrong: isNamed ? otherIn(own, other, envelope) : [] };
  };
  const first = await look();
  const last = first.wrong.length === 0 ? first : await look();
  const wrong = last.wrong.filter((member) => first.wrong.includes(member));
  if (wrong.length > 0)
    fail(
      `${wrong.join(', ')} as ${url} shows it, whose Content-Location is ${named}`,
      `another: ${last.other.brief}`,
      last.own,
      last.other,
    );
}

function readAs(trial: Trial, { exchange }: Answer, address: string): Promise<Answer> {
  const accept = header(exchange.request.headers, 'Accept');
  return trial.send({ method: 'GET', address, headers: accept === undefined ? {} : { accept } });
}

/** A reading of a record, by its id or where an operation made it, whose Content-Location is another address of the target. */
function elsewhere(trial: Trial, answer: Answer): Elsewhere | undefined {
  const { target } = trial;
  const { method, url } = answer.exchange.request;
  if (method !== 'GET' || answer.status !== 200) return undefined;
  const named = resolveReference(answer.header('Content-Location') ?? '', url);
  if (named === undefined || named === url || !isOfService(named, target)) return undefined;
  const resource = target.resources.find((one) => idIn(url, one, target) !== undefined);
  return resource === undefined && !madeBelow(trial).has(url) ? undefined : { answer, named, resource };
}

/** Whether an address is below the base address of the target: what stands beside it may be another service. */
export function isOfService(address: string, target: Target): boolean {
  const [base = '', path = ''] = [target.baseUrl, address].map(pathOf);
  return mayAsk(target, address) && path.startsWith(base);
}

const madeBelowOf = new WeakMap<Trial, ReadonlySet<string>>();

/** Where POSTs below a record made something: form E (document 4.2). */
function madeBelow(trial: Trial): ReadonlySet<string> {
  const known = madeBelowOf.get(trial) ?? new Set(trial.seen.flatMap((answer) => madeAt(trial, answer) ?? []));
  madeBelowOf.set(trial, known);
  return known;
}

function madeAt({ target }: Trial, answer: Answer): string | undefined {
  if (answer.status !== 201 || answer.exchange.request.method !== 'POST') return undefined;
  const isIt = target.operations.some(({ name, forms: { E } }) => E && isSpeltBy(answer, name, E, target.baseUrl));
  return isIt ? answer.location : undefined;
}

/** Tells of a reading whether the run deleted neither what was read nor what it is below. */
function stillThere({ seen, cleaned }: Trial): (answer: Answer) => boolean {
  const deleted = [...seen.map(({ exchange }) => exchange), ...cleaned]
    .filter(({ request, response }) => request.method === 'DELETE' && (response?.status ?? 0) < 300)
    .map(({ request }) => request.url);
  return ({ exchange: { request } }) =>
    !deleted.some((url) => request.url === url || request.url.startsWith(`${url}/`));
}

/** Members that both show with values of their own, though one is the representation of the other. */
function otherIn(own: Answer, other: Answer, envelope: string): readonly string[] {
  if (own.status >= 300 || other.status !== 200) return [];
  const [a, b] = [own, other].map(({ representation: { syntax, problem, value } }) =>
    syntax === 'json' && problem === undefined ? at(value, envelope) : undefined,
  );
  if (!isObject(a) || !isObject(b)) return [];
  const apart = differences(a, b);
  const isKnown = Object.keys(a).some((name) => typeof a[name] === 'string' && name in b && !apart.includes(name));
  return apart.filter(
    (name) =>
      name in a &&
      name in b &&
      // Where it stands beside all others, a record may have another id than below its deal.
      !(name === 'id' && isKnown) &&
      !isMark(name) &&
      !MAY_DIFFER.test(name) &&
      !movesByItself(a[name], b[name]),
  );
}

/** Links may repeat the address that was asked for, and a version moves. */
const MAY_DIFFER = /^[_@$]|^(?:links?|self|href|url|uri|location|canonical|path)$/iu;

/** Whether two addresses differ in no more than a slash, a query, letters of the host, or a representation that is chosen (document 4.5-3). */
export function isOtherSpelling(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => (pathOf(address) ?? address).replace(/\.\w{1,5}$/u, '').toLowerCase());
  return a === b;
}

/** The id in an address, where it is one of this resource's records, of digits alone or of a shape that no suffix can be a part of. */
function idIn(address: string, { item }: Resource, target: Pick<Target, 'baseUrl' | 'origins'>): string | undefined {
  if (item === undefined || address.includes('?')) return undefined;
  const [before = '', after = ''] = absolute(target, item.address).split('{id}');
  if (after !== '' || !address.startsWith(before)) return undefined;
  const id = address.slice(before.length);
  return /^[\w-]+$/u.test(id) && address === absolute(target, fillTemplate(item.address, { id })) ? id : undefined;
}

function shownId({ representation }: Answer, resource: Resource | undefined): string | undefined {
  if (representation.syntax !== 'json' || representation.problem !== undefined) return undefined;
  const record = at(representation.value, resource?.item?.envelope ?? '');
  return isObject(record) ? idText(record['id']) : undefined;
}
