import { hasSession, signIn, signOut } from './api.ts';
import { byId, element, tell } from './page.ts';

/** Whether there is a session, and the way in or out. */
export async function showSession(): Promise<void> {
  const isIn = await hasSession();
  const toggle = element('button', { type: 'button' }, isIn ? 'Sign out' : 'Sign in');
  toggle.addEventListener('click', () =>
    tell(async () => {
      await (isIn ? signOut() : signIn());
      await showSession();
    }),
  );
  byId('session', HTMLParagraphElement).replaceChildren(isIn ? 'Signed in ' : 'Not signed in ', toggle);
}
