import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { PATIENCE_MS } from '../patience.ts';
import { besides, negotiatedBesides, type Place, placesOf, type View, viewsAt } from '../view/views.ts';
import { BROWSER_ACCEPTS, NO_TYPE } from './accept.ts';

type Asked = Pick<View, 'request' | 'answer'>;

/**
 * Demands that what is read with JSON is there for each other Accept too: its address does not depend on the representation (document
 * 4.5-2). A type may be refused (406) or passed over, which says nothing of whether something is there.
 */
export async function isThereInEach(trial: Trial, views: readonly View[]): Promise<readonly Answer[]> {
  const json = views.find(({ name, answer }) => name === 'json' && answer.status === 200);
  if (json === undefined) return [];
  const answers: Answer[] = [];
  for (const view of views) if (view !== json) answers.push(await isThere(trial, json, view));
  return answers;
}

/** Every place of the resource, as the representations that are claimed. */
export async function placesInEach(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const place of await placesOf(trial)) answers.push(...(await isThereInEach(trial, await viewsAt(trial, place))));
  return answers;
}

/** Queries and nested records, or what was made, of which nothing claims in which types they come, for a browser. */
export async function besidesForBrowsers(
  trial: Trial,
  places: readonly Place[] = besides(trial),
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [i, place] of places.entries())
    answers.push(...(await isThereFor(trial, place, BROWSER_ACCEPTS[i % BROWSER_ACCEPTS.length] ?? '*/*')));
  return answers;
}

/** Those that are not seen to be negotiated, for a type that nobody has. */
export async function besidesForNobody(trial: Trial): Promise<readonly Answer[]> {
  const negotiated = new Set((await negotiatedBesides(trial)).map(({ address }) => address));
  const answers: Answer[] = [];
  for (const place of besides(trial))
    if (!negotiated.has(place.address)) answers.push(...(await isThereFor(trial, place, NO_TYPE)));
  return answers;
}

/**
 * The same without Accept, which takes every type (RFC 9110 12.5.1): what is read with JSON there is read so too. A server may lead to one
 * of its representations instead (3xx).
 */
export async function besidesForAnyone(
  trial: Trial,
  places: readonly Place[] = besides(trial),
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { address } of places) {
    const request = { method: 'GET', address, headers: { accept: undefined } };
    const answer = await trial.send(request);
    answers.push(answer);
    if (isServed(answer)) continue;
    const plain = { method: 'GET', address };
    if ((await trial.send(plain)).status !== 200) continue;
    // Others may take it away for a while, and a server may show changes later.
    const again = await trial.until(() => trial.send(request), isServed, PATIENCE_MS);
    const control = await trial.send(plain);
    if (!isServed(again) && control.status === 200)
      fail('status 200 without Accept, as with that of JSON', again.brief, control, answer, again);
  }
  return answers;
}

// What limits how often one may ask says nothing of Accept, nor does what broke down.
function isServed({ status }: Answer): boolean {
  return status === 200 || (status >= 300 && status < 400) || status === 429 || status >= 500;
}

async function isThereFor(trial: Trial, { address }: Place, accept: string): Promise<readonly Answer[]> {
  const request = { method: 'GET', address, headers: { accept } };
  const answer = await trial.send(request);
  if (!isAbsent(answer)) return [answer];
  const plain = { method: 'GET', address };
  const control = await trial.send(plain);
  return control.status === 200
    ? [control, await isThere(trial, { request: plain, answer: control }, { request, answer })]
    : [control];
}

/** Others may take it away, and a server that shows changes later may give it back: both are asked for again. */
async function isThere(trial: Trial, json: Asked, { request, answer: first }: Asked): Promise<Answer> {
  if (!isAbsent(first)) return first;
  const answer = await trial.until(
    () => trial.send(request),
    (view) => !isAbsent(view),
    PATIENCE_MS,
  );
  if (!isAbsent(answer)) return answer;
  const still = await trial.send(json.request);
  if (still.status !== 200) return answer;
  const accept = request.headers?.['accept'] ?? '';
  fail(`what is read there with JSON, or a refusal of the type, for Accept: ${accept}`, answer.brief, still, answer);
}
