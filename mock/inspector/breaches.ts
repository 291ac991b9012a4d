import { explained } from './explained.ts';
import type { Kit, Panel } from './kit.ts';

/** What the service behind the mock breaks, each once, with the request that met it first. */
export function createBreachPanel(kit: Kit, root: HTMLElement): Panel {
  const { h, visible, ask, say } = kit;
  interface Listed {
    readonly id: string;
    readonly rule: string;
    readonly level: string;
    readonly clause: string;
    readonly title: string;
    readonly reason: string;
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly at: string;
    readonly times: number;
    readonly places: readonly string[];
    readonly exchange?: number;
  }
  const total = h('p', { class: 'muted total' });
  const forget = h('button', { type: 'button', onclick: () => void clear() }, 'Forget all');
  const list = h('ul', { class: 'plain deviations', 'aria-label': 'Breaches' });
  root.append(
    h(
      'p',
      { class: 'muted' },
      'Requests that are passed on (--upstream) are judged as they pass. Each breach of the convention stands here once.',
    ),
    h('div', { class: 'bar' }, total, h('div', { class: 'group end' }, forget)),
    list,
  );
  const find = (words: string): void => {
    const filter = document.querySelector<HTMLInputElement>('#filter');
    if (filter !== null) filter.value = words;
    location.hash = '#requests';
  };
  const row = (breach: Listed, isOpen: boolean): HTMLElement => {
    const { id, rule, level, clause, title, reason, times, places, exchange } = breach;
    const words = explained(kit, rule);
    words.toggleAttribute('open', isOpen);
    const open = h('button', { type: 'button', onclick: () => find(`${id} ${rule}`) }, 'Show the requests');
    return h(
      'li',
      { id: `breach-${id}` },
      h('b', {}, visible(title)),
      h('p', {}, h('code', {}, visible(rule)), ` ${level}, clause ${visible(clause)}`),
      h('p', {}, visible(reason)),
      words,
      h(
        'p',
        { class: 'muted' },
        `${times === 1 ? 'Seen once' : `Seen ${times} times`}: ${visible(places.join(', '))} `,
        ...(exchange === undefined ? [] : [open]),
      ),
    );
  };
  const load = async (): Promise<void> => {
    const told = await ask('GET', 'breaches');
    if (!told.ok) return list.replaceChildren(h('li', { class: 'empty' }, `They cannot be shown: ${told.why}`));
    const all = told.json as Listed[]; // what the route is described to answer
    // What somebody reads stays open when a breach is met meanwhile.
    const open = new Set([...list.querySelectorAll('li:has([open])')].map(({ id }) => id));
    const rows = all.map((one) => row(one, open.has(`breach-${one.id}`)));
    list.replaceChildren(...(rows.length === 0 ? [h('li', { class: 'empty' }, 'None was met.')] : rows));
    total.textContent = all.length === 1 ? '1 breach' : `${all.length} breaches`;
    forget.disabled = all.length === 0;
    kit.flag('breaches', all.length);
  };
  const clear = async (): Promise<void> => {
    const told = await ask('DELETE', 'breaches');
    if (!told.ok) say(`They were not forgotten: ${told.why}`, true);
    await load();
  };
  return {
    show: () => void load(),
    asked: (exchanges) => void (exchanges.some(({ breach }) => breach !== undefined) && load()),
  };
}
