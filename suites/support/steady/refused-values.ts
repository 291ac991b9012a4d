import type { Answer } from '../../../core/answer.ts';
import { isReading } from '../../../core/guard/record-gate.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { freshValues } from '../create/creations.ts';
import { queriesAbout, resourceOf } from '../subjects.ts';

/** How many refusals a query is asked about, each of another status. */
const ASKED = 3;

/**
 * Demands that no list and no query shows a value that was sent in refused requests alone, whatever they were refused for and
 * wherever they were sent: the collection in each representation, and the queries that find new records by their text.
 */
export async function storesNothingRefused(trial: Trial): Promise<readonly Answer[]> {
  const refused = refusedValues(trial);
  if (refused.size === 0) return [];
  const answers: Answer[] = [];
  for (const request of [...lists(trial), ...queries(trial, refused)])
    answers.push(await showsNone(trial, request, refused));
  return answers;
}

async function showsNone(trial: Trial, request: HttpRequest, refused: ReadonlyMap<string, Answer>): Promise<Answer> {
  const stored = (answer: Answer): string | undefined =>
    answer.succeeded ? freshValues(trial, answer.text).find((value) => refused.has(value)) : undefined;
  const first = await trial.send(request);
  if (stored(first) === undefined) return first;
  // A page may tell once that something was refused.
  const again = await trial.send(request);
  const value = stored(again) ?? '';
  const refusal = refused.get(value);
  if (refusal === undefined) return again;
  const { method, url } = refusal.exchange.request;
  fail(`nothing of what ${method} ${url} refused`, `${value} in ${request.address}: ${again.brief}`, refusal, again);
}

/** The values of the run that were sent in refused requests alone, each with a refusal of it. */
function refusedValues(trial: Trial): ReadonlyMap<string, Answer> {
  const refused = new Map<string, Answer>();
  const taken = new Set<string>();
  for (const answer of trial.seen) {
    const { request } = answer.exchange;
    if (isReading(request)) continue;
    const values = [...wholeValues(trial, textOf(request.body)), ...freshValues(trial, request.url)];
    // What was answered 503 and sent again may have been carried out the first time.
    const isRefused = isRefusal(answer) && answer.exchange.again !== true;
    for (const value of values) if (isRefused) refused.set(value, answer);
    // Where a list cuts texts short, it may show the beginning of a value.
    for (const value of values)
      if (!isRefused) for (let end = 1; end <= value.length; end += 1) taken.add(value.slice(0, end));
  }
  return new Map([...refused].filter(([value]) => !taken.has(value)));
}

// Where a body was cut short, its last value may have become another one of the run.
function wholeValues(trial: Trial, text: string): readonly string[] {
  return freshValues(trial, text).filter((value) => !text.endsWith(value));
}

function textOf(body: Uint8Array | null): string {
  return body === null ? '' : new TextDecoder().decode(body);
}

function lists(trial: Trial): readonly HttpRequest[] {
  const { list, representations, selectors, mediaTypes } = resourceOf(trial);
  if (list === undefined) return [];
  const types = selectors.includes('accept') ? representations.map((name) => mediaTypes[name]) : [mediaTypes.json];
  return types.map((accept) => ({ method: 'GET', address: list.address, headers: { accept } }));
}

/** The queries of document 4.3 that find new records of the resource by a text of theirs, with texts that were refused. */
function queries(trial: Trial, refused: ReadonlyMap<string, Answer>): readonly HttpRequest[] {
  const byStatus = new Map([...refused].map(([value, { status }]) => [status, value]));
  return queriesAbout(trial.target, resourceOf(trial)).flatMap(({ found, address }) =>
    found?.includes('{unique}') !== true
      ? []
      : [...byStatus.values()].slice(0, ASKED).map((value) => ({
          method: 'GET',
          address: fillTemplate(address, { parameter: found.replaceAll('{unique}', value) }),
        })),
  );
}
