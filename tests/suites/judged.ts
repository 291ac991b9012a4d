import { FORMS, type Form } from '../../core/claims.ts';
import type { Outcome } from '../../core/results/outcome.ts';
import type { Result } from '../../core/results/results.ts';
import type { Fetch, Mock, MockOptions } from '../../mock/index.ts';
import { judgeWrapped } from '../../proof/judge-wrapped.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { TRIES_ALL } from '../in-gate.ts';

/** A server to judge: the mock, with something that stands before it. */
export interface Server {
  readonly wrap?: (fetch: Fetch, mock: Mock) => Fetch;
  readonly options?: MockOptions;
  /** What the target file says beside what is true of the mock. */
  readonly file?: Partial<TargetFile>;
  /** Whether nobody tells how operations are spelt. */
  readonly hasUntoldOperations?: true;
  readonly settleMs?: number;
  readonly runs?: number;
  /** How many rules are tried at a time. */
  readonly concurrency?: number;
}

/** What became of each rule on each subject. */
export interface Judged {
  readonly results: readonly Result[];
  /** What the run took for granted of the target, in words. */
  readonly assumed: readonly string[];
  of(rule: string, subject: string): Result;
  /** `operation/status HoldDeal/A`, for every result that ended so. */
  ended(outcome: Outcome): string[];
}

/**
 * The forms of operations that are served where a test names none: a path verb, a sub-collection and a command document stand for the seven
 * in the gate, as most tests are about something else.
 */
const SOME_FORMS: readonly Form[] = TRIES_ALL ? FORMS : ['A', 'E', 'F'];

/** Judges a server by these rules: in this process, or over real sockets where it needs a wire. */
export async function judged(rules: readonly string[], server: Server = {}): Promise<Judged> {
  const { wrap = (fetch) => fetch, options, file, settleMs = 0, runs = 3, concurrency, hasUntoldOperations } = server;
  const how = { rules, settleMs, runs, seed: 7, ...(concurrency === undefined ? {} : { concurrency }) };
  const given = ({ operations, ...whole }: TargetFile): TargetFile => ({
    ...whole,
    ...(operations === undefined || hasUntoldOperations === true ? {} : { operations }),
    ...file,
  });
  const { results, target } = await judgeWrapped({
    wrap,
    options: { operationForms: SOME_FORMS, ...options },
    file: given,
    how,
  });
  return {
    results,
    assumed: target.assumed,
    of(rule, subject) {
      const found = results.find((result) => result.rule === rule && result.subject === subject);
      if (found === undefined) throw new Error(`no result of ${rule} on ${subject}`);
      return found;
    },
    ended: (outcome) =>
      results.filter((result) => result.outcome === outcome).map(({ rule, subject }) => `${rule} ${subject}`),
  };
}

/** A request as a wrong server looks at it. */
export interface Look {
  readonly method: string;
  readonly path: string;
  /** As text; empty when there is none. */
  readonly body: string;
}

/** A server that may answer in place of the mock, or ask it something else. */
export function before(
  take: (look: Look, next: (changed?: Partial<Look>) => Promise<Response>) => Promise<Response>,
): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const { pathname, search, origin } = new URL(request.url);
    const look: Look = { method: request.method, path: pathname, body: await request.clone().text() };
    return take(look, (changed) => {
      if (changed === undefined) return fetch(request);
      const { method, path, body } = { ...look, ...changed };
      const carries = method !== 'GET' && method !== 'HEAD' && body !== '';
      const headers = new Headers(request.headers);
      headers.delete('content-length');
      if (carries) headers.set('content-type', 'application/json');
      return fetch(new Request(origin + path + search, { method, headers, ...(carries ? { body } : {}) }));
    });
  };
}

/** The same answer with another status; a body is left out where there may be none. */
export function answered(response: Response, status: number, fields: Readonly<Record<string, string>> = {}): Response {
  const headers = new Headers({ ...Object.fromEntries(response.headers), ...fields });
  const bare = status === 204;
  if (bare) for (const name of ['content-length', 'content-type', 'location']) headers.delete(name);
  return new Response(bare ? null : response.body, { status, headers });
}

/** A small JSON answer. */
export function json(status: number, value: unknown, fields: Readonly<Record<string, string>> = {}): Response {
  return Response.json(value, { status, headers: fields });
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
