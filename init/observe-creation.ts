import type { Answer } from '../core/answer.ts';
import { fillTemplate } from '../core/http/address.ts';
import { fillUnique } from '../core/ids/placeholders.ts';
import { at } from '../core/representation/json-pointer.ts';
import { isObject } from '../core/representation/json-value.ts';
import { membersLost } from '../core/representation/members-lost.ts';
import type { Resource, Target } from '../core/target.ts';
import { isNotServed } from '../target-file/broken-answer.ts';
import type { DraftResource } from '../target-file/draft.ts';
import type { Inquiry } from '../target-file/inquiry.ts';
import type { Finding, Found, Open } from './finding.ts';
import { withItsSlash } from './slashes.ts';

/** What a creation and the deletion of what it made showed of a resource. */
export interface Created {
  readonly resource: Resource;
  /** The claim `create` by this answer; undefined where it says nothing. */
  readonly create?: Target['claims']['create'];
  /** The claim `deleted`, likewise. */
  readonly deleted?: 404 | 410;
}

/** Creates a record, creates others without each member, changes the first, deletes all of them, and reads the first again. */
export async function observeCreation(inquiry: Inquiry, resource: Resource): Promise<Found<Created>> {
  const { create, name } = resource;
  const place = `resources.${name}`;
  if (create === undefined) return { value: { resource }, findings: [], open: [] };
  const attempt = await inquiry.create(asDraft(resource));
  if (attempt === undefined) {
    const question = `${name}: ${create.method} ${create.address} was not answered, so nothing is known of creations`;
    return { value: { resource }, findings: [], open: [{ place: `${place}.create`, question }] };
  }
  const { answer, made } = attempt;
  const told = `${create.method} ${create.address} was answered ${answer.brief}`;
  const held = answer.header('Location') === undefined ? 'without' : 'with';
  const seen = `${create.method} ${create.address} was answered ${answer.status} ${held} a Location`;
  const findings: Finding[] = [{ place: `${place}.create`, evidence: seen }];
  const open: Open[] = [];
  const asks = (member: string, question: string): void => void open.push({ place: `${place}.${member}`, question });
  if (answer.status >= 400 && answer.status < 500) {
    asks('create', `${name}: ${whyRefused(answer, told)}`);
    return { value: { resource: withoutCreation(resource) }, findings, open };
  }
  const kind = createClaim(answer, resource);
  // Where no id of a new record is told, more of them could not be deleted.
  const required = made === undefined ? [] : await requiredMembers(inquiry, resource);
  for (const member of required)
    findings.push({ place: `${place}.required`, evidence: `without ${member} it was answered 400` });
  const update = made === undefined ? resource.update : await seenUpdate(inquiry, resource, made.id);
  if (resource.update !== undefined && update === undefined) {
    const { method, address } = resource.update;
    asks('update', `${name}: ${method} ${address} was refused on a record of its own, and update is left out: give it`);
  }
  const hidden = made === undefined ? [] : await membersHidden(inquiry, resource, made.id);
  for (const member of hidden)
    findings.push({ place: `${place}.writeOnly`, evidence: `${member} was sent, and a new record does not show it` });
  const { update: _, ...rest } = resource;
  const seenAt: Resource = {
    ...rest,
    create: {
      ...create,
      required: create.required.length > 0 ? create.required : required,
      writeOnly: [...new Set([...create.writeOnly, ...hidden])],
    },
    ...(update === undefined ? {} : { update }),
  };
  const spelt = made === undefined ? undefined : await withItsSlash(inquiry, seenAt, made.id);
  findings.push(...(spelt?.findings ?? []));
  if (made === undefined && answer.succeeded) asks('id', `${name}: ${told}, and no id of a new record was found in it`);
  await inquiry.tidy();
  const gone = made === undefined ? undefined : await readDeleted(inquiry, resource, made.id);
  if (gone !== undefined)
    findings.push({ place: 'claims.deleted', evidence: `GET of a deleted record of ${name} was answered ${gone}` });
  return {
    value: {
      resource: spelt?.resource ?? seenAt,
      ...(kind === undefined ? {} : { create: kind }),
      ...(gone === undefined ? {} : { deleted: gone }),
    },
    findings,
    open,
  };
}

function asDraft(resource: Resource): DraftResource {
  return { ...resource, ifSeen: [], sampleIsGuess: false };
}

function whyRefused(answer: Answer, told: string): string {
  if (isNotServed(answer.status)) return `${told}: creation is not served, and is left out`;
  if (answer.status === 401 || answer.status === 403)
    return `${told}: give a session that may create, and run init again`;
  return `the sample was refused (${answer.status}: ${answer.excerpt(120)}): give sample and create in the file`;
}

function withoutCreation({ create: _, update: __, ...resource }: Resource): Resource {
  return resource;
}

/** 200 with the whole record is the alternative of 4.4-c6; everything else is judged as a creation that owes 201. */
function createClaim(answer: Answer, { create }: Resource): Created['create'] {
  if (create === undefined || !answer.succeeded) return undefined;
  if (answer.status !== 200) return 'created';
  const record = at(answer.representation.value, create.envelope);
  const isWhole = isObject(record) && Object.keys(create.sample).every((member) => member in record);
  return isWhole ? 'full-result' : 'created';
}

/** The members without which a creation is answered 400. */
async function requiredMembers(inquiry: Inquiry, resource: Resource): Promise<string[]> {
  const { create } = resource;
  if (create === undefined || create.required.length > 0) return [];
  const required: string[] = [];
  for (const member of Object.keys(create.sample)) {
    const { [member]: _, ...sample } = create.sample;
    const attempt = await inquiry.create(asDraft({ ...resource, create: { ...create, sample } }));
    if (attempt?.answer.status === 400) required.push(member);
  }
  return required;
}

/** The update as it is, unless the target refuses it on a record of its own making. */
async function seenUpdate(inquiry: Inquiry, resource: Resource, id: string): Promise<Resource['update']> {
  const { update, create } = resource;
  if (update === undefined || create === undefined || update.from !== undefined) return update;
  const attempt = await inquiry.create(asDraft(resource));
  if (attempt?.made === undefined) return update;
  const { made } = attempt;
  const address = fillTemplate(update.address, { id: made.id });
  const json = fillUnique(update.payload, inquiry.unique());
  if (JSON.stringify(json).includes('{id}') || made.id === id) return update;
  const answer = await inquiry.write(made, { method: update.method, address, json }, asDraft(resource));
  return answer !== undefined && answer.status >= 400 && answer.status < 500 ? undefined : update;
}

/** The members of the sample that a new record does not show: a password, or what the service does not keep. */
async function membersHidden(inquiry: Inquiry, resource: Resource, id: string): Promise<readonly string[]> {
  const { item, create } = resource;
  if (item === undefined || create === undefined) return [];
  const read = await inquiry.ask({ method: 'GET', address: fillTemplate(item.address, { id }) }, asDraft(resource));
  if (read?.status !== 200 || read.representation.syntax !== 'json') return [];
  return membersLost(fillUnique(create.sample, ''), read.text);
}

async function readDeleted(inquiry: Inquiry, resource: Resource, id: string): Promise<404 | 410 | undefined> {
  if (resource.item === undefined) return undefined;
  const address = fillTemplate(resource.item.address, { id });
  const status = (await inquiry.ask({ method: 'GET', address }, asDraft(resource)))?.status;
  return status === 404 || status === 410 ? status : undefined;
}
