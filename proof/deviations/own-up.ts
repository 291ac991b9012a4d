import { DEVIATION_FIELD } from '../../mock/control/faults.ts';
import type { Fetch, Mock } from '../../mock/interface.ts';
import { RULE_FIELD } from '../../mock/service/explain.ts';
import type { Deviation } from './deviation.ts';

/** A deviation as a wrapper that owns up: an answer that it changed names it, and no rule that it would keep. */
export function owningUp({ id, wrap }: Deviation, fetch: Fetch, mock: Mock): Fetch {
  // What the service answered to a request as it came, by that request.
  const untouched = new WeakMap<Request, Response>();
  const wrapped = wrap(async (request) => {
    const answer = await fetch(request);
    untouched.set(request, answer.clone());
    return answer;
  }, mock);
  return async (request) => {
    const answer = await wrapped(request);
    const before = untouched.get(request);
    if (before === undefined || !(await isSame(before, answer))) sign(answer, id);
    return answer;
  };
}

// In place: what writes by hand knows the answer by its identity (mock/faces/wire.ts).
function sign({ headers }: Response, id: string): void {
  headers.delete(RULE_FIELD);
  headers.append(DEVIATION_FIELD, id);
}

async function isSame(before: Response, after: Response): Promise<boolean> {
  if (before.status !== after.status || fieldsOf(before) !== fieldsOf(after)) return false;
  if (before.body === null || after.body === null) return before.body === after.body;
  return (await before.text()) === (await after.clone().text());
}

// Those that the mock adds to every answer, or takes anew, say nothing.
function fieldsOf({ headers }: Response): string {
  return [...headers].filter(([name]) => name !== 'content-length' && name !== 'date').join('\n');
}
