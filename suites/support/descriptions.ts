import { sameAddress } from '../../core/address.ts';
import type { Answer } from '../../core/answer.ts';
import { at } from '../../core/json-pointer.ts';
import { isObject } from '../../core/json-value.ts';
import { notExercised } from '../../core/outcome.ts';
import { sameValue } from '../../core/same-value.ts';
import type { JsonObject, Resource } from '../../core/target.ts';
import { type Created, itemRecord } from './evidence.ts';
import { contradictions } from './payloads.ts';

type Leaf = string | number | boolean;

/** What of a payload the target shows again: all but the write-only members. */
export function shown(payload: JsonObject, resource: Resource): JsonObject {
  const hidden = resource.create?.writeOnly ?? [];
  return Object.fromEntries(Object.entries(payload).filter(([member]) => !hidden.includes(member)));
}

/** The values of a payload that an answer does not show anywhere. */
export function lost(answer: Answer, payload: JsonObject): readonly Leaf[] {
  return leaves(payload).filter((leaf) => !shows(answer, leaf));
}

/**
 * Demands that a create answer describes what was sent (document 4.4-c3). Which members it shows is left open, so one value
 * that is plainly from the payload is enough; but a member of the same name has to hold the same value.
 */
export function describes(answer: Answer, payload: JsonObject, resource: Resource, envelope?: string): Answer {
  const sent = shown(payload, resource);
  const marks = leaves(sent).filter((leaf) => /\w/u.test(String(leaf)));
  if (marks.length === 0) notExercised('the sample holds no value that could be found again', answer);
  // A short value such as 100 may stand in a body by chance; a long text was put there.
  const plain = marks.filter((leaf) => typeof leaf === 'string' && leaf.length > 9);
  const due = plain.length > 0 ? plain : marks;
  answer.owes(
    due.some((leaf) => shows(answer, leaf)),
    `what was sent (${due.slice(0, 3).join(', ')}) in the body`,
  );
  const record = at(answer.representation.value, envelope ?? resource.create?.envelope ?? '');
  const other = contradictions(sent, record);
  return answer.owes(
    other.length === 0,
    'the values that were sent',
    `other values for ${other.join(', ')}: ${answer.brief}`,
  );
}

/**
 * Demands that what was read is the record that was made: a Location may lead to the collection or to another record and
 * still answer 200.
 */
export function isTheRecord(read: Answer, record: Created, resource: Resource): Answer {
  if (read.representation.syntax === 'json' && isOnlyNamed(itemRecord(read, resource), read, record)) return read;
  return describes(read, record.payload, resource, resource.item?.envelope ?? '');
}

// What a record shows is left open (2): one that shows nothing of what was sent is known by its id or its link.
function isOnlyNamed(
  shown: Readonly<Record<string, unknown>>,
  read: Answer,
  { payload, id, address }: Created,
): boolean {
  if (Object.keys(payload).some((member) => member in shown)) return false;
  const { strings, links } = read.representation;
  const isLinked = address !== undefined && links.some((link) => leadsTo(link, address, read));
  return isLinked && id !== undefined && [...strings, String(shown['id'])].includes(id);
}

/** Demands that a record, when read, shows the values that were sent. Members that it does not show are no matter. */
export function agrees(read: Answer, payload: JsonObject, resource: Resource): Answer {
  const sent = shown(payload, resource);
  const record = itemRecord(read, resource);
  const other = contradictions(sent, record).map(
    (member) => `${member} ${JSON.stringify(record[member])} for ${JSON.stringify(sent[member])}`,
  );
  return read.owes(other.length === 0, 'the values that were sent', other.join('; '));
}

/** Whether a link in a body leads to an address. */
export function leadsTo(link: string, address: string, answer: Answer): boolean {
  // An empty reference leads to where it stands (RFC 3986 4.4), which is the answer and not the resource.
  if (/^\s*(?:#.*)?$/u.test(link)) return false;
  // A relative link in a body resolves against the request's address; some writers think of the new resource's own.
  return [answer.exchange.request.url, address].some(
    (base) => URL.canParse(link, base) && sameAddress(oneHost(new URL(link, base).href), oneHost(address)),
  );
}

// One machine has several names; a server that links by another of its own still links to itself.
function oneHost(address: string): string {
  return address.replace(/^(https?:\/\/)(?:localhost|\[::1\])(?=[:/])/u, '$1127.0.0.1');
}

function leaves(value: unknown): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [value];
  if (Array.isArray(value)) return value.flatMap(leaves);
  return isObject(value) ? Object.values(value).flatMap(leaves) : [];
}

// HTML and plain text may set a value among other words, so it counts when it is part of a text.
function shows(answer: Answer, leaf: Leaf): boolean {
  const { strings, syntax } = answer.representation;
  if (syntax === 'other' || syntax === 'none') return answer.text.includes(String(leaf));
  return strings.some((text) => sameValue(text, leaf) || text.includes(String(leaf)));
}
