import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Created } from '../evidence.ts';
import { shownValue } from '../query/queries.ts';
import { queriesAbout, resourceOf } from '../subjects.ts';
import { saysTheSame } from '../view/same-words.ts';
import { headOf } from './head.ts';

/** A query that finds one record alone, as it was answered by GET. */
interface Found {
  readonly request: HttpRequest;
  readonly answer: Answer;
}

/**
 * The queries that find this record of the run alone, by a value that nobody else has, asked by GET and by HEAD. Gives what asks them again
 * after a change: HEAD has the length and the validators of what GET finds then (RFC 9110 9.3.2, 8.8).
 */
export async function headsOfFound(
  trial: Trial,
  record: Created,
  read: Answer,
): Promise<() => Promise<readonly Answer[]>> {
  const found: Found[] = [];
  for (const address of addressesFinding(trial, record, read)) {
    const request = { method: 'GET', address };
    const answer = await trial.send(request);
    if (answer.status !== 200 || !answer.text.includes(record.unique)) continue;
    await headOf(trial, { request, answer });
    found.push({ request, answer });
  }
  return async () => {
    const answers: Answer[] = [];
    for (const { request, answer: before } of found) {
      // A result may show less than the record, and nothing of the change.
      const answer = await trial.until(
        () => trial.send(request),
        (later) => !saysTheSame(later, before),
      );
      answers.push(answer, ...(answer.status === 200 ? [await headOf(trial, { request, answer })] : []));
    }
    return answers;
  };
}

function addressesFinding(trial: Trial, { unique }: Created, read: Answer): readonly string[] {
  const resource = resourceOf(trial);
  const { query, item } = resource;
  const value = shownValue(at(read.representation.value, item?.envelope ?? ''), query?.field);
  const isOwn = query !== undefined && value?.includes(unique) === true && mayBeAsked(query, value);
  const own = isOwn ? [fillTemplate(query.address, { value })] : [];
  const others = queriesAbout(trial.target, resource).flatMap(({ address, found }) =>
    found?.includes('{unique}') === true
      ? [fillTemplate(address, { parameter: found.replaceAll('{unique}', unique) })]
      : [],
  );
  return [...own, ...others];
}
