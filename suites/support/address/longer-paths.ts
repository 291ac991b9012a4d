import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { existing } from '../evidence.ts';
import { queriesAbout, resourceOf } from '../subjects.ts';
import { saysTheSame } from '../view/same-words.ts';

/**
 * A record, nested records and queries of document 4.3, asked for with one more segment behind their address, which names nothing
 * (document 4.4-m1, 7). What comes there is not judged, such as a page for all that is unknown: only that it is not what the shorter address
 * names. A query may find by some of its words, which is seen by one with another word.
 */
export async function longerPathsMiss(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { address, looser } of await placesOf(trial)) {
    if (address.includes('?')) continue;
    const ask = (place: string): Promise<Answer> =>
      trial.send(withFieldsOf(resourceOf(trial), { method: 'GET', address: place }));
    const longer = await ask(`${address.replace(/\/$/u, '')}/${trial.unique()}`);
    answers.push(longer);
    if (longer.status !== 200) continue;
    const own = await ask(address);
    const names = (answer: Answer): boolean => answer.status === 200 && answer.text !== '' && saysTheSame(answer, own);
    const isOwn = own.status === 200 && names(longer) && !(looser !== undefined && names(await ask(looser)));
    answers.push(own, longer.owes(!isOwn, 'another answer than one segment before', 'the same'));
  }
  return answers;
}

/** An address, and for a query one by which only a search that passes over words finds the same. */
interface Place {
  readonly address: string;
  readonly looser?: string;
}

/** The addresses of a record that exists, of nested records and of queries that find something. */
export async function placesOf(trial: Trial): Promise<readonly Place[]> {
  const resource = resourceOf(trial);
  const { nested } = resource;
  const below = nested.flatMap(({ address, owner, index }) =>
    owner === undefined || index === undefined ? [] : [{ address: fillTemplate(address, { id: owner, index }) }],
  );
  const found = queriesAbout(trial.target, resource).flatMap(({ address, found: parameter }) =>
    parameter === undefined || parameter.includes('{unique}')
      ? []
      : [
          {
            address: fillTemplate(address, { parameter }),
            looser: fillTemplate(address, { parameter: `${parameter} ${trial.unique()}` }),
          },
        ],
  );
  return [{ address: (await existing(trial)).address }, ...below, ...found];
}
