import type { MintedSessions } from './minted-sessions.ts';
import type { ResolvedMockOptions } from './options.ts';
import type { Show } from './show.ts';
import type { Store } from './store.ts';

/** What every handler works with: what was chosen, what is stored, how it is shown. */
export interface Site {
  readonly options: ResolvedMockOptions;
  readonly store: Store;
  readonly show: Show;
  readonly sessions: MintedSessions;
}
