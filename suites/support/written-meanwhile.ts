import { lastSegment } from '../../core/address.ts';
import { isReading } from '../../core/record-gate.ts';
import type { Trial } from '../../core/trial.ts';
import { endOf, named, startOf } from './record-histories.ts';

/** Whether something names the record in this time that may take it away, bring it about or change it. */
export function isWritten({ seen, cleaned }: Trial, id: string, from: number, to: number): boolean {
  const isWithin = (start: number, end: number): boolean => start <= to && end >= from;
  return (
    cleaned.some(
      ({ request, timings }) =>
        lastSegment(request.url) === id && isWithin(timings.startedAt, timings.startedAt + timings.total),
    ) ||
    seen.some(
      (answer) =>
        !isReading(answer.exchange.request) &&
        isWithin(startOf(answer), endOf(answer)) &&
        (named(answer).has(id) || (answer.location !== undefined && lastSegment(answer.location) === id)),
    )
  );
}
