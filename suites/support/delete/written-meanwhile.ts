import { isReading } from '../../../core/guard/record-gate.ts';
import { lastSegment } from '../../../core/http/address.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { endOf, idsOf, named, startOf } from '../record-histories.ts';

/** Whether something names the record in this time that may take it away, bring it about or change it. */
export function isWritten({ seen, cleaned }: Trial, id: string, from: number, to: number): boolean {
  const ids = idsOf(id);
  const isWithin = (start: number, end: number): boolean => start <= to && end >= from;
  return (
    cleaned.some(
      ({ request, timings }) =>
        ids.includes(lastSegment(request.url) ?? '') && isWithin(timings.startedAt, timings.startedAt + timings.total),
    ) ||
    seen.some(
      (answer) =>
        !isReading(answer.exchange.request) &&
        isWithin(startOf(answer), endOf(answer)) &&
        (ids.some((one) => named(answer).has(one)) ||
          (answer.location !== undefined && lastSegment(answer.location) === id)),
    )
  );
}
