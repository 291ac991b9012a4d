import type { Kit, Panel } from './kit.ts';

/** Claims and parts that are down, as the control API describes them: what can be switched is not said again here. */
export function createSwitches(kit: Kit, root: HTMLElement): Panel {
  const { h, ask, say } = kit;
  type Value = string | number | boolean | readonly string[];
  interface Choice {
    readonly type?: string;
    readonly enum?: readonly (string | number)[];
    readonly items?: { readonly enum: readonly string[] };
  }
  const TITLES: Readonly<Record<string, string>> = {
    unavailable: 'Parts that are down (503)',
    operationForms: 'Forms of operations (4.2)',
    emptyQuery: 'A query that matches nothing (4.4-m2)',
    deleted: 'A deleted deal (4.4-m3)',
    commandQuery: 'The command/query split (4.3)',
    representations: 'Representations (4.5)',
    selectors: 'How one is chosen (4.5)',
    create: 'What a creation answers (4.4)',
    session: 'Which session counts (5)',
    validators: 'ETag and Last-Modified (4.4-c4)',
    indexBase: 'The first index of nested records',
    location: 'How a Location is written',
    ids: 'How new ids are made',
    requireTransitions: 'Operations that make no sense are refused',
    explain: 'Answers name the rule that they keep',
  };
  let choices: Readonly<Record<string, Choice>> | undefined;

  const change = async (name: string, value: Value): Promise<void> => {
    const told = await ask('PATCH', 'switches', { [name]: value });
    if (!told.ok) {
      say(`Not switched: ${told.why}`, true);
      await load();
      return;
    }
    if (name === 'unavailable' && Array.isArray(value)) kit.flag('switches', value.length);
    say(`${TITLES[name] ?? name}: ${Array.isArray(value) ? value.join(', ') || 'none' : String(value)}`);
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
      h('legend', {}, TITLES[name] ?? name, ' ', h('code', {}, name)),
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
