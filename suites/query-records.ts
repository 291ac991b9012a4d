import type { Answer } from '../core/answer.ts';
import { fillTemplate } from '../core/http/address.ts';
import { isObject } from '../core/representation/json-value.ts';
import { fail, notApplicable, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Resource } from '../core/target.ts';
import {
  anotherToFind,
  eachQuery,
  findableQuery,
  findingRequest,
  queryOf,
  recordToFind,
} from './support/command/command-evidence.ts';
import { findsRenamed } from './support/query/found-by-name.ts';
import { findsWhatIsThere } from './support/query/found-later.ts';
import { findsOddText, parameterFor } from './support/query/found-records.ts';
import { findsNoLookalike, findsNothingLonger } from './support/query/like-parameters.ts';
import { lacksNone } from './support/query/listed-is-found.ts';
import { readsToTheEnd } from './support/query/long-parameters.ts';
import { idOf, readAsFound, recordsIn } from './support/query/read-as-found.ts';
import { seenEachTime } from './support/steady/seen-each-time.ts';

type Shown = Readonly<Record<string, unknown>>;

/** What a query of document 4.3 finds: the records that are there, as they are. */
export const queryRecords: Suite<'query/records'> = {
  'query/records': {
    level: 'should',
    clause: '4.3',
    title: 'a query gives the records that match, each once and as it is read elsewhere',
    why: 'Where all reading goes by queries, a client sees nothing of a record that they leave out.',
    sends:
      'GET of a query that finds something, of the records that it finds by their ids, and of their collection; of the query for values beyond ASCII that the collection shows, for one that several records share, and for what resembles the first one. The query for a new text, two creations with it and different amounts, the query, GET of both, DELETE of the first, and the query again; then a change of the second, and further ones by operations and by commands, two more creations, one with 0 for each amount, GET of that, and DELETE of all, each with the query after it; a creation, a change of the text by which it is found, and the query for that and for the one before; a creation of a text that is hard to write in an address, and of a long one, and the query for each, and for the long one with another end.',
    due: 'An array of objects, no record twice, the values that the record itself shows, and no record missing that the collection shows with the same value in the member by which the others were found. Of a new record that is asked for by its own text, that one alone; of several with one text, all of them, each once and with the values and members that it shows itself, in each representation; of what was deleted, nothing, and 404 where all was; a record that was changed as it is then, by the text that it shows then, and not by the one that it shows no more; 0 where the record shows it and others are found with such a member; nothing of what only resembles a value, to its end, nor by one with a word or letters at it, unless a search by words or by resemblance finds more.',
    operates: true,
    on: eachQuery,
    async check(trial) {
      const query = await findableQuery(trial);
      const resource = trial.target.resources.find(({ name }) => name === query.resource);
      if (resource === undefined)
        notApplicable(
          `the target has no resource ${query.resource} to compare with; name the query’s resource in the target file`,
        );
      const ask = (): Promise<Answer> => trial.send(findingRequest(query));
      const answer = (await trial.until(ask, ({ succeeded }) => succeeded)).asControl('a query that finds something');
      const found = answer.json();
      if (!Array.isArray(found)) notExercised('the answer is no array', answer);
      const records = found.filter(isObject);
      areObjects(answer, found, resource);
      isEachOnce(answer, found, resource);
      if (queryOf(trial).found?.includes('{unique}') === true) await isTheNewOne(trial, answer);
      return [
        answer,
        ...(await readAsFound(trial, { answer, resource, recordsIn, areTheSame: false })),
        ...(await lacksNone(trial, answer, records, resource, query.found ?? '')),
        ...(await findsNoLookalike(trial, query)),
        ...(await findsNothingLonger(trial, query, records)),
        ...(await findsNew(trial, answer, records, resource)),
      ];
    },
  },
};

async function findsNew(
  trial: Trial,
  answer: Answer,
  records: readonly Shown[],
  resource: Resource,
): Promise<readonly Answer[]> {
  const parameterOf = parameterFor(queryOf(trial), records, resource);
  if (parameterOf === undefined) return [answer];
  return [
    ...(await findsWhatIsThere(trial, resource, parameterOf)),
    ...(await findsRenamed(trial, resource, parameterOf)),
    ...(await findsOddText(trial, resource, parameterOf)),
    ...(await readsToTheEnd(trial, resource, parameterOf)),
  ];
}

/** What is read by its id as an object is a record of that kind in what a query finds (document 4.3). A service may list ids alone. */
function areObjects(answer: Answer, found: readonly unknown[], { item, list }: Resource): void {
  if (item === undefined || list === undefined || list.entries === 'ids') return;
  const odd = found.find((entry) => !isObject(entry) && !Array.isArray(entry));
  answer.owes(odd === undefined, 'an array of records', `${JSON.stringify(odd)} in it`);
}

function isEachOnce(answer: Answer, found: readonly unknown[], resource: Resource): void {
  const ids = found.flatMap((record) => idOf(record, resource) ?? []);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  answer.owes(twice === undefined, 'each record once', `${twice ?? ''} twice`);
}

/** Only one record of the world holds a fresh value of the run, unless somebody copied it just then. */
async function isTheNewOne(trial: Trial, found: Answer): Promise<void> {
  const { found: text = '', resource, address } = queryOf(trial);
  const { unique } = await recordToFind(trial, resource);
  const several = await seenEachTime(severalIn(found, unique), async () => {
    const another = await anotherToFind(trial, resource);
    const parameter = text.replaceAll('{unique}', another.unique);
    const ask = (): Promise<Answer> => trial.send({ method: 'GET', address: fillTemplate(address, { parameter }) });
    return severalIn(await trial.until(ask, ({ succeeded }) => succeeded), another.unique);
  });
  if (several === undefined) return;
  fail(`the one record with ${several.unique}`, `${recordsIn(several.answer).length} records`, several.answer);
}

interface Several {
  readonly answer: Answer;
  readonly unique: string;
}

function severalIn(answer: Answer, unique: string): Several | undefined {
  const records = recordsIn(answer).filter(isObject);
  // A record need not show what was sent (document 2), but where the new one does, so do the others of its kind.
  const isShown = records.some((record) => JSON.stringify(record).includes(unique));
  return isShown && records.length > 1 ? { answer, unique } : undefined;
}
