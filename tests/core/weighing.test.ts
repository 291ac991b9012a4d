import { expect, test } from 'vitest';
import type { Loss, Losses } from '../../core/guard/losses.ts';
import { openWeighing } from '../../core/guard/weighing.ts';
import type { Clock } from '../../core/run/clock.ts';
import { DEALS } from './deals.ts';
import { hurriedClock } from './hurried-clock.ts';

/** A client that makes a record and deletes its oldest one every 350 ms: first those that it had before the run. */
function clientWith(older: number, clock: Clock) {
  const goneBy = (): number => Math.floor(clock.now() / 350);
  let known: readonly Loss[] = [];
  const losses: Losses = {
    async since() {
      const gone = Math.min(older, goneBy());
      const fresh = Array.from({ length: gone - known.length }, (_, i): Loss => {
        return { id: `${known.length + i}`, became: 'is gone since', collection: 'deals', seenAt: clock.now() };
      });
      known = [...known, ...fresh];
      return fresh;
    },
    unexplained: (some) => some,
    all: () => known,
    blameOthers: () => undefined,
    blameRun: () => undefined,
    exhausted: () => [],
    isBusy: () => false,
    wrote: () => undefined,
    wasQuiet: () => false,
    wasJustAsked: () => false,
  };
  return { losses, missing: () => Math.max(0, goneBy() - older) };
}

test('others who go on with their older records while they are looked at are blamed for these too', async () => {
  const clock = hurriedClock();
  const { losses, missing } = clientWith(10, clock);
  const weighing = openWeighing(losses, clock, { missing });
  weighing.began();
  for (let i = 0; i < 40; i += 1) {
    clock.pass(500);
    await losses.since(DEALS);
    await weighing.weigh(DEALS);
  }
  expect(losses.all(DEALS)).toHaveLength(10);
  expect(weighing.weighed(DEALS)).toBeUndefined();
});
