import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { withFields } from '../with-fields.ts';

/** A target that comes and goes by chance is rarely there without a field and away with it so many times in turn. */
const TIMES = 3;

/**
 * Sends a reading with this Range. Where it is answered 503 each time, and the same reading without it is answered with success each time,
 * the component is not away (document 7): it refuses the field, as some caches do, and the 503 is given. Any other 503 ends the check.
 */
export async function sendWithRange(trial: Trial, request: HttpRequest, range: string): Promise<Answer> {
  const ranged = withFields(request, { range });
  if (request.about !== undefined) return trial.send(ranged);
  const answer = await trial.send({ ...ranged, about: 'unavailable' });
  if (answer.status !== 503) return answer;
  // A limit says so, and is waited for.
  if (answer.header('Retry-After') !== undefined) return trial.send(ranged);
  for (let time = 0; time < TIMES; time += 1) {
    const plain = await trial.send(request);
    if (!plain.succeeded) return trial.send(ranged);
    const again = await trial.send({ ...ranged, about: 'unavailable' });
    if (again.status !== 503) return again;
  }
  return answer;
}

/** Sends a reading as it is, one with a Range as above. */
export function sendOdd(trial: Trial, request: HttpRequest): Promise<Answer> {
  const { range, ...headers } = request.headers ?? {};
  return range === undefined ? trial.send(request) : sendWithRange(trial, { ...request, headers }, range);
}
