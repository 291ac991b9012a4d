import { usersNamed } from './api.ts';
import { byId, element, tell, valuesOf } from './page.ts';

/** Has the form find users by name. */
export function listenForUsers(): void {
  const form = byId('find-users', HTMLFormElement);
  const found = byId('users', HTMLDivElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { name = '' } = valuesOf(form);
    tell(async () => {
      const users = await usersNamed(name);
      const rows = users.map((user) => element('li', {}, user.name, user.email === undefined ? '' : `, ${user.email}`));
      const nobody = element('p', {}, `Nobody is called “${name}”. A name has to be the whole name, as it is written.`);
      found.replaceChildren(users.length === 0 ? nobody : element('ul', {}, ...rows));
    });
  });
}
