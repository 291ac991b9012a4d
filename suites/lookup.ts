import type { Answer } from '../core/answer.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import { entryId, kindOf, queryEntries } from './support/evidence.ts';
import { isTooLong } from './support/missing.ts';
import { saysJson } from './support/payload/declared-type.ts';
import { findsWhatIsThereNow } from './support/query/found-current.ts';
import { findsNamesakes } from './support/query/found-namesakes.ts';
import { findsAsListed, findsListed } from './support/query/listed-queries.ts';
import { filtersOtherwise } from './support/query/queried-otherwise.ts';
import {
  emptyAnswer,
  emptyOtherwise,
  entriesFound,
  filters,
  filtersAnyText,
  finds,
  queryAnswer,
  queryTexts,
} from './support/query/queries.ts';
import { readAsFound } from './support/query/read-as-found.ts';
import { resourceOf, resourcesUnless } from './support/subjects.ts';
import { holdsRecords } from './support/whole-lists.ts';

type Id = 'read/query-match' | 'read/query-empty' | 'read/query-shape' | 'read/query-any-text' | 'read/query-filters';

const queried = resourcesUnless(({ name, query }) => (query === undefined ? `${name} is not queried` : undefined));

/** Lookup by the values of members: document 4.4. */
export const lookup: Suite<Id> = {
  'read/query-match': {
    level: 'must',
    reads: true,
    clause: '4.4',
    title: 'a query that matches is answered 200 with an array that holds the record',
    why: 'Finding is what a query is for.',
    sends:
      'GET with a value that matches a record known to exist, and with others that the collection shows, the last one and one of more than 100 characters among them; with one that two new records share, where records are made and the target takes that.',
    due: 'Status 200 and an array of records that holds each one with that value once; one of more than 100 characters may be refused. JSON says in its Content-Type that it is JSON.',
    on: queried,
    async check(trial) {
      const answer = (await queryAnswer(trial)).hasStatus(200);
      const entries = queryEntries(answer, resourceOf(trial));
      holdsRecords(saysJson(answer, resourceOf(trial)), entries, resourceOf(trial));
      answer.owes(finds(trial, entries), 'an array that holds the matching record', `${kindOf(entries)} without it`);
      return [answer, ...(await findsListed(trial)), ...(await findsNamesakes(trial))];
    },
  },

  'read/query-empty': {
    level: 'must',
    reads: true,
    clause: '4.4-m2',
    title: 'a query that matches nothing is answered with an empty collection',
    why: 'Nothing found is an answer, not an error: the query itself exists.',
    sends:
      'GET with a value that matches nothing, also as each other representation; beside it, one with a value that matches.',
    due: 'Status 200 with an empty array, or a bare 204 where the target claims emptyQuery = 204. XML shows no record of the collection.',
    on: queried,
    async check(trial) {
      const control = (await queryAnswer(trial)).asControl('a query that matches');
      return [control, await emptyAnswer(trial), ...(await emptyOtherwise(trial))];
    },
  },

  'read/query-shape': {
    level: 'must',
    reads: true,
    clause: '4.4',
    title: 'one match is still an array',
    why: 'A shape that depends on the number of matches breaks every client once.',
    sends: 'GET with a value that matches one record.',
    due: 'An array of one.',
    on: queried,
    async check(trial) {
      const answer = (await queryAnswer(trial)).asControl('a query that matches');
      const entries = queryEntries(answer, resourceOf(trial));
      if (entries.length === 0) notExercised('the query matches nothing, and one record was needed', answer);
      const ids = entries.flatMap((entry) => entryId(entry, resourceOf(trial)) ?? []);
      const isOne = entries.length === 1 || (ids.length === entries.length && new Set(ids).size === 1);
      if (!isOne) notExercised(`the query matches ${entries.length} records, and one was needed`, answer);
      return answer.owes(entries.length === 1, 'an array of one', `the same record ${entries.length} times`);
    },
  },

  'read/query-any-text': {
    level: 'must',
    reads: true,
    clause: '4.4',
    title: 'any text is a query and not an error',
    why: 'People are called O’Brien, Zoë and 山田, and search for 50 %.',
    sends: 'GET with generated texts, percent-encoded; beside it, one with a value that matches.',
    due: 'Status 200 with an array, or the empty answer; control characters may be refused, and an address with a part of more than 100 characters as too long (414). Where the target file describes the values (query.values), only such texts are sent.',
    on: queried,
    async check(trial) {
      const resource = resourceOf(trial);
      const control = (await queryAnswer(trial)).asControl('a query that matches');
      const proof = await trial.forAll(queryTexts(resource), async ({ encoded, absurd }) => {
        const address = (resource.query?.address ?? '').replace('{value}', encoded);
        const answer = await trial.send({ method: 'GET', address });
        if (absurd) return answer.owes(answer.status < 500, 'an answer or a refusal');
        if (isTooLong(answer)) return answer;
        if (trial.target.claims.emptyQuery === 204 && answer.status === 204) return answer;
        answer.hasStatus(200);
        queryEntries(answer, resource);
        return answer;
      });
      return { ...proof, witness: [control, ...proof.witness] };
    },
  },

  'read/query-filters': {
    level: 'should',
    reads: true,
    clause: '4.4',
    title: 'a query gives the records that match, and no others',
    why: 'A filter that is ignored returns everybody.',
    sends:
      'GET with values that match records known to exist, those that several share, and one beyond ASCII, also as each other representation, with a parameter that nobody knows before it and after it, with its parameter twice, with the name of that percent-encoded, with values that a record shows in other members, and with texts that careless filters trip over: signs of patterns, a value in quotes, what resembles a value that matches, holds it or has another word at it, and one that is encoded twice; with another notation of a number that a record shows there. Where records are made, for the long value of a new one, for another value that it was given and for the one before, after a change of it, and after its deletion.',
    due: 'In every record given, the member that is compared holds the value, unless a search by words or by resemblance finds more. A record that the collection shows has the same values there, and one that is found is read so by its id. Another representation shows each record that JSON shows. A new record is found by its own value, a long one too where that is not refused, by the one that it shows after a change and not by the one before, as it is then, and not after its deletion.',
    operates: true,
    on: queried,
    async check(trial) {
      const answer = (await queryAnswer(trial)).asControl('a query that matches');
      const wanted = resourceOf(trial).query?.matches ?? '';
      const resource = resourceOf(trial);
      const recordsIn = (found: Answer): readonly unknown[] => entriesFound(found, resource);
      return [
        filters(trial, answer, wanted),
        ...(await readAsFound(trial, { answer, resource, recordsIn, areTheSame: true })),
        ...(await findsAsListed(trial)),
        ...(await filtersAnyText(trial)),
        ...(await filtersOtherwise(trial)),
        ...(await findsWhatIsThereNow(trial)),
      ];
    },
  },
};
