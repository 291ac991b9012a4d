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
  /** The session that a cookie's value belongs to; undefined: the mock gave out no such value. */
  find(value: string): MintedSession | undefined;
  list(): readonly MintedSession[];
  /** Ends a session, and returns it as it is then. */
  end(session: MintedSession, how: Ending): MintedSession;
  stateOf(session: MintedSession): 'live' | Ending;
  /** Forgets all of them: a part of a reset, which tells of itself. */
  clear(): void;
}

/** Where sessions get from outside what they need, and who is told of them. */
export interface SessionSources {
  /** Makes their names. */
  readonly uuid: () => string;
  /** Tells when they are over. */
  readonly now: () => number;
  /** Called with each that is given out or ended, before that is acknowledged. */
  readonly tell: (session: MintedSession) => void;
}

/** More than this many are somebody's loop: the oldest are forgotten. */
const LIMIT = 10_000;

/** Those that were kept, oldest first. */
export function createMintedSessions(
  { uuid, now, tell }: SessionSources,
  kept: readonly MintedSession[] = [],
): MintedSessions {
  const byId = new Map<string, MintedSession>();
  const idsByValue = new Map<string, string>();
  const forgetOldest = (): void => {
    for (const [id, { value }] of byId) {
      if (byId.size <= LIMIT) return;
      byId.delete(id);
      idsByValue.delete(value);
    }
  };
  const put = (session: MintedSession): void => {
    byId.set(session.id, session);
    idsByValue.set(session.value, session.id);
    forgetOldest();
  };
  for (const session of kept) put(session);
  return {
    mint({ user, lifeMs, crossSite = false }) {
      const id = uuid();
      const value = uuid().replaceAll('-', '');
      const expiresAt = lifeMs === undefined ? undefined : now() + lifeMs;
      const session: MintedSession = { id, value, user, crossSite, expiresAt, ended: undefined };
      put(session);
      tell(session);
      return session;
    },
    get: (id) => byId.get(id),
    find: (value) => byId.get(idsByValue.get(value) ?? ''),
    list: () => [...byId.values()],
    end(session, how) {
      const ended: MintedSession = { ...session, ended: how, ...(how === 'expired' ? { expiresAt: now() } : {}) };
      byId.set(session.id, ended);
      tell(ended);
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
