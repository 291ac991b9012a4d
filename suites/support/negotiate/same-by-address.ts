import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { header } from '../../../core/http/exchange.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { entriesFound, entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { type Reader, readerOf } from '../view/reader.ts';
import { negotiatedBesides, type Place, placesOf, type View, viewsAt } from '../view/views.ts';
import { withFormat, withSuffix } from './accept.ts';
import { givesEach } from './alike.ts';
import { alsoShown, notFound } from './only-found.ts';

const LISTED = 20;
const ROUNDS = 3;

/** The collection, and the queries that Accept is seen to negotiate, chosen by suffix and by parameter: what is listed is the same. */
export async function listsByAddress(trial: Trial): Promise<readonly Answer[]> {
  const lists = (await placesOf(trial)).filter(({ kind }) => kind === 'list');
  const queries = (await negotiatedBesides(trial)).filter(({ kind }) => kind === 'query');
  const answers: Answer[] = [];
  for (const place of [...lists, ...queries]) {
    const { json, known } = await knownAt(trial, place);
    const chosen = await sameByAddress(trial, place.address, known);
    if (place.kind === 'query' && json !== undefined) await findNoMore(trial, json, chosen);
    answers.push(...chosen);
  }
  return answers;
}

/** What a list or a query tells by Accept; `json` is undefined where it does not come in JSON so. */
async function knownAt(
  trial: Trial,
  place: Place,
): Promise<{ readonly json: Answer | undefined; readonly known: Known }> {
  const resource = resourceOf(trial);
  const views = await viewsAt(trial, place);
  const json = views.find(({ name }) => name === 'json')?.answer;
  const all =
    json === undefined ? [] : place.kind === 'list' ? entriesOf(json, resource) : entriesFound(json, resource);
  const entries = all.slice(0, LISTED).filter(isObject);
  const texts = entries.flatMap((entry) => Object.values(entry).filter((value) => typeof value === 'string'));
  const members = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  return { json, known: { views, texts, members } };
}

/** The same of a query that was chosen by its address in one way: the records that its plain address finds by Accept, and no others. */
export async function findsTheSame(
  trial: Trial,
  query: Place,
  chosen: Answer,
  name: RepresentationName,
): Promise<void> {
  const { json, known } = await knownAt(trial, query);
  const view = known.views.find((other) => other.name === name);
  await tellsTheSame(trial, chosen, view, soughtIn(known, chosen));
  if (json !== undefined) await findNoMore(trial, json, [chosen]);
}

/** A suffix or a parameter beside a query leaves the query as it is: it finds no record that the plain address does not find. */
async function findNoMore(trial: Trial, json: Answer, chosen: readonly Answer[]): Promise<void> {
  const others = await notFound(trial, json);
  for (const answer of chosen) {
    if (alsoShown(trial, answer, others) === undefined) continue;
    // Others may have made one that it finds.
    const { url: address } = answer.exchange.request;
    const again = await trial.send({ method: 'GET', address, headers: { accept: '*/*' } });
    const { url, headers } = json.exchange.request;
    const after = await trial.send({ method: 'GET', address: url, headers: { accept: header(headers, 'Accept') } });
    const other = alsoShown(trial, again, await notFound(trial, after));
    if (other !== undefined)
      fail('the records that the query finds by its plain address', `also “${other}”`, json, answer, again, after);
  }
}

/** What a list is known by: texts that it tells, and names of members that it has. */
interface Known {
  readonly views: readonly View[];
  readonly texts: readonly string[];
  readonly members?: readonly string[];
}

/**
 * A list chosen by suffix and by parameter, where they are seen to choose there (document 4.5-3 does not say where): each representation
 * that Accept gives, with those of these texts that it tells, and, but for pages, of these members that it names.
 */
export async function sameByAddress(
  trial: Trial,
  address: string,
  { views, ...known }: Known,
): Promise<readonly Answer[]> {
  const { selectors, representations } = resourceOf(trial);
  const ways = [
    ...(selectors.includes('suffix') ? [withSuffix] : []),
    ...(selectors.includes('format') ? [withFormat] : []),
  ];
  const answers: Answer[] = [];
  for (const way of ways) {
    const chosen: Answer[] = [];
    for (const name of representations)
      chosen.push(await trial.send({ method: 'GET', address: way(address, name), headers: { accept: '*/*' } }));
    const isGiven = ({ status, representation }: Answer, i: number): boolean =>
      status === 200 && representation.problem === undefined && representation.syntax === representations[i];
    // JSON may come whatever the address says.
    if (!chosen.some((answer, i) => representations[i] !== 'json' && isGiven(answer, i))) continue;
    givesEach(trial, chosen);
    for (const [i, answer] of chosen.entries())
      if (isGiven(answer, i))
        await tellsTheSame(
          trial,
          answer,
          views.find(({ name }) => name === representations[i]),
          soughtIn(known, answer),
        );
    answers.push(...chosen);
  }
  return answers;
}

/** Something to look for in a view, in words. */
interface Sought {
  readonly words: string;
  readonly isIn: (reader: Reader) => boolean;
}

function soughtIn(
  { texts, members = [] }: Omit<Known, 'views'>,
  { representation: { syntax } }: Answer,
): readonly Sought[] {
  // A page is for people, and need not be laid out alike at each address.
  const named = syntax === 'html' ? [] : members;
  return [
    ...texts.map((text) => ({
      words: `“${text}”`,
      isIn: ({ untold }: Reader) => untold([['', text]]).length === 0,
    })),
    ...named.map((member) => ({ words: `the member ${member}`, isIn: ({ names }: Reader) => names(member) })),
  ];
}

async function tellsTheSame(
  trial: Trial,
  first: Answer,
  view: View | undefined,
  sought: readonly Sought[],
): Promise<void> {
  if (view === undefined) return;
  const { url: address, method } = first.exchange.request;
  let [before, chosen] = [view.answer, first];
  // Others may change it meanwhile, and a list that comes in pages moves with each record.
  for (let round = 1; ; round += 1) {
    const [due, own] = [holds(before), holds(chosen)];
    const missing = sought.filter((one) => due(one) && !own(one));
    if (missing.length === 0) return;
    const after = await trial.send(view.request);
    const lost = missing.find(holds(after));
    if (lost === undefined) return;
    if (round === ROUNDS) fail(`${lost.words}, as by Accept`, `none: ${chosen.brief}`, before, chosen, after);
    before = after;
    chosen = await trial.send({ method, address, headers: { accept: '*/*' } });
  }
}

/** Whether an answer holds what is sought. It is read once for all: a list may hold some hundred records. */
function holds(answer: Answer): (sought: Sought) => boolean {
  if (answer.status !== 200) return () => false;
  const reader = readerOf(answer);
  return ({ isIn }) => isIn(reader);
}
