import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { allowedBy, isBlankAsUsual, isWholeAllow } from '../method/allow.ts';
import { spellsMethods } from '../method/registered-methods.ts';
import { takenByPropfind } from '../method/unknown-methods.ts';
import { allowsOperations } from './operation-allow.ts';
import { namesNothingRefused } from './refused-everywhere.ts';
import { answersOf, askedBy } from './watched.ts';

/** Each 405 lists what its address takes (RFC 9110 15.5.6), as the run saw it. */
export function assertAllow(trial: Trial, refused: readonly Answer[]): void {
  const bare = refused.find((answer) => answer.header('Allow') === undefined);
  if (bare !== undefined) fail('an Allow field', `none on the 405 to ${askedBy(bare)}`, bare);
  const read = new Set(trial.seen.filter(isRead).map(({ exchange }) => exchange.request.url));
  const posted = postedTo(trial);
  for (const answer of refused) allowsTruly(answer, refused, read, posted);
  namesNothingRefused(trial, refused);
  allowsOperations(
    trial,
    refused.filter((answer) => !isBlankAsUsual(answer, refused)),
  );
}

/** The 405s of the run that are the service's own; where there is none, those to PROPFIND and to GET of commands. */
export async function methodsRefused(trial: Trial): Promise<readonly Answer[]> {
  return ofTheService(await anyRefused(trial));
}

function isRead({ exchange, status: code }: Answer): boolean {
  return exchange.request.method === 'GET' && code === 200;
}

/** Allow names what the resource takes (RFC 9110 10.2.1): methods are told apart by case (9.1), and stand between commas (5.6.1). */
function allowsTruly(
  answer: Answer,
  refused: readonly Answer[],
  read: ReadonlySet<string>,
  posted: ReadonlySet<string>,
): void {
  const { method, url } = answer.exchange.request;
  const allow = answer.header('Allow') ?? '';
  const methods = allowedBy(answer);
  const isList = methods.every((name) => /^[!#$%&'*+.^_`|~\w-]*$/u.test(name));
  answer.owes(isList, 'an Allow field of method names with commas between them', `Allow: ${allow}`);
  answer.owes(isWholeAllow(answer), 'an Allow field without empty members', `Allow: ${allow}`);
  spellsMethods(answer);
  answer.owes(!methods.includes(method), `an Allow field without ${method}, which it refuses`, `Allow: ${allow}`);
  // OPTIONS is often refused by what stands in front of the service.
  if (isBlankAsUsual(answer, refused) || method === 'OPTIONS') return;
  answer.owes(
    !read.has(url) || methods.includes('GET'),
    'GET in Allow, which is answered 200 there',
    `Allow: ${allow}`,
  );
  answer.owes(!posted.has(url) || methods.includes('POST'), 'POST in Allow, which works there', `Allow: ${allow}`);
}

/** Where creations and commands were taken: what may be done to one record may change with its state, this does not. */
function postedTo({ target, seen }: Trial): ReadonlySet<string> {
  const addresses = [...target.resources.flatMap(({ create }) => create ?? []), ...target.commands];
  const places = addresses.map(({ address }) => target.baseUrl + address);
  const taken = seen.filter(({ succeeded, exchange }) => succeeded && exchange.request.method === 'POST');
  return new Set(taken.map(({ exchange }) => exchange.request.url).filter((url) => places.includes(url)));
}

/** What stands in front of a service often refuses TRACE by itself, in the same way at each address and without Allow. */
function ofTheService(refused: readonly Answer[]): readonly Answer[] {
  const traced = refused.filter(({ exchange }) => exchange.request.method === 'TRACE');
  const isOfService = traced.some((answer) => answer.header('Allow') !== undefined);
  return isOfService ? refused : refused.filter((answer) => !traced.includes(answer));
}

async function anyRefused(trial: Trial): Promise<readonly Answer[]> {
  const met = answersOf(trial).filter((answer) => answer.status === 405);
  if (met.length > 0) return met;
  if ((await takenByPropfind(trial)) !== undefined) return [];
  const { session, resources } = trial.target;
  const propfind = (address: string): HttpRequest => ({ method: 'PROPFIND', address, alone: true });
  const places = [
    propfind(session.address),
    ...resources.flatMap((resource) =>
      resource.list === undefined ? [] : [withFieldsOf(resource, propfind(resource.list.address))],
    ),
  ];
  const answers: Answer[] = [];
  for (const request of places) answers.push(await trial.send(request));
  // Many a server answers 501 to that; what is there to be written is not read, and a GET does no harm.
  for (const { address } of trial.target.commands) answers.push(await trial.send({ method: 'GET', address }));
  return answers.filter((answer) => answer.status === 405);
}
