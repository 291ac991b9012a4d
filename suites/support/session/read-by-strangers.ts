import type { Answer } from '../../../core/answer.ts';
import { fillEncoded, fillTemplate } from '../../../core/http/address.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource, Target } from '../../../core/target.ts';
import { existing } from '../evidence.ts';
import { plainId } from '../ids.ts';
import { queriesAbout, resourceOf, whyNotCreatable } from '../subjects.ts';
import { asStranger, isShut } from './as-stranger.ts';

/** What strangers are answered who read. */
export interface Doors {
  /** The answer to GET of the collection; undefined where there is none. */
  readonly list: Answer | undefined;
  readonly answers: readonly Answer[];
}

/** Asks without credentials for the collection and for one record. */
export async function frontDoors(trial: Trial): Promise<Doors> {
  const resource = resourceOf(trial);
  const list = resource.list && (await asStranger(trial, { method: 'GET', address: resource.list.address }));
  const place = await recordPlace(trial);
  const item = place === undefined ? [] : [await asStranger(trial, { method: 'GET', address: place })];
  return { list, answers: [...(list === undefined ? [] : [list]), ...item] };
}

async function recordPlace(trial: Trial): Promise<string | undefined> {
  const resource = resourceOf(trial);
  if (resource.item === undefined) return undefined;
  return resource.known !== undefined || isMade(resource) ? (await existing(trial)).address : undefined;
}

/** Whether the run makes records of it. */
export function isMade(resource: Resource): boolean {
  const { create, never } = resource;
  return (
    whyNotCreatable(resource) === undefined && create?.refused === undefined && !never.includes(create?.method ?? '')
  );
}

/** Asks by each other way of reading that the run knows: HEAD, other representations, what is not there, nested records and queries. */
export async function sideDoors(trial: Trial, { answers }: Doors): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { never } = resource;
  const others: Answer[] = [];
  for (const front of answers) others.push(...(await otherwise(trial, front)));
  for (const address of furtherPlaces(trial)) {
    others.push(await asStranger(trial, { method: 'GET', address }));
    if (!never.includes('HEAD')) others.push(await asStranger(trial, { method: 'HEAD', address }));
  }
  return others;
}

/** One address by HEAD, and for clients that accept something else. */
async function otherwise(trial: Trial, front: Answer): Promise<readonly Answer[]> {
  const { never, mediaTypes, representations, selectors } = resourceOf(trial);
  const address = front.exchange.request.url;
  const head = never.includes('HEAD') ? [] : [await asStranger(trial, { method: 'HEAD', address })];
  // HEAD is answered as GET is (RFC 9110 9.3.2).
  for (const one of head)
    one.owes(!(isShut(front) && one.succeeded), `no success of HEAD, as GET is answered ${front.status}`);
  const claimed = selectors.includes('accept') ? representations : [];
  const answers = [...head];
  for (const accept of ['application/xml', 'text/html']) {
    const answer = await asStranger(trial, { method: 'GET', address, headers: { accept } });
    // An address does not depend on its representation (document 4.5-2). HTML may be the page on which to sign in.
    const isOwn = accept === mediaTypes.xml && claimed.includes('xml') && answer.mediaType === accept;
    answer.owes(
      !(isShut(front) && isOwn && answer.succeeded),
      `no XML without credentials, as JSON is answered ${front.status}`,
    );
    answers.push(answer);
  }
  return answers;
}

/** Addresses of the resource to which a stranger has no key either, whatever is there. */
function furtherPlaces(trial: Trial): readonly string[] {
  const { target } = trial;
  const resource = resourceOf(trial);
  const { item, query } = resource;
  const nobody = plainId(resource, trial.records.fresh)?.encoded;
  return [
    ...(item === undefined || nobody === undefined ? [] : [fillEncoded(item.address, { id: nobody })]),
    ...(query === undefined ? [] : [fillTemplate(query.address, { value: query.matches ?? trial.unique() })]),
    ...nestedPlaces(target, resource),
    ...queriesAbout(target, resource).map(({ address, found }) =>
      fillTemplate(address, { parameter: found?.includes('{') === false ? found : trial.unique() }),
    ),
  ];
}

function nestedPlaces({ claims }: Target, { nested, known }: Resource): readonly string[] {
  return nested.flatMap(({ address, owner = known, index = claims.indexBase }) =>
    owner === undefined ? [] : [fillTemplate(address, { id: owner, index })],
  );
}
