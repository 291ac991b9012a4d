import { Refused } from './api.ts';

/** The element of this id, which the page has in its HTML. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} with the id "${id}"`);
}

/** Makes an element; texts are texts, never HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  given: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(given)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** A button that says what it does and to what: many buttons of a list have one word. */
export function button(word: string, of: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', 'aria-label': `${word} ${of}` }, word);
  made.addEventListener('click', act);
  return made;
}

/** Does something that may go wrong, and says so where everybody looks. */
export async function tell(act: () => Promise<void>): Promise<void> {
  const trouble = byId('trouble', HTMLParagraphElement);
  try {
    await act();
    trouble.hidden = true;
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    trouble.textContent = cause.message;
    trouble.hidden = false;
  }
}

/** The values of a form, by name. */
export function valuesOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
