import type { Client } from '../../client/client.ts';
import type { Transport } from '../../core/http/exchange.ts';
import type { Clock } from '../../core/run/clock.ts';
import type { Target } from '../../core/target.ts';
import type { Stop } from '../stop.ts';

/** All by which the world reaches a run once it has begun. A run is decided by what comes through here, and in which order. */
export interface Stage {
  readonly client: Client;
  readonly clock: Clock;
  readonly stop: Stop;
  /** Makes the reference implementation. */
  readonly reference: (target: Target) => Transport;
}
