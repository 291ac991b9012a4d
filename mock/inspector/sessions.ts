import type { Kit, Panel } from './kit.ts';
import { wrongBeside } from './wrong.ts';

/** Sessions: minted, listed, ended; and this browser logged in. */
export function createSessions(kit: Kit, root: HTMLElement): Panel {
  const { h, visible, ask, say } = kit;
  interface Session {
    readonly id: string;
    readonly user: string;
    readonly value: string;
    readonly state: string;
    readonly expiresAt: string | null;
    readonly cookie?: string;
  }
  const user = h('input', { maxlength: 200, placeholder: 'somebody', autocomplete: 'off' });
  const life = h('input', { type: 'number', min: 1, placeholder: 'for ever' });
  const crossSite = h('input', { type: 'checkbox' });
  const wrong = wrongBeside(kit, 'session-wrong', { '/user': user, '/lifeSeconds': life });
  const minted = h('div', { 'aria-live': 'polite' });
  const list = h('div');
  const form = h(
    'form',
    {
      class: 'bar',
      onsubmit: (event) => {
        event.preventDefault();
        void mint();
      },
    },
    h('label', {}, 'For', user),
    h('label', {}, 'Seconds', life),
    h('label', {}, crossSite, 'for pages of other sites'),
    h('button', { class: 'main' }, 'Mint and log this browser in'),
    h('button', { type: 'button', onclick: () => void logout() }, 'Log out'),
  );
  root.append(
    h(
      'p',
      { class: 'muted' },
      'A session is the cookie USER_TOKEN. Log in by link: ',
      h('a', { href: 'login?to=/' }, 'login?to=/'),
      ', and for curl take the cookie file.',
    ),
    form,
    wrong.place,
    minted,
    list,
  );

  const mint = async (): Promise<void> => {
    const told = await ask('POST', 'sessions', {
      ...(user.value === '' ? {} : { user: user.value }),
      ...(life.value === '' ? {} : { lifeSeconds: Number(life.value) }),
      ...(crossSite.checked ? { crossSite: true } : {}),
    });
    wrong.mark(told.ok ? '' : `No session: ${told.why}`);
    if (!told.ok) return;
    const { cookie = '' } = told.json as Session; // what the route is described to answer
    minted.replaceChildren(
      h('p', {}, 'This browser has it now; elsewhere send '),
      h('pre', { tabindex: 0 }, `Cookie: ${cookie}`),
    );
    say('A session was minted.');
    await load();
  };
  const logout = async (): Promise<void> => {
    const told = await ask('POST', 'logout');
    minted.replaceChildren();
    say(told.ok ? 'Logged out.' : `Not logged out: ${told.why}`, !told.ok);
    await load();
  };
  const end = async (method: string, path: string, done: string): Promise<void> => {
    const told = await ask(method, path);
    say(told.ok ? done : `Not done: ${told.why}`, !told.ok);
    await load();
  };
  const row = ({ id, user: whom, value, state, expiresAt }: Session): HTMLElement => {
    const path = `sessions/${encodeURIComponent(id)}`;
    const actions =
      state === 'live'
        ? [
            h(
              'button',
              { type: 'button', onclick: () => void end('DELETE', path, 'The session is revoked.') },
              'Revoke',
            ),
            h(
              'button',
              { type: 'button', onclick: () => void end('POST', `${path}/expire`, 'Its time is over.') },
              'Expire',
            ),
            kit.download(`${path}/cookies.txt`, 'cookies.txt', 'Cookie file'),
          ]
        : [];
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, visible(whom)),
      h('td', {}, h('code', {}, visible(value))),
      h('td', { class: state === 'live' ? 'good' : 'muted' }, visible(state)),
      h('td', {}, expiresAt === null ? 'no end' : new Date(expiresAt).toLocaleString()),
      h('td', {}, h('div', { class: 'group end' }, ...actions)),
    );
  };
  const load = async (): Promise<void> => {
    const told = await ask('GET', 'sessions');
    if (!told.ok) return list.replaceChildren(h('p', { class: 'empty' }, `No sessions can be shown: ${told.why}`));
    const sessions = told.json as Session[]; // likewise
    const head = ['For', 'Cookie', 'State', 'Until', ''].map((title) => h('th', { scope: 'col' }, title));
    list.replaceChildren(
      sessions.length === 0
        ? h('p', { class: 'empty' }, 'None was minted yet. Where presence counts, any USER_TOKEN is let in.')
        : h(
            'div',
            { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Minted sessions' },
            h('table', {}, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...sessions.map(row))),
          ),
    );
  };
  return { show: () => void load() };
}
