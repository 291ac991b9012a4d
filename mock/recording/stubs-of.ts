import { MOST } from '../chaos/plan.ts';
import type { Stub, StubAnswer } from '../stubs/stub.ts';
import { violationsInStub } from '../stubs/stub.ts';
import { jsonOf, type Recorded } from './recorded.ts';
import { localPath, type RecordedBase } from './seed-of.ts';

/** What the mock answers by itself: the status. */
export type AskStatus = (method: string, target: string) => Promise<number>;

/** More than this many are more than anybody reads. */
const LIMIT = 500;
const NO_ROUTE: readonly number[] = [404, 405, 501];

/**
 * Stubs for what the mock does not answer as the recording has it: routes that it does not know, and readings before the first
 * write that ended otherwise. A route that was answered in several ways gets a stub for each, in turn.
 */
export async function stubsOf(
  recorded: readonly Recorded[],
  base: RecordedBase,
  ask: AskStatus,
): Promise<readonly Stub[]> {
  const byRoute = new Map<string, Recorded[]>();
  let isWritten = false;
  for (const one of recorded) {
    const path = localPath(one, base);
    // Whether there is a session is for the mock to say.
    if (path === undefined || path === '/' || !isOfService(one)) continue;
    const status = await ask(one.method, path + one.query);
    const isUnknown = NO_ROUTE.includes(status) && (await ask('OPTIONS', path)) === 404;
    const isReading = one.method === 'GET' && !isWritten;
    if (one.method !== 'GET' && one.status < 300 && !isUnknown) isWritten = true;
    if (!isUnknown && !(isReading && one.status !== status && one.status !== 304)) continue;
    const route = `${one.method} ${path}${one.query}`;
    byRoute.set(route, [...(byRoute.get(route) ?? []), one]);
  }
  const stubs = [...byRoute].flatMap(([route, answers]) => inTurn(route, answers));
  return stubs.filter((stub) => violationsInStub(stub).length === 0 && !stub.route.includes('*')).slice(0, LIMIT);
}

// Pages, scripts and pictures come from whoever serves the page.
function isOfService({ method, type, text, status }: Recorded): boolean {
  if (method === 'OPTIONS' || method === 'HEAD') return false;
  const isEmpty = text === undefined || text === '';
  return /[/+](?:json|xml)$/u.test(type) || (isEmpty && (type === '' || status === 204 || status === 304));
}

function inTurn(route: string, answers: readonly Recorded[]): readonly Stub[] {
  const runs: { readonly answer: StubAnswer; readonly text: string; count: number }[] = [];
  for (const one of answers) {
    const answer = answerOf(one);
    const text = JSON.stringify(answer);
    const last = runs.at(-1);
    if (last?.text === text) last.count += 1;
    else runs.push({ answer, text, count: 1 });
  }
  return runs.map(({ answer, count }, i) =>
    i === runs.length - 1 ? { route, ...answer } : { route, ...answer, times: Math.min(count, MOST) },
  );
}

function answerOf(one: Recorded): StubAnswer {
  const { status, text, headers } = one;
  const body = jsonOf(one) ?? (text === '' ? undefined : text);
  const isBare = status === 204 || status === 304 || body === undefined;
  return { status, headers, ...(isBare ? {} : { body }) };
}
