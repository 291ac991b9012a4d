import type { ResolvedMockOptions } from '../options.ts';
import type { MintedSessions } from '../state/minted-sessions.ts';
import type { Store } from '../state/store.ts';
import type { Show } from './show.ts';

/** What every handler works with: what was chosen, what is stored, how it is shown. */
export interface Site {
  readonly options: ResolvedMockOptions;
  readonly store: Store;
  readonly show: Show;
  readonly sessions: MintedSessions;
}
