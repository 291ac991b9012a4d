import type { Kit, Panel } from './kit.ts';

/** Deliberate faults, switched on to see whether a client or a test notices. */
export function createDeviations(kit: Kit, root: HTMLElement): Panel {
  const { h, visible, ask, say } = kit;
  interface Listed {
    readonly id: string;
    readonly title: string;
    readonly breaks: readonly string[];
    readonly active: boolean;
    readonly options: object;
  }
  let all: readonly Listed[] = [];
  const filter = h('input', {
    type: 'search',
    'aria-label': 'Filter deviations',
    placeholder: 'Filter by what goes wrong, or by rule',
    autocomplete: 'off',
    oninput: () => render(),
  });
  const none = h('button', { type: 'button', onclick: () => void serve([]) }, 'Switch all off');
  const total = h('p', { class: 'muted total' });
  const list = h('ul', { class: 'plain deviations' });
  root.append(
    h(
      'p',
      { class: 'muted' },
      'The mock keeps the document. Each of these has it go wrong in one way that real services do.',
    ),
    h('div', { class: 'bar' }, filter, total, h('div', { class: 'group end' }, none)),
    list,
  );

  const serve = async (active: readonly string[]): Promise<void> => {
    const told = await ask('PUT', 'deviations', { active });
    say(
      told.ok
        ? active.length === 0
          ? 'The mock keeps the document.'
          : `${kit.count(active.length, 'deviation')} on.`
        : `Not switched: ${told.why}`,
      !told.ok,
    );
    if (told.ok) {
      const places = new Map(all.map(({ id }, at) => [id, at]));
      // What the route is described to answer; each stays where it was, under the pointer that switched it.
      all = (told.json as Listed[]).sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
    }
    render();
  };
  const toggle = (id: string, on: boolean): void => {
    const others = all.filter((one) => one.active && one.id !== id).map((one) => one.id);
    void serve(on ? [...others, id] : others);
  };
  const row = ({ id, title, breaks, active, options }: Listed): HTMLElement => {
    const under = Object.entries(options).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    const box = h('input', { type: 'checkbox', value: id, checked: active, onchange: () => toggle(id, box.checked) });
    return h(
      'li',
      { ...(active ? { class: 'active' } : {}) },
      h('label', {}, box, h('span', {}, h('b', {}, visible(title)), h('code', {}, visible(id)))),
      h(
        'p',
        { class: 'muted' },
        `breaks ${visible(breaks.join(', '))}${under.length === 0 ? '' : `; switches ${under.join(', ')}`}`,
      ),
    );
  };
  const render = (): void => {
    const words = filter.value.toLowerCase().split(/\s+/u);
    const found = all.filter(({ id, title, breaks }) => {
      const text = `${id} ${title} ${breaks.join(' ')}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const active = all.filter((one) => one.active);
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined;
    list.replaceChildren(...found.map(row));
    // The list was made anew under whoever goes through it by keyboard.
    if (document.activeElement === document.body)
      [...list.querySelectorAll('input')].find((box) => box.value === focused)?.focus();
    total.textContent = `${found.length} of ${all.length}, ${active.length} on`;
    none.disabled = active.length === 0;
    kit.flag('deviations', active.length);
  };
  const load = async (): Promise<void> => {
    const told = await ask('GET', 'deviations');
    if (!told.ok) return list.replaceChildren(h('li', { class: 'empty' }, `No deviations can be shown: ${told.why}`));
    // Likewise; those that are on come first.
    all = (told.json as Listed[]).sort((a, b) => Number(b.active) - Number(a.active));
    render();
  };
  return { show: () => void load() };
}
