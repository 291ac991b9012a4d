import { isObject } from '../../../core/representation/json-value.ts';
import { tellsSent } from '../view/notation.ts';

/**
 * Members that were sent, and that this shows with other letters alone: PRICE for price. Names in JSON are compared letter for letter (RFC 8259
 * 8.3). Who writes all names in a way of his own has another shape, which is left open (document 4.4-c3), so that another member
 * has to be there as it was sent.
 */
export function inOtherLetters(sent: Readonly<Record<string, unknown>>, shown: unknown): readonly string[] {
  if (!isObject(shown)) return [];
  const isAsSent = Object.entries(sent).some(([name, value]) => name in shown && tellsSent(value, shown[name]));
  if (!isAsSent) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    if (name in shown) return [];
    const other = Object.keys(shown).find((one) => !(one in sent) && one.toLowerCase() === name.toLowerCase());
    return other !== undefined && tellsSent(value, shown[other]) ? [`${other} for ${name}`] : [];
  });
}
