import type { Kit, Panel } from './kit.ts';

/** Deliberate faults, switched on to see whether a client or a test notices. */
export function createDeviations(kit: Kit, root: HTMLElement): Panel {
  const { h, visible, ask, say } = kit;
  interface Listed {
    readonly id: string;
    readonly title: string;
    readonly breaks: readonly string[];
    readonly clause: string;
    readonly active: boolean;
    readonly options: object;
  }
  let all: readonly Listed[] = [];
  const filter = h('input', {
    type: 'search',
    'aria-label': 'Filter deviations',
    placeholder: 'Filter by what goes wrong, by rule or clause',
    autocomplete: 'off',
    oninput: () => render(),
  });
  const none = h('button', { type: 'button', onclick: () => void serve([]) }, 'Switch all off');
  const total = h('p', { class: 'muted total' });
  const list = h('div', {});
  const opened = new Set<string>();
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
    const found = all.filter(({ id, title, breaks, clause }) => {
      const text = `${id} ${title} ${clause} ${breaks.join(' ')}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const active = all.filter((one) => one.active);
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined;
    const groups = new Map<string, Listed[]>();
    // What is on comes first, and the rest by the clause of the rule that it breaks first.
    for (const one of found) {
      const group = one.active ? 'on' : one.clause;
      groups.set(group, [...(groups.get(group) ?? []), one]);
    }
    const isNamed = words.some((word) => word !== '');
    const order = [...groups].sort(
      ([a], [b]) => Number(b === 'on') - Number(a === 'on') || a.localeCompare(b, undefined, { numeric: true }),
    );
    list.replaceChildren(
      ...order.map(([group, members]) => {
        const isOpen = group === 'on' || isNamed || opened.has(group);
        const details = h(
          'details',
          {
            open: isOpen,
            'data-group': group,
            ontoggle: () => {
              if (!details.open) opened.delete(group);
              else if (group !== 'on' && filter.value === '') opened.add(group);
              if (details.open && details.childElementCount === 1)
                details.append(h('ul', { class: 'plain deviations' }, ...members.map(row)));
            },
          },
          h('summary', {}, h('h2', {}, headingOf(group)), ' ', h('span', { class: 'muted' }, String(members.length))),
          ...(isOpen ? [h('ul', { class: 'plain deviations' }, ...members.map(row))] : []),
        );
        return details;
      }),
    );
    // The list was made anew under whoever goes through it by keyboard.
    if (document.activeElement === document.body)
      [...list.querySelectorAll('input')].find((box) => box.value === focused)?.focus();
    total.textContent = `${found.length} of ${all.length}, ${active.length} on`;
    none.disabled = active.length === 0;
    kit.flag('deviations', active.length);
  };
  const load = async (): Promise<void> => {
    const told = await ask('GET', 'deviations');
    if (!told.ok) return list.replaceChildren(h('p', { class: 'empty' }, `No deviations can be shown: ${told.why}`));
    // Likewise; those that are on come first.
    all = (told.json as Listed[]).sort((a, b) => Number(b.active) - Number(a.active));
    render();
  };
  return { show: () => void load() };
}

function headingOf(group: string): string {
  if (group === 'on') return 'On';
  return /^\d/u.test(group) ? `Clause ${group}` : group;
}
