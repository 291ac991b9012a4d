import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName, Selector } from '../../../core/claims.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { entriesFound } from '../query/queries.ts';
import { isPassing } from '../status/passing.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { resourceOf } from '../subjects.ts';
import type { Place } from '../view/views.ts';
import { withFormat, withSuffix } from './accept.ts';
import { findsTheSame } from './same-by-address.ts';

/** The ways in which a selector chooses: the parameter comes after another one or before it, which means the same. */
const WAYS: Readonly<Partial<Record<Selector, readonly (typeof withSuffix)[]>>> = {
  suffix: [withSuffix],
  format: [withFormat, withFormatFirst],
};

/** The query by these ways, and where it was read as what was asked for. */
export interface ChosenQuery {
  readonly place: Place;
  readonly request: HttpRequest;
  readonly answer: Answer;
}

/**
 * The query that matches, chosen by a suffix on its path, or by a parameter beside its own (document 4.5-3): it gives that representation of
 * the records that the plain address finds. Asked only where the query is one of the collection, by the same path, and where the collection
 * is seen to be chosen so: what is offered elsewhere is not shown.
 */
export async function queryChosen(
  trial: Trial,
  selector: Selector,
  name: RepresentationName,
): Promise<readonly ChosenQuery[]> {
  const { list, query } = resourceOf(trial);
  const { address: template = '', matches } = query ?? {};
  if (list === undefined || matches === undefined || !template.startsWith(`${list.address}?`)) return [];
  const place: Place = { kind: 'query', address: fillTemplate(template, { value: matches }) };
  const chosen: ChosenQuery[] = [];
  for (const way of WAYS[selector] ?? []) {
    const request = chosenRequest(way(place.address, name));
    const look = (): Promise<Wrong | undefined> =>
      wrongAt(trial, { plain: place.address, list: way(list.address, name), request, name });
    const first = await trial.send(request);
    if (isGiven(first, name)) {
      await findsTheSame(trial, place, first, name);
      chosen.push({ place, request, answer: first });
    } else isRight(name, await seenEachTime(await look(), look));
  }
  return chosen;
}

function chosenRequest(address: string): HttpRequest {
  return { method: 'GET', address, headers: { accept: '*/*' } };
}

/** A query that was not given as its address says, though it finds records by its plain address, and though the collection is given so. */
interface Wrong {
  readonly control: Answer;
  readonly plain: Answer;
  readonly answer: Answer;
}

async function wrongAt(
  trial: Trial,
  asked: {
    readonly plain: string;
    readonly list: string;
    readonly request: HttpRequest;
    readonly name: RepresentationName;
  },
): Promise<Wrong | undefined> {
  const control = await trial.send(chosenRequest(asked.list));
  const plain = await trial.send({ method: 'GET', address: asked.plain });
  if (!isGiven(control, asked.name) || plain.status !== 200) return undefined;
  if (entriesFound(plain, resourceOf(trial)).length === 0) return undefined;
  const answer = await trial.send(asked.request);
  // It may lead to where the query is read.
  const isOpen = (answer.status >= 300 && answer.status < 400) || isPassing(answer.status);
  return isOpen || answer.status >= 500 || isGiven(answer, asked.name) ? undefined : { control, plain, answer };
}

function isRight(name: RepresentationName, wrong: Wrong | undefined): void {
  if (wrong === undefined) return;
  const { control, plain, answer } = wrong;
  fail(`the ${name} of the query by this address, as of the collection`, answer.brief, control, plain, answer);
}

function isGiven({ status, representation }: Answer, name: RepresentationName): boolean {
  return status === 200 && representation.syntax === name && representation.problem === undefined;
}

/** The parameter before those of the address, where it has any. */
function withFormatFirst(address: string, name: RepresentationName): string {
  return !address.includes('?') ? withFormat(address, name) : address.replace('?', `?format=${name}&`);
}
