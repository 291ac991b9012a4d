import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { readyDeal, repeated } from '../operation/operation-evidence.ts';
import { makesCommand, operationRequest, otherParameters, particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { withoutVolatile } from '../payload/payloads.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { canonical } from '../view/same-words.ts';
import { succeedsAsNamed } from './named-methods.ts';
import { lacksNoMethod, listsDiffer, namesNone } from './refused-methods.ts';

/**
 * Methods that nobody says are there, at what the first operation made on deals of the run: a record of form E and its collection, and
 * command documents (forms F and G). A 405 names none of those that are refused there, and what is refused leaves it as it was.
 */
export async function refusesAtWhatWasMade(trial: Trial): Promise<readonly Answer[]> {
  const { target } = trial;
  const operation = target.operations.find(({ resource }) => resource === resourceOf(trial).name);
  if (operation === undefined || whyNotCreatable(resourceOf(trial)) !== undefined) return [];
  const answers: Answer[] = [];
  for (const asked of formsOf(target, operation).map((form) => askedIn(target, operation, form)))
    if (asked.spelling.method === 'POST' || makesCommand(asked)) answers.push(...(await refusesAt(trial, asked)));
  return answers;
}

const WRITES: readonly string[] = ['PATCH', 'POST', 'PUT', 'DELETE'];

async function refusesAt(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const deal = await readyDeal(trial, asked);
  const request = operationRequest(asked, particulars(asked, deal, trial.unique()));
  const made = await trial.send(request);
  if (!made.succeeded) return [];
  const { url } = made.exchange.request;
  // With other values than those that are there: what is refused and carried out all the same would not show otherwise.
  const unique = trial.unique();
  const other = operationRequest(asked, particulars(asked, deal, unique, otherParameters(asked, unique)));
  // A shared repeat tells whether the method works there more than once.
  const works = (await repeated(trial, asked)).answer.succeeded ? [asked.spelling.method] : [];
  if (makesCommand(asked))
    return asksAt(trial, { address: url, works, request: other, methods: ['PROPFIND', 'PATCH', 'POST', 'DELETE'] });
  const { location: own } = made;
  const isBelow = made.status === 201 && own?.startsWith(`${url.replace(/\/$/u, '')}/`) === true;
  return [
    ...(isBelow
      ? await asksAt(trial, { address: own, works: [], request: other, methods: ['PROPFIND', ...WRITES] })
      : []),
    ...(await asksAt(trial, { address: url, works, request: other, methods: ['PATCH', 'DELETE'] })),
  ];
}

interface Place {
  readonly address: string;
  /** The methods that were seen to work there. */
  readonly works: readonly string[];
  readonly request: HttpRequest;
  readonly methods: readonly string[];
}

async function asksAt(trial: Trial, { address, works, request, methods }: Place): Promise<readonly Answer[]> {
  const { never } = resourceOf(trial);
  const read = (): Promise<Answer> => trial.send({ method: 'GET', address });
  const before = await read();
  const options = await trial.send({ method: 'OPTIONS', address, alone: true });
  const answers: Answer[] = [];
  for (const method of methods.filter((one) => !never.includes(one))) {
    const isBare = ['PROPFIND', 'DELETE'].includes(method);
    const { json, headers } = request;
    answers.push(
      await trial.send({ method, address, alone: true, ...(isBare || headers === undefined ? {} : { json, headers }) }),
    );
  }
  await succeedsAsNamed(trial, answers, read);
  const refused = answers.filter(({ status }) => status === 405);
  const names = refused.map(({ exchange }) => exchange.request.method);
  for (const answer of refused) {
    namesNone(answer, names);
    lacksNoMethod(answer, refused, works);
  }
  if (options.succeeded && listsDiffer(trial)) namesNone(options, names);
  if (answers.every(isRefusal)) isAsItWas(before, await read());
  return answers;
}

function isAsItWas(before: Answer, after: Answer): void {
  if (before.status !== 200) return;
  const [first, last] = [before, after].map(({ representation: { value } }) => canonical(withoutVolatile(value)));
  const isSame = after.status === 200 && (first === last || before.representation.syntax !== 'json');
  if (!isSame) fail(`${before.brief}, as all of these methods are refused there`, after.brief, before, after);
}

/**
 * GET and HEAD of a command, which is sent by POST (document 4.3), and POST and PATCH to queries whose parameter nothing has. How they are refused
 * is told by status/405-allow. What OPTIONS names there is not refused.
 */
export async function refusesAtCommands(trial: Trial): Promise<readonly Answer[]> {
  const { claims, commands, queries } = trial.target;
  const answers: Answer[] = [];
  for (const { address } of claims.commandQuery ? commands : []) {
    const options = await trial.send({ method: 'OPTIONS', address, alone: true });
    for (const method of ['GET', 'HEAD']) {
      const answer = await trial.send({ method, address, alone: true });
      if (answer.status === 405 && options.succeeded && listsDiffer(trial)) namesNone(options, [method]);
      answers.push(answer);
    }
  }
  for (const { address } of claims.commandQuery ? queries : []) {
    const place = address.replace('{parameter}', trial.unique());
    const asked = [await trial.send({ method: 'POST', address: place, alone: true })];
    asked.push(await trial.send({ method: 'PATCH', address: place, json: {}, alone: true }));
    const refused = asked.filter(({ status }) => status === 405);
    for (const answer of refused)
      namesNone(
        answer,
        refused.map(({ exchange }) => exchange.request.method),
      );
    answers.push(...asked);
  }
  return answers;
}
