import type { Answer } from '../../core/answer.ts';
import { sameAddress } from '../../core/http/address.ts';
import { at } from '../../core/representation/json-pointer.ts';
import { idText, isObject } from '../../core/representation/json-value.ts';
import { sameValue } from '../../core/representation/same-value.ts';
import { fail, notExercised } from '../../core/results/outcome.ts';
import type { JsonObject, Resource } from '../../core/target.ts';
import { type Created, itemRecord } from './evidence.ts';
import { inOtherLetters } from './payload/other-letters.ts';
import { contradictions } from './payload/payloads.ts';

const NOTHING_TELLING = 'the sample holds no value that could be found again';

type Leaf = string | number | boolean;

/** What a 201 owes is asked of a 201 alone. create/status judges another success. */
export function expectCreated(answer: Answer): Answer {
  answer.asControl('creating a record');
  if (answer.status !== 201) notExercised(`the creation was answered ${answer.status}, not 201`, answer);
  return answer;
}

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
 * Demands that the body of a creation is about the new record (document 4.4-c3). Its shape is left open: a value that was sent,
 * the id or the address is enough. A member of the payload that it shows has to hold the value that was sent.
 */
export function describes(record: Created, resource: Resource): Answer {
  const { answer, payload, id, address } = record;
  answer.owes(answer.body.length > 0, 'a body that describes what was created', 'no body');
  const due = tellingValues(record, resource);
  const isAbout = due.some((leaf) => shows(answer, leaf)) || names(answer, id) || linksTo(answer, address);
  if (!isAbout && due.length === 0) notExercised(NOTHING_TELLING, answer);
  answer.owes(
    isAbout,
    `a body about the new record: a value that was sent (${due.slice(0, 3).join(', ')}), its id or its address`,
  );
  return contradictsNothing(answer, payload, resource, resource.create?.envelope ?? '');
}

/** Demands that an answer shows at least one value that was sent. */
export function showsValues(answer: Answer, record: Created, resource: Resource): Answer {
  const due = tellingValues(record, resource);
  if (due.length === 0) notExercised(NOTHING_TELLING, answer);
  return answer.owes(
    due.some((leaf) => shows(answer, leaf)),
    `what was sent (${due.slice(0, 3).join(', ')}) in the body`,
  );
}

function contradictsNothing(answer: Answer, payload: JsonObject, resource: Resource, envelope: string): Answer {
  const record = at(answer.representation.value, envelope);
  const other = contradictions(shown(payload, resource), record);
  const letters = inOtherLetters(shown(payload, resource), record);
  answer.owes(letters.length === 0, 'the members that were sent', letters.join());
  return answer.owes(
    other.length === 0,
    'the values that were sent',
    () => `other values for ${other.join(', ')}: ${answer.brief}`,
  );
}

/** The values of a payload by which its record is known. */
function tellingValues({ payload }: Created, resource: Resource): readonly Leaf[] {
  const marks = leaves(shown(payload, resource)).filter((leaf) => /\w/u.test(String(leaf)));
  // A short value such as 100 may stand in a body by chance. A long text was put there.
  const long = marks.filter((leaf) => typeof leaf === 'string' && leaf.length > 9);
  return long.length > 0 ? long : marks;
}

// An id is compared as a whole: `1` stands in `2021` too.
function names(answer: Answer, id: string | undefined): boolean {
  if (id === undefined) return false;
  const { strings, syntax } = answer.representation;
  const words = syntax === 'json' ? strings : answer.text.split(/[^\p{L}\p{N}_.~-]+/u);
  return words.includes(id);
}

function linksTo(answer: Answer, address: string | undefined): boolean {
  if (address === undefined) return false;
  return answer.text.includes(address) || answer.representation.links.some((link) => leadsTo(link, address, answer));
}

/**
 * Demands that what was read is the record that was made: a Location may lead to the collection or to another record and
 * still answer 200.
 */
export function isTheRecord(read: Answer, record: Created, resource: Resource): Answer {
  hasTheId(read, record, resource);
  if (read.representation.syntax === 'json' && isOnlyNamed(itemRecord(read, resource), read, record)) return read;
  showsValues(read, record, resource);
  return contradictsNothing(read, record.payload, resource, resource.item?.envelope ?? '');
}

/** The body of the creation calls the record by the identifier by which the record calls itself, where both do (document 2, 4.4-c3). */
function hasTheId(read: Answer, { answer }: Created, { item, create }: Resource): void {
  const pointer = item?.id ?? '/id';
  const told = idText(at(at(answer.representation.value, create?.envelope ?? ''), pointer));
  const own = idText(at(at(read.representation.value, item?.envelope ?? ''), pointer));
  const isIt = told === undefined || own === undefined || sameValue(told, own);
  if (!isIt) fail(`the id ${own} in the body of the creation, as the record has it`, `the id ${told}`, answer, read);
}

// What a record shows is left open (2): one that shows nothing of what was sent is known by its id or its link.
function isOnlyNamed(
  shown: Readonly<Record<string, unknown>>,
  read: Answer,
  { payload, id, address }: Created,
): boolean {
  if (Object.keys(payload).some((member) => member in shown)) return false;
  const { strings } = read.representation;
  return linksTo(read, address) && id !== undefined && [...strings, String(shown['id'])].includes(id);
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

/** Every text, number and truth value in a JSON value, at any depth. */
export function leaves(value: unknown): Leaf[] {
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
