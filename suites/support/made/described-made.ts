import type { Answer } from '../../../core/answer.ts';
import { decodeSegment, lastSegment } from '../../../core/http/address.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import { leadsTo } from '../descriptions.ts';
import type { MadeAs } from './every-record.ts';

/**
 * Demands that the JSON of a 201 of form E is about what was made (document 4.4-c3: rules for a POST that creates). Responses of operations are
 * not shown (4.2), so that nothing is demanded of a body that says nothing, nor of a record that is not read at its Location as what was sent.
 */
export function describesWhatItMade(record: MadeAs): void {
  const { answer, read, address, text, sent } = record;
  const { value } = answer.representation;
  const isTold = isObject(value) && Object.keys(value).length > 0;
  if (!isTold || answer.representation.syntax !== 'json' || read.representation.syntax !== 'json') return;
  const isKnown = Object.values(sent).includes(text) && read.representation.strings.includes(text);
  if (read.status !== 200 || !isKnown) return;
  const what = `a body about ${address}: a value that was sent, its id or its address`;
  if (!isAbout(record)) fail(what, answer.brief, answer, read);
}

/** Its shape is left open (4.4-c3): one value is enough, wherever it stands. */
function isAbout({ answer, address, sent, text }: MadeAs): boolean {
  const { strings } = answer.representation;
  const id = decodeSegment(lastSegment(address) ?? '');
  if (strings.some((one) => one.includes(text) || one === id) || areLinksTo(address, answer)) return true;
  return holdsOne(answer.representation.value, { id, ...sent });
}

/** Whether some object in a value has one of these members with its value. */
function holdsOne(value: unknown, members: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(value)) return value.some((one) => holdsOne(one, members));
  if (!isObject(value)) return false;
  const isIn = (name: string): boolean => name in value && sameValue(value[name], members[name]);
  return Object.keys(members).some(isIn) || Object.values(value).some((one) => holdsOne(one, members));
}

/** Whether one of these links of an answer leads to an address. It may choose a representation of what it leads to (document 4.5-3). */
export function areLinksTo(
  address: string,
  answer: Answer,
  links: readonly string[] = answer.representation.links,
): boolean {
  const plain = (link: string): string => (link.split(/[?#]/u)[0] ?? '').replace(/\.(?:json|xml|html)$/u, '');
  return links.some((link) => leadsTo(link, address, answer) || leadsTo(plain(link), address, answer));
}
