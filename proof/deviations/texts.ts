import type { Json, JsonObject } from '../../fixtures/json.ts';
import { onOperation, withParameters } from './asked-operation.ts';
import { type Deviation, withText } from './deviation.ts';
import { onRepresentation } from './representations.ts';
import { edited, isWellFormed, payloadOf } from './requests.ts';

/** Faults in how a stored text is written that holds characters with a meaning of their own: document 4.1, 4.2, 4.5-2, RFC 8259 7. */
export const texts: readonly Deviation[] = [
  {
    id: 'html-backslash-doubled',
    title: 'A backslash in a text is shown twice in HTML, as JSON has to write it.',
    breaks: ['negotiate/equivalent'],
    wrap: onRepresentation('html', (response) => withText(response, (text) => text.replaceAll('\\', '\\\\'))),
  },
  {
    id: 'json-line-separator-escaped-twice',
    title: 'A line separator (U+2028) in a text is escaped twice in JSON: once for pages, and once as any text.',
    breaks: ['create/any-valid'],
    alsoStrikes: { 'negotiate/equivalent': 'it is the JSON alone that is wrong' },
    wrap: onRepresentation('json', (response) => withText(response, (text) => text.replaceAll('\u2028', '\\\\u2028'))),
  },
  {
    id: 'hold-reason-cut-at-quote',
    title: 'The reason of a hold ends at its first double quote.',
    breaks: ['operation/effect'],
    wrap: onOperation({ action: 'HoldDeal' }, (seen, next) => {
      // A reason that begins with one would be empty, and refused.
      if (!isWellFormed(seen) || !/"(?:reason|holdReason)"\s*:\s*"[^"\\]+\\"/u.test(seen.body))
        return next(seen.request);
      return next(edited(seen, () => withParameters(seen, payloadOf(seen), cut)));
    }),
  },
];

function cut(parameters: JsonObject): JsonObject {
  const change = (name: string, value: Json): Json =>
    (name === 'reason' || name === 'holdReason') && typeof value === 'string' ? value.replace(/".*$/su, '') : value;
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, change(name, value)]));
}
