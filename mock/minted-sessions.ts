/** A session that the mock gave out. */
export interface MintedSession {
  readonly id: string;
  /** The value of the cookie. */
  readonly value: string;
  /** Who it is for; a word of the caller's, shown and nothing else. */
  readonly user: string;
  /** Milliseconds; undefined: it lasts as long as the mock. */
  readonly expiresAt: number | undefined;
  readonly revoked: boolean;
}

/** The sessions of one tenant. */
export interface MintedSessions {
  mint(user: string, lifeMs?: number): MintedSession;
  get(id: string): MintedSession | undefined;
  list(): readonly MintedSession[];
  /** Ends a session; false where there is none of this id. */
  revoke(id: string): boolean;
  /** What is known of a cookie's value: `unknown` is none of ours. */
  stateOf(value: string): 'live' | 'ended' | 'unknown';
  clear(): void;
}

/** More than this many are somebody's loop: the oldest are forgotten. */
const LIMIT = 10_000;

/** No sessions yet. `uuid` makes their names, `now` tells when they are over. */
export function createMintedSessions(uuid: () => string, now: () => number): MintedSessions {
  const byId = new Map<string, MintedSession>();
  const byValue = new Map<string, string>();
  const isOver = ({ revoked, expiresAt }: MintedSession): boolean =>
    revoked || (expiresAt !== undefined && expiresAt <= now());
  const forgetOldest = (): void => {
    for (const [id, { value }] of byId) {
      if (byId.size <= LIMIT) return;
      byId.delete(id);
      byValue.delete(value);
    }
  };
  return {
    mint(user, lifeMs) {
      const session: MintedSession = {
        id: uuid(),
        value: uuid().replaceAll('-', ''),
        user,
        expiresAt: lifeMs === undefined ? undefined : now() + lifeMs,
        revoked: false,
      };
      byId.set(session.id, session);
      byValue.set(session.value, session.id);
      forgetOldest();
      return session;
    },
    get: (id) => byId.get(id),
    list: () => [...byId.values()],
    revoke(id) {
      const session = byId.get(id);
      if (session === undefined) return false;
      byId.set(id, { ...session, revoked: true });
      return true;
    },
    stateOf(value) {
      const session = byId.get(byValue.get(value) ?? '');
      if (session === undefined) return 'unknown';
      return isOver(session) ? 'ended' : 'live';
    },
    clear() {
      byId.clear();
      byValue.clear();
    },
  };
}
