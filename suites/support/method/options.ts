import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { allowedBy, isWholeAllow } from './allow.ts';
import { hasNoLength, listsDiffer } from './refused-methods.ts';

/** A place, and the methods that are seen to work there. */
export interface Served {
  readonly address: string;
  readonly methods: readonly string[];
  /** Whether it is there to be read alone, so that nothing that is done to a record gives it other methods. */
  readonly isRead?: true;
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
    options.owes(isWholeAllow(options), 'an Allow without empty members', allow);
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

/** Of so many fields that name GET, one may not name HEAD by a slip; where it is more of them, the target does not tell HEAD. */
const ONE_OF = 4;

/**
 * Where GET is answered HEAD is as well (RFC 9110 9.3.2), and who tells both tells them wherever they are (10.2.1). Many servers never name
 * HEAD; a field that leaves it out is held against the others of the resource alone, and only where HEAD is answered 200.
 */
export async function namesHeadAlike(trial: Trial, asked: readonly AskedPlace[]): Promise<readonly Answer[]> {
  const fields = asked
    .filter(({ place }) => place.isRead === true)
    .flatMap(({ answer, options }) => [
      ...(answer.status === 405 ? [answer] : []),
      ...(options.succeeded && listsDiffer(trial) ? [options] : []),
    ])
    .filter((answer) => allowedBy(answer).includes('GET'));
  const without = fields.filter((answer) => !allowedBy(answer).includes('HEAD'));
  const [first] = without;
  if (first === undefined || without.length * ONE_OF > fields.length) return [];
  if (trial.subject.resource?.never.includes('HEAD') === true) return [];
  const head = await trial.send({ method: 'HEAD', address: urlOf(first) });
  if (head.status === 200)
    fail(
      `HEAD in Allow on ${first.exchange.request.method} ${urlOf(first)}, as at other addresses`,
      toldBy(first),
      first,
      head,
    );
  return [head];
}

function toldBy(answer: Answer): string {
  return `Allow: ${answer.header('Allow') ?? ''}`;
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
