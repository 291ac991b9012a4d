import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { createRecord } from '../evidence.ts';
import { gainsNothing, stateOf, unchanged } from '../operation/deal-state.ts';
import { makesCommand, operationRequest, particulars } from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { succeedsAsNamed } from './named-methods.ts';
import { namesNone } from './refused-methods.ts';

const WRITES: readonly string[] = ['PATCH', 'DELETE', 'PUT', 'POST'];

/** How many of the methods that an address is not said to have it is asked with; which ones changes from one address to the next. */
const EACH = 2;

/**
 * The addresses of all operations but the first, of a new record, with methods that nobody says are there: a 405 names none of them, and
 * what is refused changes nothing. Some are asked with PROPFIND before that, which is told with the others. That Allow names the operation's
 * own method is told by status/405-allow.
 */
export async function refusesAtOperations(trial: Trial): Promise<readonly Answer[]> {
  if (whyNotCreatable(resourceOf(trial)) !== undefined) return [];
  const places = placesOf(trial);
  if (places.length === 0) return [];
  const record = await createRecord(trial);
  if (record.id === undefined) return [];
  const deal = { ...record, id: record.id };
  const before = await stateOf(trial, deal);
  const all: Answer[] = [];
  const asking: Answer[] = [];
  for (const [i, { asked, methods }] of places.entries()) {
    const { json, headers = {}, address } = operationRequest(asked, particulars(asked, deal, trial.unique()));
    if (i % EVERY === 0) asking.push(await trial.send({ method: 'PROPFIND', address, alone: true }));
    const answers: Answer[] = [];
    for (const method of methods) {
      const body: Partial<HttpRequest> = method === 'DELETE' ? {} : { json, headers };
      answers.push(await trial.send({ method, address, alone: true, ...body }));
    }
    await succeedsAsNamed(trial, [...(await askedApart(trial, asked, answers)), ...answers], () =>
      trial.send({ method: 'GET', address: deal.address }),
    );
    const refused = answers.filter(({ status }) => status === 405);
    for (const answer of refused) namesNone(answer, refused.map(methodOf));
    all.push(...answers);
  }
  const after = await stateOf(trial, deal);
  if (all.every(isRefusal)) {
    await unchanged(trial, before, after, REFUSED);
    await gainsNothing(trial, before, after, REFUSED);
  }
  return [...asking, ...all];
}

/** At how many of the addresses there is one that is asked with a method that only reads. */
const EVERY = 3;

const REFUSED = 'methods that are refused';

/** Where one of the methods succeeded and none was refused: what PROPFIND is answered at the same address of another new record. */
async function askedApart(trial: Trial, asked: Asked, answers: readonly Answer[]): Promise<readonly Answer[]> {
  if (answers.every(isRefusal) || answers.some(({ status }) => status === 405)) return [];
  const { id, ...record } = await createRecord(trial);
  if (id === undefined) return [];
  const { address } = operationRequest(asked, particulars(asked, { ...record, id }, trial.unique()));
  return [await trial.send({ method: 'PROPFIND', address, alone: true })];
}

interface Place {
  readonly asked: Asked;
  readonly methods: readonly string[];
}

/** The addresses below a record at which operations are asked for, and the methods to ask them with. */
function placesOf(trial: Trial): readonly Place[] {
  const { target } = trial;
  const { name, never } = resourceOf(trial);
  const [, ...others] = target.operations.filter(({ resource }) => resource === name);
  const all = others.flatMap((operation) => formsOf(target, operation).map((form) => askedIn(target, operation, form)));
  const below = all.filter((asked) => /\/\{id\}\/[^{]+$/u.test(asked.spelling.address) && !makesCommand(asked));
  const taken = (address: string): readonly string[] =>
    all.filter(({ spelling }) => spelling.address === address).map(({ spelling }) => spelling.method);
  const seen = new Set<string>();
  return below
    .filter(({ spelling: { address } }) => !seen.has(address) && seen.add(address))
    .map((asked, i) => {
      const odd = WRITES.filter((method) => !taken(asked.spelling.address).includes(method) && !never.includes(method));
      return { asked, methods: [...odd.slice(i % odd.length), ...odd].slice(0, Math.min(EACH, odd.length)) };
    });
}

function methodOf({ exchange }: Answer): string {
  return exchange.request.method;
}
