import { isObject } from '../core/representation/json-value.ts';
import type { Json } from '../fixtures/json.ts';
import { matcherOf } from './chaos/route.ts';
import type { Log, Logged } from './log.ts';
import { RULE_FIELD } from './service/explain.ts';
import { withPlainPath } from './service/plain-path.ts';
import { addressed } from './state/tenant-address.ts';

/** Which exchanges are meant: those that have all of this. */
export interface ExchangeFilter {
  /** Empty: of those who name none. */
  readonly tenant?: string;
  readonly method?: string;
  /** Below base path and tenant: as it is, with `*` for a segment and `**` for any number, or a pattern. */
  readonly path?: string | RegExp;
  /** Values that the query has; more may be there. */
  readonly query?: Readonly<Record<string, string>>;
  /** What the JSON body holds; more members may be there, at any depth. */
  readonly body?: Json;
  readonly status?: number;
  /** The rule that the answer keeps. */
  readonly rule?: string;
}

/** How long to wait, and for how many. */
export interface Waiting {
  /** 1000 by default. */
  readonly timeoutMs?: number;
  /** 1 by default. */
  readonly atLeast?: number;
}

/** Questions to a log, for tests: what was asked, and what was not. */
export interface LogQueries {
  /** The exchanges that the filter means, oldest first. */
  where(filter?: ExchangeFilter): readonly Logged[];
  /** The same, as soon as there are so many. Rejects with what was asked instead, where that is still held. */
  waitFor(filter: ExchangeFilter, waiting?: Waiting): Promise<readonly Logged[]>;
  /** Throws an Error that names what was asked, where anything was, or where exchanges that could be meant are no longer held. */
  expectNone(filter: ExchangeFilter): void;
}

// The machine's own: a test may stop those of the page.
const { setTimeout: later, clearTimeout: never } = globalThis;

/** The questions to a log of a mock that is served below a base path. */
export function createLogQueries(log: Pick<Log, 'list' | 'listen' | 'dropped' | 'size'>, basePath: string): LogQueries {
  const where = (filter: ExchangeFilter = {}): readonly Logged[] =>
    log.list(filter.tenant).filter(matcher(filter, basePath));
  const others = ({ tenant }: ExchangeFilter): string => {
    const last = log.list(tenant).slice(-10).map(word);
    const asked = last.length === 0 ? 'nothing was asked' : `asked was: ${last.join('; ')}`;
    const lost = wordLost(log, tenant);
    return lost === undefined ? asked : `${asked}; ${lost}`;
  };
  return {
    where,
    waitFor(filter, { timeoutMs = 1000, atLeast = 1 } = {}) {
      return new Promise((resolve, reject) => {
        const look = (): boolean => {
          const found = where(filter);
          if (found.length >= atLeast) resolve(found);
          return found.length >= atLeast;
        };
        if (look()) return;
        const isMeant = matcher(filter, basePath);
        const end = log.listen((logged) => {
          if (!isMeant(logged) || !look()) return;
          end();
          never(timer);
        });
        const timer = later(() => {
          end();
          const seen = where(filter).length;
          const due = `at least ${atLeast} of ${wordFilter(filter)} within ${timeoutMs} ms`;
          reject(new Error(`expected ${due}, and saw ${seen}; ${others(filter)}`));
        }, timeoutMs);
      });
    },
    expectNone(filter) {
      const found = where(filter);
      if (found.length > 0)
        throw new Error(`expected none of ${wordFilter(filter)}, and saw ${found.map(word).join('; ')}`);
      const lost = wordLost(log, filter.tenant);
      if (lost !== undefined) throw new Error(`cannot tell whether there was any of ${wordFilter(filter)}: ${lost}`);
    },
  };
}

/** What keeps a log from telling that something was not asked; undefined: nothing does. */
export function wordLost(log: Pick<Log, 'dropped' | 'size'>, tenant: string | undefined): string | undefined {
  if (log.size === 0) return 'the log keeps nothing, since logSize is 0';
  const count = log.dropped(tenant);
  if (count === 0) return undefined;
  const whose = tenant === undefined || tenant === '' ? '' : ` of the tenant ${tenant}`;
  const earlier = count === 1 ? `1 earlier exchange${whose} is` : `${count} earlier exchanges${whose} are`;
  return `${earlier} no longer held; clear the log before (DELETE /_mock/log), or keep more of it (logSize)`;
}

function matcher(filter: ExchangeFilter, basePath: string): (logged: Logged) => boolean {
  const { tenant, method, path, query = {}, body, status, rule } = filter;
  const isPath = path === undefined ? () => true : path instanceof RegExp ? testing(path) : alike(path);
  return ({ tenant: whose, ask, reply }) => {
    if (tenant !== undefined && whose !== tenant) return false;
    if (method !== undefined && ask.method !== method.toUpperCase()) return false;
    if (status !== undefined && reply.status !== status) return false;
    if (rule !== undefined && fieldIn(reply.fields, RULE_FIELD) !== rule) return false;
    if (!isPath(localPath(ask, basePath))) return false;
    const asked = new URLSearchParams(ask.query);
    if (!Object.entries(query).every(([name, value]) => asked.getAll(name).includes(value))) return false;
    return body === undefined || isPart(body, jsonOf(ask.body));
  };
}

// A pattern that is global begins where it ended last.
function testing(pattern: RegExp): (path: string) => boolean {
  return (path) => path.search(pattern) >= 0;
}

function alike(path: string): (path: string) => boolean {
  const matches = matcherOf(path);
  return (local) => matches('GET', local);
}

function localPath(ask: Logged['ask'], basePath: string): string {
  const { path } = withPlainPath(addressed(ask, basePath)?.ask ?? ask);
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

function jsonOf(body: Logged['ask']['body']): unknown {
  if (body === 'too-large') return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** Whether a value is in another: members may be added, at any depth; lists are as long. */
function isPart(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part))
    return Array.isArray(whole) && whole.length === part.length && part.every((one, i) => isPart(one, whole[i]));
  if (!isObject(part)) return part === whole;
  return (
    isObject(whole) &&
    Object.entries(part).every(([name, value]) => Object.hasOwn(whole, name) && isPart(value, whole[name]))
  );
}

function fieldIn(fields: readonly string[], name: string): string | undefined {
  const at = fields.findIndex((field, i) => i % 2 === 0 && field.toLowerCase() === name);
  return at < 0 ? undefined : fields[at + 1];
}

// Without query and body, which may hold what nobody should read in the output of a test.
function word({ tenant, ask, reply }: Logged): string {
  return `${tenant === '' ? '' : `[${tenant}] `}${ask.method} ${ask.path.slice(0, 100)} → ${reply.status}`;
}

function wordFilter(filter: ExchangeFilter): string {
  return JSON.stringify(filter, (_name, value) => (value instanceof RegExp ? String(value) : value));
}
