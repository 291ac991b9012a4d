import type { Form } from '../core/claims.ts';
import type { Operation, Spelling } from '../core/target.ts';

/**
 * The addresses under which an operation may be served in a form. The document spells hold only (4.2), so the last segment
 * of the others is tried in several spellings, the most likely first.
 */
export function spellingsOf(operation: Operation, form: Form): readonly Spelling[] {
  const usual = operation.forms[form];
  if (usual === undefined) return [];
  if (operation.name === 'HoldDeal' || (form !== 'A' && form !== 'B' && form !== 'E')) return [usual];
  const segment = usual.address.slice(usual.address.lastIndexOf('/') + 1);
  const words = segment === 'canceled' ? [segment, 'cancelled'] : [segment, ...verbAsCollection(operation, form)];
  const segments = [...new Set(words.flatMap(inEveryCase))];
  return segments.map((s) => ({ ...usual, address: usual.address.replace(/(?<![^/])[^/]+$/u, s) }));
}

// Form E's `holds` may be read as the verb with an s, and then completions are `completes`.
function verbAsCollection(operation: Operation, form: Form): string[] {
  if (form !== 'E') return [];
  const verb = operation.name.replace(/Deal$/u, '').replace(/(?<=[a-z])[A-Z]/gu, (letter) => `-${letter}`);
  return [`${verb.toLowerCase()}s`];
}

function inEveryCase(kebab: string): string[] {
  const words = kebab.split('-');
  const capitals = words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  return [kebab, capitals.join(''), words.join('_'), words.join('')];
}
