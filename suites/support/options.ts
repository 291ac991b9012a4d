import type { Answer } from '../../core/answer.ts';
import { fail } from '../../core/outcome.ts';
import type { Trial } from '../../core/trial.ts';
import { allowedBy } from './allow.ts';
import { hasNoLength, listsDiffer } from './refused-methods.ts';

/** A place, and the methods that are seen to work there. */
export interface Served {
  readonly address: string;
  readonly methods: readonly string[];
}

/** A place with what a method that it may not have is answered there, and what OPTIONS is. */
export interface AskedPlace {
  readonly place: Served;
  readonly answer: Answer;
  readonly options: Answer;
}

/**
 * OPTIONS may be answered in any way, also by what stands in front of the service. Where it tells the methods at some addresses,
 * it does at all (RFC 9110 9.3.7), and truly (10.2.1).
 */
export function optionsTellMethods(trial: Trial, asked: readonly AskedPlace[]): void {
  const told = asked.filter(({ options }) => options.succeeded && options.header('Allow') !== undefined);
  if (told.length === 0) return;
  const read = new Set(trial.seen.filter(isRead).map(urlOf));
  const posted = postedTo(trial);
  const differ = listsDiffer(trial);
  for (const { answer, options, place } of asked) {
    if (!options.succeeded) continue;
    hasNoLength(options);
    const allow = `Allow: ${options.hasHeader('Allow')}`;
    const named = allowedBy(options);
    const isList = named.every((name) => TOKEN.test(name));
    options.owes(isList, 'an Allow of method names with commas between them', allow);
    const url = urlOf(options);
    const due = [...place.methods, ...(read.has(url) ? ['GET'] : []), ...(posted.has(url) ? ['POST'] : [])];
    const lacking = due.find((method) => !named.includes(method));
    options.owes(lacking === undefined, `${lacking ?? ''} in the Allow of OPTIONS, which works there`, allow);
    const isWrong = differ && answer.status === 405 && named.includes('PROPFIND');
    options.owes(!isWrong, 'an Allow of OPTIONS without PROPFIND, which is refused there', allow);
  }
  namesTheSame(told);
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]*$/u;

/** At how many places both have to agree before they are held to it at the others. */
const AGREEING = 2;

/**
 * Both fields name what the place takes, and are asked for one after the other. A list for OPTIONS may come from what stands in
 * front of the service, so only where the two agree at most places they are held to it at each.
 */
function namesTheSame(told: readonly AskedPlace[]): void {
  const both = told.filter(({ answer }) => answer.status === 405 && (answer.header('Allow') ?? '').trim() !== '');
  const others = both.filter(({ answer, options }) => methodsIn(answer) !== methodsIn(options));
  const [first] = others;
  const agreeing = both.length - others.length;
  if (first === undefined || agreeing < AGREEING || agreeing < others.length) return;
  const { answer, options } = first;
  const due = `the methods in Allow of OPTIONS that the 405 there names (${answer.header('Allow') ?? ''})`;
  fail(due, `Allow: ${options.header('Allow') ?? ''}`, answer, options);
}

/** What every place may have, and some servers name everywhere, is left out. */
function methodsIn(answer: Answer): string {
  return allowedBy(answer)
    .filter((method) => !['HEAD', 'OPTIONS', 'TRACE', ''].includes(method))
    .toSorted()
    .join();
}

/** Where the run was seen to create by POST, or to send a command. */
function postedTo({ target, seen }: Trial): ReadonlySet<string> {
  const created = target.resources.flatMap(({ create }) => (create?.method === 'POST' ? [create.address] : []));
  const places = [...created, ...target.commands.map(({ address }) => address)].map(
    (address) => target.baseUrl + address,
  );
  const taken = seen.filter(({ succeeded, exchange }) => succeeded && exchange.request.method === 'POST');
  return new Set(taken.map(urlOf).filter((url) => places.includes(url)));
}

function isRead({ status, exchange }: Answer): boolean {
  return status === 200 && exchange.request.method === 'GET';
}

function urlOf({ exchange }: Answer): string {
  return exchange.request.url;
}
