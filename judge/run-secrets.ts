import type { Client } from '../client/client.ts';
import { secretsOf } from '../client/session.ts';
import { createGrowingFinder } from '../core/redaction/find-secrets.ts';
import { type Redactor, redactorOf } from '../core/redaction/redact.ts';
import { isDistinctive } from '../core/redaction/secrets.ts';
import { gatherMinted } from './secrets.ts';
import type { OpenedSession } from './session.ts';

/** All that is secret in one run, as far as it is known by now. */
export interface RunSecrets {
  /** Looked for everywhere. */
  list(): readonly string[];
  /** Takes them out of a text. */
  readonly clean: Redactor;
}

/** Knows what was given, what a login gave out, and what the target gave out in its answers so far. */
export function openRunSecrets(
  { secrets, madeUp }: Pick<OpenedSession, 'secrets' | 'madeUp'>,
  client: Pick<Client, 'exchanges' | 'renewal'>,
): RunSecrets {
  const all = new Set(secrets);
  const finder = createGrowingFinder(secrets);
  const minted = gatherMinted(madeUp, secrets);
  const redact = redactorOf(finder);
  let [read, sessions] = [0, 0];
  const learn = (): void => {
    const { exchanges, renewal } = client;
    const opened = renewal?.opened.slice(sessions) ?? [];
    sessions += opened.length;
    const fresh = opened.flatMap(secretsOf).filter(isDistinctive);
    for (; read < exchanges.length; read += 1) {
      const exchange = exchanges[read];
      if (exchange !== undefined) fresh.push(...minted.learn(exchange));
    }
    const unknown = [...new Set(fresh)].filter((secret) => !all.has(secret));
    for (const secret of unknown) all.add(secret);
    finder.add(unknown);
  };
  return {
    list() {
      learn();
      return [...all];
    },
    clean(text, isCut) {
      learn();
      return redact(text, isCut);
    },
  };
}
