import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { seenChanges } from '../changes.ts';
import { existing } from '../evidence.ts';
import { aboutUnknown, unknownIds } from '../ids.ts';
import { withFormat, withSuffix } from '../negotiate/accept.ts';
import { readAs } from '../negotiate/negotiation-evidence.ts';
import { FAR } from '../nested/walks.ts';
import { resourceOf } from '../subjects.ts';
import { LONG_AGO } from '../view/view-dates.ts';
import { given, negotiatedBesides } from '../view/views.ts';
import { withFields } from '../with-fields.ts';
import { TAG_OF_NOBODY } from './entity-tag.ts';
import { missesOnConditions } from './missing-conditions.ts';
import { unchangedOnce } from './view-conditions.ts';

/** A record that has changed, asked for with the tag that it had before: that one is no longer current. */
export async function forgetsOldTag(trial: Trial): Promise<readonly Answer[]> {
  const pairs = await seenChanges(trial);
  const [first, last] = [pairs[0]?.before, pairs.at(-1)?.after];
  const [old, now] = [first?.header('ETag'), last?.header('ETag')];
  if (first === undefined || last === undefined || old === undefined || old === now) return [];
  const address = first.exchange.request.url;
  const answer = await trial.send({ method: 'GET', address, headers: { 'if-none-match': old } });
  answer.owes(answer.status !== 304, 'no 304 for the tag from before a change', `304 for ${old}`);
  // Where If-Match with a tag of nobody is passed over, it is not read in a GET.
  const nobody = await trial.send({ method: 'GET', address, headers: { 'if-match': TAG_OF_NOBODY } });
  if (nobody.status !== 412) return [first, last, answer, nobody];
  const matched = await trial.send({ method: 'GET', address, headers: { 'if-match': old } });
  matched.owes(!matched.succeeded, `status 412 for If-Match: ${old}, the tag from before a change`);
  return [first, last, answer, nobody, matched];
}

/** An id that never was, asked for with a tag: a condition counts only where there would be a 2xx without it (RFC 9110 13.2.1). */
export async function missesAllTheSame(trial: Trial, etag: string): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const [plain] = unknownIds(resource, trial.records.fresh).always ?? [];
  if (plain === undefined || resource.item === undefined) return [];
  const ask = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
    trial.send(aboutUnknown({ method: 'GET', address: resource.item?.address ?? '', headers }, plain));
  const answer = await ask({ 'if-none-match': etag });
  answer.owes(answer.status !== 304, 'no 304 for an id that never was', `304 for ${etag}`);
  const others = { 'if-match': TAG_OF_NOBODY, 'if-modified-since': answer.header('Date') ?? LONG_AGO };
  const second = await ask(others);
  const isIgnored = second.status !== 304 && second.status !== 412;
  const any = await ask({ 'if-none-match': '*' });
  return [
    answer,
    any.owes(any.status !== 304, 'no 304 for an id that never was', '304 for If-None-Match: *'),
    second.owes(isIgnored, `${answer.status} again: no condition counts for an id that never was`),
    ...(await missesOnConditions(
      trial,
      aboutUnknown({ method: 'GET', address: resource.item.address }, plain),
      answer,
    )),
    ...(await missesNestedAllTheSame(trial)),
  ];
}

/** The same of nested records past the end, with every tag and with none (RFC 9110 13.2.1). */
async function missesNestedAllTheSame(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { address: template, owner, past = FAR } of resourceOf(trial).nested) {
    if (owner === undefined) continue;
    const address = fillTemplate(template, { id: owner, index: past });
    for (const headers of [{ 'if-none-match': '*' }, { 'if-match': TAG_OF_NOBODY }]) {
      const answer = await trial.send({ method: 'GET', address, headers, about: 'missing' });
      const isIgnored = answer.status !== 304 && answer.status !== 412;
      answers.push(answer.owes(isIgnored, '404, as without a condition, past the end'));
    }
    const request: HttpRequest = { method: 'GET', address, about: 'missing' };
    answers.push(...(await missesOnConditions(trial, request, await trial.send(request))));
  }
  return answers;
}

/** A record by suffix and by parameter, where its address gives another representation than JSON: its tag holds there as anywhere. */
export async function unchangedByAddress(trial: Trial): Promise<readonly Answer[]> {
  const { representations, selectors } = resourceOf(trial);
  const { address: own } = await existing(trial);
  const name = representations.find((other) => other !== 'json');
  if (name === undefined) return [];
  const answers: Answer[] = [];
  for (const [selector, way] of WAYS) {
    if (!selectors.includes(selector)) continue;
    const address = way(own, name);
    const request = { method: 'GET', address, headers: { accept: '*/*' } };
    const answer = await trial.send(request);
    // Whether it is chosen so is the matter of other rules.
    if (answer.status !== 200 || answer.representation.syntax !== name) continue;
    answers.push(...(await unchangedOnce(trial, { place: { kind: 'item', address }, name, request, answer })));
  }
  return answers;
}

const WAYS = [
  ['suffix', withSuffix],
  ['format', withFormat],
] as const;

/** Each view asked for with the strong tag of another one, which is not its own (RFC 9110 8.8.3.3, 13.1.2). */
export async function keepsTagsApart(trial: Trial): Promise<readonly Answer[]> {
  const { representations, mediaTypes, selectors } = resourceOf(trial);
  if (!selectors.includes('accept')) return [];
  const { address } = await existing(trial);
  const views: Answer[] = [];
  for (const name of representations) views.push(await readAs(trial, name));
  const answers: Answer[] = [];
  for (const [i, name] of representations.entries()) {
    const tag = foreignTag(views[i], views.at(i - 1));
    if (tag === undefined) continue;
    const headers = { accept: mediaTypes[name], 'if-none-match': tag };
    const answer = await trial.send({ method: 'GET', address, headers });
    answers.push(
      answer.owes(answer.status !== 304, `no 304 for a tag that is not that of the ${name}`, `304 for ${tag}`),
    );
  }
  return answers;
}

/** The same of queries and nested records: one representation of each, with the tag of the one before it. */
export async function keepsTagsApartBesides(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const place of await negotiatedBesides(trial)) {
    const [first, second] = await given(trial, place);
    const tag = foreignTag(second?.answer, first?.answer);
    if (second === undefined || tag === undefined) continue;
    const answer = await trial.send(withFields(second.request, { 'if-none-match': tag }));
    answers.push(
      answer.owes(answer.status !== 304, `no 304 for a tag that is not that of the ${second.name}`, `304 for ${tag}`),
    );
  }
  return answers;
}

/** The tag of another view, where both have one and are told apart by strong ones. */
function foreignTag(view: Answer | undefined, other: Answer | undefined): string | undefined {
  if (view?.succeeded !== true || other?.succeeded !== true || view.mediaType === other.mediaType) return undefined;
  const [own, tag] = [view.header('ETag'), other.header('ETag')];
  return own !== tag && own?.startsWith('"') === true && tag?.startsWith('"') === true ? tag : undefined;
}
