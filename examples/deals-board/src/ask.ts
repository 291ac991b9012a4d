import { element, valuesOf } from './page.ts';

/** Asks for some values in a dialog; undefined: it was called off. */
export function ask(
  title: string,
  fields: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>> | undefined> {
  const form = element('form', { method: 'dialog' }, element('h2', { id: 'ask-title' }, title));
  for (const [name, label] of Object.entries(fields))
    form.append(element('label', {}, label, ' ', element('input', { name, autocomplete: 'off' })));
  const cancel = element('button', { value: '' }, 'Cancel');
  form.append(element('p', {}, element('button', { value: 'done' }, title), ' ', cancel));
  const dialog = element('dialog', { 'aria-labelledby': 'ask-title' }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'done' ? valuesOf(form) : undefined);
    });
  });
}
