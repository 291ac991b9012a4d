import { isUuid } from '../core/ids/uuid.ts';
import { isObject } from '../core/representation/json-value.ts';
import type { Json, JsonObject } from '../core/target.ts';

/** Members by which people tell records apart, the likeliest first: the value of the run goes there. */
const LABELS: readonly string[] = ['name', 'title', 'label', 'text', 'body', 'subject', 'description', 'summary'];

/** What the server gives itself, and a client does not send. */
const OF_SERVER = /^(?:_|created|updated|modified|version$|rev$|links?$|self$|href$|url$|etag$)/iu;

/**
 * A payload in the shape of a record that was read. Its values are made up, since those of the record may be somebody's; an id
 * of another record (`postId`) is kept, as it has to name one.
 */
export function sampleLike(record: unknown, idMember: string): JsonObject | undefined {
  if (!isObject(record)) return undefined;
  const members = Object.entries(record).filter(([name]) => name !== idMember && !OF_SERVER.test(name));
  const texts = members
    .filter(([, value]) => typeof value === 'string' && kindOf(value) === 'text')
    .map(([name]) => name);
  const label = LABELS.find((name) => texts.includes(name)) ?? texts[0];
  if (label === undefined) return undefined;
  return Object.fromEntries(
    members.map(([name, value]) => [name, name === label ? 'assayer {unique}' : like(name, value)]),
  );
}

function like(name: string, value: unknown): Json {
  if (isReference(name) && (typeof value === 'string' || typeof value === 'number')) return value;
  if (typeof value === 'string') return TEXTS[kindOf(value)];
  if (typeof value === 'number') return 1;
  if (typeof value === 'boolean') return false;
  if (Array.isArray(value)) return [];
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, like(key, entry)]));
  return null;
}

function isReference(name: string): boolean {
  return /[a-z](?:Id|ID|_id)$/u.test(name);
}

type Kind = 'text' | 'email' | 'date' | 'time' | 'url' | 'uuid';

const TEXTS: Readonly<Record<Kind, string>> = {
  text: 'assayer',
  email: 'assayer@example.com',
  date: '2031-03-31',
  time: '2031-03-31T12:00:00Z',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function kindOf(text: string): Kind {
  if (/^[^@\s]+@[^@\s]+$/u.test(text)) return 'email';
  if (/^\d{4}-\d\d-\d\d$/u.test(text)) return 'date';
  if (/^\d{4}-\d\d-\d\d[T ]\d/u.test(text)) return 'time';
  if (/^[a-z]+:\/\//iu.test(text)) return 'url';
  if (isUuid(text)) return 'uuid';
  return 'text';
}
