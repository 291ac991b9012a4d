import type { ExchangeSummary } from '../control/exchanges.ts';
import type { Kit, Panel } from './kit.ts';

/** The log as a part of the page, which is told of exchanges. */
export interface RequestsPanel extends Panel {
  add(exchanges: readonly ExchangeSummary[]): void;
  /** The log is another one, such as that of a mock that was started anew; `dropped` is what it held before, by tenant. */
  restart(dropped: Readonly<Record<string, number>>): void;
}

/** The log as it grows: chosen from, held still, cleared; one exchange of it in full. */
export function createRequests(
  kit: Kit,
  root: HTMLElement,
  showDetail: (exchange: ExchangeSummary | undefined) => void,
): RequestsPanel {
  const { h, visible, ask, say } = kit;
  const LIMIT = 1000;
  let kept: ExchangeSummary[] = [];
  // By tenant: how many the mock's log or this page had, and no longer.
  let lost = new Map<string, number>();
  let held: ExchangeSummary[] = [];
  let isPaused = false;
  let selected = 0;
  let unsaid = 0;
  let announcing: ReturnType<typeof setTimeout> | undefined;
  const classes = new Set<string>();

  const list = h('ol', { class: 'log', 'aria-label': 'Requests, the latest first' });
  const empty = h('p', { class: 'empty' });
  const announced = h('p', { class: 'hidden', role: 'status', 'aria-live': 'polite' });
  const filter = h('input', {
    type: 'search',
    id: 'filter',
    placeholder: 'Filter by method, path, status, rule',
    'aria-label': 'Filter requests',
    autocomplete: 'off',
    spellcheck: 'false',
    oninput: () => render(),
  });
  const chips = ['2xx', '3xx', '4xx', '5xx'].map((name) =>
    h(
      'button',
      { type: 'button', class: `chip s${name[0]}`, 'aria-pressed': 'false', onclick: (e) => toggle(e, name) },
      name,
    ),
  );
  const pause = h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => hold(!isPaused) }, 'Pause');
  const har = kit.download('log.har', 'mock.har', 'HAR');
  const clear = h('button', { type: 'button', onclick: () => void clearLog() }, 'Clear');
  const total = h('p', { class: 'muted total' });
  root.append(
    h('div', { class: 'bar' }, filter, h('div', { class: 'group', role: 'group', 'aria-label': 'Status' }, ...chips)),
    h('div', { class: 'bar' }, total, h('div', { class: 'group end' }, pause, clear, har)),
    empty,
    list,
    announced,
  );
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = [...list.querySelectorAll('button')];
    // Anything else that has the focus is not a row.
    const at = rows.indexOf(document.activeElement as HTMLButtonElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    rows[at + step]?.focus();
  });

  const toggle = (event: Event, name: string): void => {
    if (!classes.delete(name)) classes.add(name);
    // It listens on a button.
    (event.currentTarget as HTMLElement).setAttribute('aria-pressed', String(classes.has(name)));
    render();
  };
  const isShown = (exchange: ExchangeSummary): boolean => {
    const {
      tenant,
      method,
      target,
      status,
      rule = '',
      deviation = '',
      hint = '',
      source = '',
      breach = '',
      fault,
      nearMiss = '',
    } = exchange;
    if (kit.tenant() !== '*' && kit.tenant() !== tenant) return false;
    // What never arrived has no status.
    if (classes.size > 0 && (kit.lossOf(fault) !== undefined || !classes.has(`${String(status)[0]}xx`))) return false;
    const text = `${method} ${target} ${status} ${rule} ${deviation} ${hint} ${source} ${breach} ${fault === undefined ? '' : `chaos ${fault.token}`} ${nearMiss}`;
    const words = filter.value.toLowerCase().split(/\s+/u);
    return words.every((word) => text.toLowerCase().includes(word));
  };
  const row = (exchange: ExchangeSummary): HTMLElement => {
    const {
      ordinal,
      tenant,
      at,
      tookMs,
      receiveMs,
      method,
      target,
      status,
      rule,
      deviation,
      hint,
      stub,
      source,
      breach,
      fault,
      nearMiss,
    } = exchange;
    const marks = [
      ...(tenant === '' ? [] : [h('span', { class: 'mark' }, tenant)]),
      ...(fault === undefined ? [] : [h('span', { class: 'mark chaos' }, 'chaos')]),
      ...(nearMiss === undefined ? [] : [h('span', { class: 'mark near' }, 'near miss')]),
      ...(source === undefined ? [] : [h('span', { class: 'mark' }, source.split(';', 1)[0] ?? '')]),
      ...(breach === undefined
        ? []
        : [h('span', { class: 'mark chaos' }, `breach: ${breach.replaceAll(/\bb\d+ /gu, '')}`)]),
      ...(stub === undefined ? [] : [h('span', { class: 'mark chaos' }, 'stub')]),
      ...(hint === undefined ? [] : [h('span', { class: 'mark near' }, 'hint')]),
      ...(deviation === undefined ? [] : [h('span', { class: 'mark chaos' }, `breaks: ${deviation}`)]),
      ...(rule === undefined ? [] : [h('span', { class: 'rule' }, rule)]),
    ];
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          'data-ordinal': ordinal,
          ...(ordinal === selected ? { 'aria-current': 'true' } : {}),
          onclick: () => select(exchange),
        },
        h('span', { class: 'method' }, visible(method)),
        // The tenant has a column of its own.
        h('span', { class: 'target', title: visible(target) }, visible(target.replace(`/_tenant/${tenant}/`, '/'))),
        h('span', { class: 'marks' }, ...marks),
        kit.status(status, fault),
        h(
          'span',
          { class: 'when' },
          h('time', { datetime: at }, new Date(at).toTimeString().slice(0, 8)),
          ' ',
          h('span', {}, kit.duration(tookMs + (fault?.delayMs ?? 0))),
          ...(receiveMs === undefined ? [] : [' ', h('span', {}, `+ ${kit.duration(receiveMs)}`)]),
        ),
      ),
    );
  };
  const select = (exchange: ExchangeSummary | undefined): void => {
    selected = exchange?.ordinal ?? 0;
    for (const button of list.querySelectorAll('button')) {
      if (button.dataset['ordinal'] === String(selected)) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    showDetail(exchange);
  };
  const tell = (): void => {
    const shown = list.childElementCount;
    total.textContent =
      shown === kept.length ? kit.count(kept.length, 'request') : `${shown} of ${kit.count(kept.length, 'request')}`;
    const whose = kit.tenant();
    const gone = [...lost].reduce((sum, [tenant, count]) => (whose === '*' || whose === tenant ? sum + count : sum), 0);
    if (gone > 0) total.textContent += `; ${kit.count(gone, 'earlier one')} no longer held`;
    if (isPaused && held.length > 0) total.textContent += `, ${held.length} held back`;
    empty.hidden = shown > 0;
    empty.textContent =
      kept.length > 0
        ? 'No request fits the filter.'
        : `Nothing was asked yet. ${location.protocol === 'about:' ? 'The page around this has the mock in it.' : `Try: curl -i ${location.href.replace(/\/_mock\/.*$/u, '/users')}`}`;
  };
  const render = (): void => {
    list.replaceChildren(...kept.filter(isShown).reverse().map(row));
    const query = kit.tenant() === '*' ? '*' : kit.tenant();
    har.setAttribute('href', `log.har?tenant=${encodeURIComponent(query)}`);
    tell();
  };
  const hold = (on: boolean): void => {
    isPaused = on;
    pause.setAttribute('aria-pressed', String(on));
    pause.textContent = on ? 'Resume' : 'Pause';
    const waiting = held;
    held = [];
    if (on) tell();
    else take(waiting);
  };
  const take = (exchanges: readonly ExchangeSummary[]): void => {
    kept = [...kept, ...exchanges];
    list.prepend(...exchanges.filter(isShown).reverse().map(row));
    trim();
    tell();
  };
  // Whoever asked the most gives way, so that a busy tenant hides nobody else.
  const trim = (): void => {
    const counts = new Map<string, number>();
    for (const { tenant } of kept) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
    const most = levelOf([...counts.values()], LIMIT);
    const gone = new Set<string>();
    kept = kept.filter(({ tenant, ordinal }) => {
      const left = counts.get(tenant) ?? 0;
      if (left <= most) return true;
      counts.set(tenant, left - 1);
      lost.set(tenant, (lost.get(tenant) ?? 0) + 1);
      gone.add(String(ordinal));
      return false;
    });
    if (gone.size === 0) return;
    for (const button of list.querySelectorAll('button'))
      if (gone.has(button.dataset['ordinal'] ?? '')) button.parentElement?.remove();
  };
  // Said now and then: somebody who listens to the page is not to be talked over.
  const announce = (more: number): void => {
    unsaid += more;
    if (announcing !== undefined) return;
    announcing = setTimeout(() => {
      const last = kept.at(-1);
      const latest =
        last === undefined ? '' : `, the latest ${visible(last.method)} ${visible(last.target)}, ${last.status}`;
      announced.textContent = `${kit.count(unsaid, 'new request')}${latest}`;
      unsaid = 0;
      announcing = undefined;
    }, 3000);
  };
  const clearLog = async (): Promise<void> => {
    const told = await ask('DELETE', `log?tenant=${encodeURIComponent(kit.tenant())}`);
    if (!told.ok) return say(`The log was not cleared: ${told.why}`, true);
    const whose = kit.tenant();
    kept = whose === '*' ? [] : kept.filter(({ tenant }) => tenant !== whose);
    if (whose === '*') lost.clear();
    else lost.delete(whose);
    held = [];
    select(undefined);
    render();
  };
  tell();
  return {
    add(exchanges) {
      if (!isPaused) {
        take(exchanges);
        announce(exchanges.length);
        return;
      }
      held = [...held, ...exchanges].slice(-LIMIT);
      tell();
    },
    restart(dropped) {
      kept = [];
      lost = new Map(Object.entries(dropped));
      held = [];
      select(undefined);
      render();
    },
    show: render,
  };
}

/** How many each may have at most, so that all together have no more than there is room for. */
function levelOf(counts: readonly number[], room: number): number {
  const sorted = counts.toSorted((a, b) => a - b);
  let left = room;
  for (const [i, count] of sorted.entries()) {
    const level = Math.floor(left / (sorted.length - i));
    if (count > level) return level;
    left -= count;
  }
  return room;
}
