import type { StateImage } from '../../state/image.ts';
import type { Kit, Panel } from './kit.ts';

/** What is stored: looked at, begun again, kept under a name and brought back. */
export function createState(kit: Kit, root: HTMLElement): Panel {
  const { h, visible, code, ask, say } = kit;
  const SHOWN = 200;
  const opened = new Set<string>();
  let image: StateImage | undefined;
  let loading: ReturnType<typeof setTimeout> | undefined;

  const whose = h('p', { class: 'muted' });
  const filter = h('input', {
    type: 'search',
    'aria-label': 'Filter records',
    placeholder: 'Filter records',
    autocomplete: 'off',
    oninput: () => render(),
  });
  const name = h('input', {
    id: 'snapshot-name',
    required: true,
    maxlength: 64,
    placeholder: 'a name',
    autocomplete: 'off',
  });
  const snapshots = h('ul', { class: 'plain' });
  const records = h('div');
  const difference = h('section', { 'aria-live': 'polite' });
  const reset = h(
    'button',
    { type: 'button', class: 'danger', onclick: () => void act('POST', 'reset', 'The state is the seed again.') },
    'Reset to the seed',
  );
  const keep = h(
    'form',
    {
      class: 'group',
      onsubmit: (event) => {
        event.preventDefault();
        const path = `snapshots/${encodeURIComponent(name.value)}`;
        void act('PUT', path, `Kept as “${visible(name.value)}”.`);
      },
    },
    h('label', { for: 'snapshot-name' }, 'Keep as'),
    name,
    h('button', {}, 'Snapshot'),
  );
  const bar = h('div', { class: 'bar' }, filter, keep, h('div', { class: 'group end' }, reset));
  root.append(whose, bar, snapshots, difference, records);

  const act = async (method: string, path: string, done: string): Promise<void> => {
    const told = await ask(method, path);
    say(told.ok ? done : `Not done: ${told.why}`, !told.ok);
    await load();
  };
  const keptAs = (kept: string): HTMLElement => {
    const path = `snapshots/${encodeURIComponent(kept)}`;
    return h(
      'li',
      { class: 'group' },
      h('b', {}, visible(kept)),
      h(
        'button',
        { type: 'button', onclick: () => void act('POST', `${path}/restore`, `As it was at “${visible(kept)}”.`) },
        'Restore',
      ),
      h('button', { type: 'button', onclick: () => void compare(kept, path) }, 'Compare'),
      h(
        'button',
        { type: 'button', onclick: () => void act('DELETE', path, `“${visible(kept)}” is forgotten.`) },
        'Forget',
      ),
    );
  };
  const compare = async (kept: string, path: string): Promise<void> => {
    const told = await ask('GET', `${path}/diff`);
    if (!told.ok) return say(`Not compared: ${told.why}`, true);
    const changes = told.json as readonly object[]; // what the route is described to answer
    difference.replaceChildren(
      h('h2', {}, `Since “${visible(kept)}”: ${kit.count(changes.length, 'change')}`),
      ...(changes.length === 0 ? [] : [code(JSON.stringify(changes.slice(0, SHOWN)))]),
    );
  };
  const brief = (data: object): string => {
    const members = Object.entries(data).filter(([key]) => key !== 'name');
    return members
      .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(' · ');
  };
  const record = (kind: string, one: { readonly id: string; readonly data: object }): HTMLElement => {
    const key = `${kind}/${one.id}`;
    const { id, data, ...under } = one;
    const named: unknown = 'name' in data ? data.name : '';
    const details = h(
      'details',
      {
        open: opened.has(key),
        'data-key': key,
        ontoggle: () => {
          if (!details.open) opened.delete(key);
          else opened.add(key);
          if (details.open && details.childElementCount === 1)
            details.append(code(JSON.stringify({ id, ...data, ...under })));
        },
      },
      h(
        'summary',
        {},
        h('span', { class: 'id' }, visible(id)),
        h('b', {}, visible(typeof named === 'string' ? named : JSON.stringify(named))),
        h('span', { class: 'muted brief' }, visible(brief(data))),
      ),
    );
    return h('li', {}, details);
  };
  const collection = (
    title: string,
    kind: string,
    all: readonly { readonly id: string; readonly data: object }[],
  ): HTMLElement => {
    const wanted = filter.value.toLowerCase();
    const found = wanted === '' ? all : all.filter((one) => JSON.stringify(one).toLowerCase().includes(wanted));
    const rest = found.length - SHOWN;
    return h(
      'section',
      { 'data-kind': kind },
      h(
        'h2',
        {},
        title,
        ' ',
        h(
          'span',
          { class: 'muted' },
          found.length === all.length ? String(all.length) : `${found.length} of ${all.length}`,
        ),
      ),
      h('ol', { class: 'records' }, ...found.slice(0, SHOWN).map((one) => record(kind, one))),
      ...(rest > 0 ? [h('p', { class: 'muted' }, `and ${rest} more; filter to find them`)] : []),
    );
  };
  const render = (): void => {
    if (image === undefined) return;
    const { deals, users, commands, gone } = image;
    const focused = document.activeElement?.closest('details')?.dataset['key'];
    records.replaceChildren(
      collection('Deals', 'deals', deals),
      collection('Users', 'users', users),
      ...(commands.length === 0 ? [] : [collection('Commands', 'commands', commands)]),
      ...(gone.length === 0
        ? []
        : [h('p', { class: 'muted' }, `Gone for good: ${visible(gone.slice(0, SHOWN).join(', '))}`)]),
    );
    // The list was made anew under whoever goes through it by keyboard.
    const again = [...records.querySelectorAll('details')].find(({ dataset }) => dataset['key'] === focused);
    if (focused !== undefined) again?.querySelector('summary')?.focus();
  };
  const load = async (): Promise<void> => {
    const [state, kept] = await Promise.all([ask('GET', 'state'), ask('GET', 'snapshots')]);
    if (!state.ok) {
      image = undefined;
      records.replaceChildren(h('p', { class: 'empty' }, `The state cannot be shown: ${state.why}`));
      return;
    }
    image = state.json as StateImage; // what the route is described to answer
    const named = kept.ok ? (kept.json as { readonly name: string }[]) : []; // likewise
    snapshots.replaceChildren(...named.map((one) => keptAs(one.name)));
    render();
  };
  return {
    show() {
      whose.textContent =
        kit.tenant() === '*' || kit.tenant() === ''
          ? 'The state that everybody shares who names no tenant.'
          : `The state of the tenant ${kit.tenant()}.`;
      void load();
    },
    changed(tenant) {
      if (root.hidden || tenant !== (kit.tenant() === '*' ? '' : kit.tenant())) return;
      if (loading !== undefined) return;
      // Many changes, one look; and hardly any where there is much to look at.
      const pause = (image?.deals.length ?? 0) > 2000 ? 5000 : 200;
      loading = setTimeout(() => {
        loading = undefined;
        void load();
      }, pause);
    },
  };
}
