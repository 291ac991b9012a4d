import { isObject } from '../../../core/representation/json-value.ts';
import type { Resource } from '../../../core/target.ts';
import { otherCaseAt } from '../other-case.ts';
import type { Way } from './created-otherwise.ts';

/**
 * Creations with a member of the sample in other letters alone, which is another member (RFC 8259 8.3): those of `beside`, and those that the
 * target file calls required, without which nothing is made (document 7, 400). A service may take them for one.
 */
export function nearlyNamed({ create }: Resource, beside: readonly string[]): readonly Way[] {
  const members = [...new Set([...beside, ...(create?.required ?? [])])];
  return members.flatMap((member, turn) => {
    const other = otherCaseAt(member, turn);
    return other === undefined ? [] : [renaming(member, other)];
  });
}

function renaming(member: string, other: string): Way {
  return ({ json, ...request }) => {
    const members = Object.entries(isObject(json) ? json : {});
    const renamed = members.map(([name, value]) => [name === member ? other : name, value]);
    return { ...request, body: JSON.stringify(Object.fromEntries(renamed)) };
  };
}

/**
 * Creations at addresses with an empty segment in them, and at their end: another address than that of the collection (RFC 3986 3.3), where a
 * POST may be answered 404 (document 4.4-m1) or, by who joins slashes, makes a record.
 */
export function withEmptySegments({ create }: Resource): readonly Way[] {
  const address = create?.address ?? '';
  if (create?.method !== 'POST' || address.includes('?') || address.includes('{')) return [];
  const inside = address.replace(/\/(?=[^/]+\/?$)/u, '//');
  const behind = `${address.replace(/\/$/u, '')}//`;
  const others = [inside, behind].filter((other) => other.lastIndexOf('//') > 0);
  return others.map(
    (other): Way =>
      (request) => ({ ...request, address: other, aim: 'collection' }),
  );
}
