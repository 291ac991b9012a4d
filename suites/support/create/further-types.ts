import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import type { Json, JsonObject } from '../../../core/target.ts';
import { told } from '../operation/deal-state.ts';

type Shown = Readonly<Record<string, unknown>>;

/** What was sent under a name, and what an ordinary value of its kind was. */
export interface Pair {
  readonly name: string;
  readonly sent: Json;
  readonly ordinary: Json;
  /** The name under which the ordinary value was sent. */
  readonly beside: string;
}

/**
 * Further parameters that are shown as something else than they were sent, in words (document 2, 4.1): another text or number, and, by a
 * service that shows a text as a text and a number as a number, a value of another type. A store of texts alone has no types to keep. What is
 * not shown at all, or as null, may have been read over.
 */
export function shownOtherwise(pairs: readonly Pair[], payload: JsonObject, own: Shown): readonly string[] {
  const asked = pairs.filter(({ name, beside }) => name in payload && beside in payload);
  const isKept = (of: 'string' | 'number'): boolean =>
    asked.some(({ beside, ordinary }) => typeof ordinary === of && own[beside] === ordinary);
  const isTyped = isKept('string') && isKept('number');
  return asked.flatMap(({ name, sent, ordinary, beside }) => {
    const [value, plain] = [own[name], own[beside]];
    if (isOther(plain, ordinary, isTyped)) return [`${beside} ${told(plain)} for ${told(ordinary)}`];
    const isJudged = isTyped && plain !== undefined && plain !== null && isAlike(plain, ordinary);
    return isJudged && isOfOtherType(value, sent) ? [`${name} ${told(value)} for ${told(sent)}`] : [];
  });
}

/** Whether an ordinary value is shown as another one. */
function isOther(shown: unknown, sent: Json, isTyped: boolean): boolean {
  if (shown === undefined || shown === null || shown === '') return false;
  if (isPlain(sent) && isPlain(shown)) {
    const isSame = sameValue(sent, typeof shown === 'string' ? shown.trim() : shown);
    return isTyped ? !isSame || typeof shown !== typeof sent : !isSame && typeof shown === typeof sent;
  }
  if (!isTyped || isPlain(sent) || hasItsOwnShape(shown, sent)) return false;
  return !isAlike(shown, sent);
}

/** An object may be shown in a shape of the service's own, such as a link to it, and a list with something around it. */
function hasItsOwnShape(shown: unknown, sent: Json): boolean {
  if (!isObject(shown)) return false;
  return Array.isArray(sent) || !isObject(sent) || Object.keys(sent).every((name) => !(name in shown));
}

/** Whether a value is shown with its type, and all that is in it: an object may have members more. */
function isAlike(shown: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(shown) && shown.length === sent.length && sent.every((one: unknown, i) => isAlike(shown[i], one))
    );
  if (isObject(sent)) return isObject(shown) && Object.entries(sent).every(([name, one]) => isAlike(shown[name], one));
  return typeof shown === typeof sent && sameValue(sent, typeof shown === 'string' ? shown.trim() : shown);
}

/** Whether a plain value that careless code takes for another is shown as a plain value of another type. What is empty may be none. */
function isOfOtherType(value: unknown, sent: Json): boolean {
  if (sent === null || !isPlain(sent) || value === undefined || (typeof value === 'object' && value !== null))
    return false;
  if (typeof sent === 'string') return sent.trim() !== '' && typeof value !== 'string';
  return value !== null && value !== '' && value !== false && typeof value !== typeof sent;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
