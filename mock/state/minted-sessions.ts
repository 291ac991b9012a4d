/** What is asked of a session that is to be given out. */
export interface SessionWish {
  /** Who it is for; a word of the caller's, shown and nothing else. */
  readonly user: string;
  /** Milliseconds; undefined: it lasts as long as the mock. */
  readonly lifeMs?: number | undefined;
  /** Whether its cookie is to reach the mock from pages of other sites. */
  readonly crossSite?: boolean;
}

/** A session that the mock gave out. */
export interface MintedSession {
  readonly id: string;
  /** The value of the cookie. */
  readonly value: string;
  readonly user: string;
  readonly crossSite: boolean;
  /** Milliseconds by the mock's clock; undefined: it lasts as long as the mock. */
  readonly expiresAt: number | undefined;
  /** How somebody ended it before its time; undefined: nobody did. */
  readonly ended: Ending | undefined;
}

/** How a session ends: its time is over, or it is taken back. */
export type Ending = 'expired' | 'revoked';

/** The sessions of one tenant. */
export interface MintedSessions {
  mint(wish: SessionWish): MintedSession;
  get(id: string): MintedSession | undefined;
  /** The session that a cookie's value belongs to; undefined: it is none of ours. */
  find(value: string): MintedSession | undefined;
  list(): readonly MintedSession[];
  /** Ends a session, and returns it as it is then. */
  end(session: MintedSession, how: Ending): MintedSession;
  stateOf(session: MintedSession): 'live' | Ending;
  clear(): void;
}

/** More than this many are somebody's loop: the oldest are forgotten. */
const LIMIT = 10_000;

/** No sessions yet. `uuid` makes their names, `now` tells when they are over. */
export function createMintedSessions(uuid: () => string, now: () => number): MintedSessions {
  const byId = new Map<string, MintedSession>();
  const idsByValue = new Map<string, string>();
  const forgetOldest = (): void => {
    for (const [id, { value }] of byId) {
      if (byId.size <= LIMIT) return;
      byId.delete(id);
      idsByValue.delete(value);
    }
  };
  return {
    mint({ user, lifeMs, crossSite = false }) {
      const id = uuid();
      const value = uuid().replaceAll('-', '');
      const expiresAt = lifeMs === undefined ? undefined : now() + lifeMs;
      const session: MintedSession = { id, value, user, crossSite, expiresAt, ended: undefined };
      byId.set(id, session);
      idsByValue.set(value, id);
      forgetOldest();
      return session;
    },
    get: (id) => byId.get(id),
    find: (value) => byId.get(idsByValue.get(value) ?? ''),
    list: () => [...byId.values()],
    end(session, how) {
      const ended: MintedSession = { ...session, ended: how, ...(how === 'expired' ? { expiresAt: now() } : {}) };
      byId.set(session.id, ended);
      return ended;
    },
    stateOf({ ended, expiresAt }) {
      if (ended !== undefined) return ended;
      return expiresAt !== undefined && expiresAt <= now() ? 'expired' : 'live';
    },
    clear() {
      byId.clear();
      idsByValue.clear();
    },
  };
}
