import type { Kit, Panel } from './kit.ts';

/** Claims and parts that are down, as the control API describes them: what can be switched is not said again here. */
export function createSwitches(kit: Kit, root: HTMLElement): Panel {
  const { h, ask, say } = kit;
  type Value = string | number | boolean | readonly string[];
  interface Choice {
    readonly title?: string;
    readonly type?: string;
    readonly enum?: readonly (string | number)[];
    readonly items?: { readonly enum: readonly string[] };
  }
  let choices: Readonly<Record<string, Choice>> | undefined;

  const change = async (name: string, value: Value): Promise<void> => {
    const told = await ask('PATCH', 'switches', { [name]: value });
    if (!told.ok) {
      say(`Not switched: ${told.why}`, true);
      await load();
      return;
    }
    if (name === 'unavailable' && Array.isArray(value)) kit.flag('switches', value.length);
    say(`${choices?.[name]?.title ?? name}: ${Array.isArray(value) ? value.join(', ') || 'none' : String(value)}`);
  };
  const option = (
    kind: 'checkbox' | 'radio',
    name: string,
    label: string,
    checked: boolean,
    onchange: () => void,
  ): HTMLElement =>
    h('label', { class: 'option' }, h('input', { type: kind, name, value: label, checked, onchange }), ` ${label}`);
  const several = (name: string, all: readonly string[], value: readonly string[]): HTMLElement[] => {
    const now = (): string[] => {
      const boxes = root.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`);
      return [...boxes].filter((box) => box.checked).map((box) => box.value);
    };
    return all.map((one) => option('checkbox', name, one, value.includes(one), () => void change(name, now())));
  };
  const field = (name: string, choice: Choice, value: Value): HTMLElement => {
    const options = Array.isArray(value)
      ? several(name, choice.items?.enum ?? [], value)
      : (choice.enum ?? [true, false]).map((one) => {
          const label = typeof one === 'boolean' ? (one ? 'yes' : 'no') : String(one);
          return option('radio', name, label, one === value, () => void change(name, one));
        });
    return h(
      'fieldset',
      { ...(name === 'unavailable' ? { class: 'down' } : {}) },
      h('legend', {}, choice.title ?? name, ' ', h('code', {}, name)),
      h('div', { class: 'options' }, ...options),
    );
  };
  const load = async (): Promise<void> => {
    choices ??= await choicesOf();
    const told = await ask('GET', 'switches');
    if (!told.ok || choices === undefined)
      return root.replaceChildren(h('p', { class: 'empty' }, `Nothing can be switched: ${told.why}`));
    const values = told.json as Readonly<Record<string, Value>>; // what the route is described to answer
    kit.flag('switches', Array.isArray(values['unavailable']) ? values['unavailable'].length : 0);
    const names = Object.keys(values).sort((a, b) => Number(b === 'unavailable') - Number(a === 'unavailable'));
    root.replaceChildren(
      h('p', { class: 'muted' }, 'They hold for all tenants, from the next request on; the state stays.'),
      h('div', { class: 'cards' }, ...names.map((name) => field(name, choices?.[name] ?? {}, values[name] ?? ''))),
    );
  };
  const choicesOf = async (): Promise<typeof choices> => {
    const { json } = await ask('GET', 'control.json');
    // The part of the description that this page reads.
    const { paths } = (json ?? {}) as {
      paths?: Record<
        string,
        { patch?: { requestBody: { content: Record<string, { schema: { properties: typeof choices } }> } } }
      >;
    };
    return paths?.['/_mock/switches']?.patch?.requestBody.content['application/json']?.schema.properties;
  };
  return { show: () => void load() };
}
