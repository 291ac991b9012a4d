import type { ExchangeSummary } from '../control/exchanges.ts';
import { createBreachPanel } from './breaches.ts';
import { createChaosPanel } from './chaos.ts';
import { createDetail } from './detail.ts';
import { createDeviations } from './deviations.ts';
import { keepLinks } from './framed.ts';
import { createKit, type Kit, type Panel } from './kit.ts';
import { createRequests } from './requests.ts';
import { createSessions } from './sessions.ts';
import { createState } from './state.ts';
import { createSwitches } from './switches.ts';

/** By the id of their section. */
const PANELS: Readonly<Record<string, (kit: Kit, root: HTMLElement) => Panel>> = {
  state: createState,
  sessions: createSessions,
  switches: createSwitches,
  deviations: createDeviations,
  chaos: createChaosPanel,
  breaches: createBreachPanel,
};

/** Puts the page together: which part is seen, whose tenant it is about, and what happens meanwhile. */
function startPage(): void {
  const { base: path = '', origin = '', tenant: own = '' } = document.body.dataset;
  // A frame that was given the page as a text (srcdoc) has no address of its own.
  const isFramed = location.protocol === 'about:';
  const base = (isFramed ? origin : location.origin) + path;
  const byId = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
  const chooser = byId('tenant') as HTMLSelectElement; // so it is in the markup
  const toast = byId('toast');
  const live = byId('live');
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const say = (text: string, isBad = false): void => {
    toast.textContent = text;
    toast.classList.toggle('bad', isBad);
    toast.classList.add('shown');
    clearTimeout(hiding);
    hiding = setTimeout(() => toast.classList.remove('shown'), isBad ? 12_000 : 4000);
  };
  if (isFramed) keepLinks(() => say('No link leads out of this frame; a session can be minted here.', true));
  const kit = createKit(base, () => chooser.value, say);
  const requests = createRequests(kit, byId('log'), createDetail(kit, byId('detail')));
  const all = new Map<string, Panel>([['requests', requests]]);
  for (const [id, create] of Object.entries(PANELS)) all.set(id, create(kit, byId(id)));

  // A link to what is no part, such as past the head of the page, leaves the part that is seen.
  let part = 'requests';
  const shown = (): string => {
    const asked = location.hash.slice(1);
    if (all.has(asked) || asked === '') part = asked === '' ? 'requests' : asked;
    return part;
  };
  const show = (): void => {
    for (const id of all.keys()) byId(id).hidden = id !== shown();
    for (const link of document.querySelectorAll('nav a')) {
      const isShown = link.getAttribute('href') === `#${shown()}`;
      if (isShown) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
      if (isShown) link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    all.get(shown())?.show();
  };
  addEventListener('hashchange', () => {
    show();
    // Not to where the part begins, which is below the head of the page.
    scrollTo(0, 0);
  });

  const offer = (names: readonly string[]): void => {
    const chosen = chooser.value;
    const label = (name: string): string => ({ '*': 'all tenants', '': 'shared (no tenant)' })[name] ?? name;
    chooser.replaceChildren(
      ...names.map((name) => kit.h('option', { value: name, selected: name === chosen }, label(name))),
    );
  };
  const known = new Set(['*', '', own]);
  const meet = (name: string): void => {
    if (known.has(name)) return;
    known.add(name);
    offer([...known]);
  };
  chooser.addEventListener('change', show);

  const setLive = (state: string, words: string): void => {
    live.className = state;
    live.textContent = words;
  };
  const follow = (): void => {
    const events = new EventSource(`${base}events?tenant=*&after=0`);
    let logName: string | undefined;
    let coming: ExchangeSummary[] = [];
    const on = (name: string, take: (data: unknown) => void): void =>
      events.addEventListener(name, (event) => take(JSON.parse(String(event.data))));
    on('log', (data) => {
      const { log, dropped } = data as { log: string; dropped: Record<string, number> }; // what events.ts sends; likewise below
      if (logName !== log) requests.restart(dropped);
      logName = log;
      setLive('on', 'live');
    });
    on('exchange', (data) => {
      if (coming.length === 0) setTimeout(deliver, 50);
      coming.push(data as ExchangeSummary);
    });
    // Many at once are put on the page at once.
    const deliver = (): void => {
      for (const { tenant } of coming) meet(tenant);
      requests.add(coming);
      for (const panel of all.values()) panel.asked?.(coming);
      coming = [];
    };
    on('state', (data) => {
      const { tenant } = data as { tenant: string };
      meet(tenant);
      for (const panel of all.values()) panel.changed?.(tenant);
    });
    on('missed', (data) =>
      say(`${kit.count((data as { missed: number }).missed, 'request')} came too fast to be told.`, true),
    );
    events.addEventListener('error', () => {
      if (events.readyState === EventSource.CLOSED) setLive('off', 'refused: open the page anew');
      else setLive('off', 'not reached, trying again');
    });
  };

  offer([...known]);
  chooser.value = own === '' ? '*' : own;
  document.body.classList.add('ready');
  show();
  follow();
  // These tell beside their names what is on.
  for (const id of ['switches', 'chaos', 'deviations', 'breaches']) if (id !== shown()) all.get(id)?.show();
  void kit.ask('GET', 'tenants').then(({ json }) => {
    // What the route is described to answer.
    if (Array.isArray(json)) for (const { tenant } of json as { tenant: string }[]) meet(tenant);
  });
}

startPage();
