import type { StateImage } from '../state/image.ts';
import type { Kit, Panel } from './kit.ts';

/** What is stored: looked at, begun again, kept under a name and brought back. */
export function createState(kit: Kit, root: HTMLElement): Panel {
  const { h, visible, code, ask, say } = kit;
  const SHOWN = 200;
  const PAGE = 50;
  const pages = new Map<string, number>();
  const opened = new Set<string>();
  let image: StateImage | undefined;
  let loading: ReturnType<typeof setTimeout> | undefined;

  const whose = h('p', { class: 'muted' });
  const filter = h('input', {
    type: 'search',
    'aria-label': 'Filter records',
    placeholder: 'Filter records',
    autocomplete: 'off',
    oninput: () => {
      pages.clear();
      render();
    },
  });
  const order = h(
    'select',
    { 'aria-label': 'Order of records', onchange: () => render() },
    ...['as stored', 'by id', 'by name'].map((words) => h('option', {}, words)),
  );
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
  const file = h('input', {
    type: 'file',
    accept: '.json,application/json',
    'aria-label': 'Load a state or a seed from a file',
    onchange: () => void loadFile(),
  });
  const loadFile = async (): Promise<void> => {
    const text = await file.files?.[0]?.text();
    file.value = '';
    if (text === undefined) return;
    const told = await kit.put('state', text);
    say(told.ok ? 'The file is the state now.' : `The file cannot be used: ${told.why}`, !told.ok);
    await load();
  };
  const bar = h(
    'div',
    { class: 'bar' },
    filter,
    order,
    keep,
    h(
      'div',
      { class: 'group end' },
      kit.download('state', 'state.json', 'Download'),
      h('label', { class: 'button' }, 'Load', file),
      reset,
    ),
  );
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
  /** A form for the members of a record; without an id, for a new one. */
  const editor = (kind: string, id: string | undefined, data: object, close: () => void): HTMLElement => {
    const whole = `${kind}-${id ?? 'new'}`;
    const named = h('input', {
      id: `id-${whole}`,
      required: true,
      placeholder: 'id',
      autocomplete: 'off',
      value: id ?? '',
    });
    const members = h('textarea', { id: `members-${whole}`, rows: 8, spellcheck: 'false' });
    members.value = JSON.stringify(data, null, 2);
    const wrong = h('p', { class: 'bad', role: 'alert', id: `wrong-${whole}` });
    members.setAttribute('aria-describedby', wrong.id);
    const store = async (): Promise<void> => {
      const told = await kit.put(`state/${kind}/${encodeURIComponent(id ?? named.value)}`, members.value);
      wrong.textContent = told.ok ? '' : told.why;
      members.setAttribute('aria-invalid', String(!told.ok));
      if (!told.ok) return members.focus();
      form.remove();
      say('Stored.');
      await load();
    };
    const cancel = (): void => {
      form.remove();
      close();
    };
    const form = h(
      'form',
      {
        class: 'editor',
        onsubmit: (event) => {
          event.preventDefault();
          void store();
        },
      },
      ...(id === undefined ? [h('label', { for: named.id }, 'Id '), named] : []),
      h('label', { for: members.id }, 'Members in JSON'),
      members,
      wrong,
      h(
        'div',
        { class: 'group' },
        h('button', { class: 'main' }, 'Store'),
        h('button', { type: 'button', onclick: cancel }, 'Cancel'),
      ),
    );
    return form;
  };
  const record = (kind: string, one: { readonly id: string; readonly data: object }): HTMLElement => {
    const key = `${kind}/${one.id}`;
    const { id, data, ...under } = one;
    const fill = (): void => {
      const remove = (): void =>
        void act('DELETE', `state/${kind}/${encodeURIComponent(id)}`, `${visible(id)} is not there any more.`);
      const edit = (): void => {
        body.replaceChildren(editor(kind, id, data, show));
        body.querySelector('textarea')?.focus();
      };
      const show = (): void =>
        body.replaceChildren(
          code(JSON.stringify({ id, ...data, ...under })),
          ...(kind === 'commands'
            ? []
            : [
                h(
                  'div',
                  { class: 'group' },
                  h('button', { type: 'button', onclick: edit }, 'Edit'),
                  h('button', { type: 'button', class: 'danger', onclick: remove }, 'Delete'),
                ),
              ]),
        );
      const body = h('div', { class: 'inside' });
      show();
      details.append(body);
    };
    const named: unknown = 'name' in data ? data.name : '';
    const details = h(
      'details',
      {
        open: opened.has(key),
        'data-key': key,
        ontoggle: () => {
          if (!details.open) opened.delete(key);
          else opened.add(key);
          if (details.open && details.childElementCount === 1) fill();
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
    const by = order.selectedIndex;
    const text = ({ id, data }: { readonly id: string; readonly data: object }): string =>
      by === 1 ? id : String('name' in data ? data.name : '');
    const sorted =
      by === 0 ? found : [...found].sort((a, b) => text(a).localeCompare(text(b), undefined, { numeric: true }));
    const last = Math.max(0, Math.ceil(found.length / PAGE) - 1);
    const page = Math.min(pages.get(kind) ?? 0, last);
    const turn = (to: number, words: string): HTMLElement =>
      h(
        'button',
        {
          type: 'button',
          disabled: to < 0 || to > last,
          onclick: () => {
            pages.set(kind, to);
            render();
          },
        },
        words,
      );
    const add = (): void => {
      const form = editor(kind, undefined, kind === 'deals' ? { name: '', price: 1 } : { name: '' }, () => undefined);
      records.querySelector(`[data-kind="${kind}"] h2`)?.after(form);
      form.querySelector('input')?.focus();
    };
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
      h('ol', { class: 'records' }, ...sorted.slice(page * PAGE, (page + 1) * PAGE).map((one) => record(kind, one))),
      h(
        'div',
        { class: 'group' },
        ...(kind === 'commands'
          ? []
          : [h('button', { type: 'button', onclick: add }, `Add to ${title.toLowerCase()}`)]),
        ...(last === 0
          ? []
          : [
              turn(page - 1, 'Earlier'),
              h('span', { class: 'muted' }, `page ${page + 1} of ${last + 1}`),
              turn(page + 1, 'Later'),
            ]),
      ),
    );
  };
  const render = (): void => {
    // What somebody is writing stays under their hands.
    if (image === undefined || records.querySelector('form') !== null) return;
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
