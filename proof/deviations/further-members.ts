import type { Json, JsonObject } from '../../fixtures/json.ts';
import { type Deviation, onRequest, withText } from './deviation.ts';
import { onRepresentation } from './representations.ts';
import { edited, isCreation, isWellFormed, payloadOf } from './requests.ts';

/** Faults in what becomes of members beyond name and price: document 2, 4.1 ("further parameters"). */
export const furtherMembers: readonly Deviation[] = [
  {
    ...further(
      'further-booleans-become-digits',
      'Further members that are true or false are stored as 1 or 0.',
      (value) => (typeof value === 'boolean' ? Number(value) : value),
    ),
    alsoStrikes: { 'operation/effect': 'an update sends a deal that was created with such a member again' },
  },
  further(
    'further-array-of-one-unwrapped',
    'A further member that is an array of one is stored as what it holds, as it comes back from XML.',
    (value) => (Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value),
  ),
  further(
    'further-digits-become-a-number',
    'A further member that is a text of digits is stored as a number, and loses the zeros before it.',
    (value) => (typeof value === 'string' && /^\d{1,15}$/u.test(value) ? Number(value) : value),
  ),
  further('further-null-becomes-a-word', 'A further member that is null is stored as the word null.', (value) =>
    value === null ? 'null' : value,
  ),
  {
    id: 'further-array-in-xml-keeps-the-last',
    title: 'Of an array XML shows the last item alone: each takes the place of the one before.',
    breaks: ['negotiate/equivalent'],
    wrap: onRepresentation('xml', (response) =>
      withText(response, (text) => text.replace(/(?:<item>[^<]*<\/item>)+(<item>[^<]*<\/item>)/gu, '$1')),
    ),
  },
  {
    id: 'zero-and-false-left-out-of-html',
    title: 'Members that are 0 or false are left out of HTML.',
    breaks: ['negotiate/equivalent'],
    wrap: onRepresentation('html', (response) =>
      withText(response, (text) => text.replace(/<dt>[^<]*<\/dt><dd>(?:0|false)<\/dd>/gu, '')),
    ),
  },
];

/** A deal is stored otherwise than it was sent; the answers are true to that. */
function onPayload(change: (deal: JsonObject) => JsonObject): Deviation['wrap'] {
  return onRequest((seen, next) => {
    const deal = isCreation(seen) && isWellFormed(seen) ? payloadOf(seen) : {};
    const changed = change(deal);
    const isSame = JSON.stringify(changed) === JSON.stringify(deal);
    return next(isSame ? seen.request : edited(seen, () => changed));
  });
}

/** Members beyond name and price are stored otherwise than they were sent. */
function further(id: string, title: string, change: (value: Json) => Json): Deviation {
  return {
    id,
    title,
    breaks: ['create/any-valid'],
    wrap: onPayload((deal) =>
      Object.fromEntries(
        Object.entries(deal).map(([name, value]) => [
          name,
          name === 'name' || name === 'price' || name === 'id' ? value : change(value),
        ]),
      ),
    ),
  };
}
