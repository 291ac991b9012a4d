import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { whyNotCreatable } from '../subjects.ts';
import { isEntityTag } from '../validator/entity-tag.ts';
import { withFields } from '../with-fields.ts';
import { conditionsOfGrowing } from './conditions-of-growing.ts';

const ROUNDS = 3;
const FIELDS = ['ETag', 'Last-Modified', 'Content-Length'] as const;

/**
 * Demands of collections on which the run creates that HEAD has the validators and the length of GET in each representation (RFC 9110 8.6, 9.3.2), and is
 * answered 304 where GET is (13.1.2); and that the conditions of GET hold where they do. While other rules write, such a list is another one each time: this is for rules that come last.
 */
export async function headsOfGrowing(trial: Trial): Promise<void> {
  for (const resource of trial.target.resources) {
    const { list, unserved, never } = resource;
    if (list === undefined || unserved !== undefined || whyNotCreatable(resource) !== undefined) continue;
    if (never.includes('GET') || never.includes('HEAD')) continue;
    for (const [i, request] of readingsOf(resource, list.address).entries()) {
      await hasItsValidators(trial, request);
      await conditionsOfGrowing(trial, request, i);
    }
  }
}

function readingsOf(resource: Resource, address: string): readonly HttpRequest[] {
  const { representations, selectors, mediaTypes } = resource;
  const names = selectors.includes('accept') ? representations : representations.slice(0, 1);
  return names.map((name) => withFieldsOf(resource, { method: 'GET', address, headers: { accept: mediaTypes[name] } }));
}

async function hasItsValidators(trial: Trial, request: HttpRequest): Promise<void> {
  let get = await trial.send(request);
  if (get.status !== 200) return;
  const head = { ...request, method: 'HEAD' };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const answer = await trial.send(head);
    const [field] = FIELDS.filter((name) => isOther(get, answer, name));
    if (field === undefined) return isKnownToBoth(trial, request, get);
    const after = await trial.send(request);
    const isStill = after.text === get.text && FIELDS.every((name) => after.header(name) === get.header(name));
    answer.owes(
      !isStill || round === 1,
      `${field}: ${get.header(field) ?? ''}, as GET gives it before and after`,
      `${field}: ${answer.header(field) ?? ''}`,
    );
    get = after;
  }
}

/** What costs something to find may be left out; what is coded on the way out has another tag (RFC 9110 8.8.3.3). */
function isOther(get: Answer, head: Answer, name: string): boolean {
  const [due, seen] = [get.header(name), head.header(name)];
  const isCoded = [get, head].some((answer) => answer.header('Content-Encoding') !== undefined);
  return head.status === 200 && !isCoded && due !== undefined && seen !== undefined && due !== seen;
}

/** HEAD with the current tag is 304, where GET with it is. */
async function isKnownToBoth(trial: Trial, request: HttpRequest, get: Answer): Promise<void> {
  const tag = get.header('ETag') ?? '';
  if (!isEntityTag(tag)) return;
  const ask = (method: string): Promise<Answer> =>
    trial.send(withFields({ ...request, method }, { 'if-none-match': tag }));
  if ((await ask('HEAD')).status !== 200 || (await ask('GET')).status !== 304) return;
  const again = await ask('HEAD');
  const isNow = again.status === 200 && (await ask('GET')).status === 304;
  again.owes(!isNow, `status 304 for If-None-Match: ${tag}, as GET is answered`);
}
