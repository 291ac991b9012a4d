import type { ShownExchange } from '../control/exchanges.ts';
import type { Kit } from './kit.ts';
import { wrongBeside } from './wrong.ts';

/** What the route of stubs is described to list. */
interface Listed {
  readonly id: string;
  readonly route: string;
  readonly status?: number;
  readonly times?: number;
  readonly delay?: number;
  readonly used: number;
}

/** “Answer this next time”: a stub made of an answer, and the stubs that the tenant has. */
export function stubForm(kit: Kit, { method, target, tenant, status, response }: ShownExchange): HTMLElement {
  const { h, ask, say, visible } = kit;
  const number = (id: string, value: number): HTMLInputElement =>
    h('input', { id, value, inputmode: 'numeric', size: 4 });
  const answer = number('stub-status', status);
  const times = number('stub-times', 1);
  const delay = number('stub-delay', 0);
  const body = h('textarea', { id: 'stub-body', rows: 6, spellcheck: 'false' });
  body.value = response.body?.text ?? '';
  const list = h('ul', { class: 'plain', 'aria-label': 'Stubs of this tenant' });
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];

  const wrong = wrongBeside(kit, 'stub-wrong', { '/status': answer, '/times': times, '/delay': delay, '/body': body });
  const row = ({ id, route, status: code = 200, times: most, delay: ms, used }: Listed): HTMLElement => {
    const often = most === undefined ? `answered ${used}` : `answered ${used} of ${most}`;
    const remove = h('button', { type: 'button', onclick: () => void end(`stubs/${id}`) }, 'Remove');
    return h(
      'li',
      { class: 'bar' },
      h('code', {}, visible(route)),
      h('span', { class: 'muted' }, `${code}, ${often}${ms === undefined ? '' : `, after ${ms} ms`}`),
      h('span', { class: 'end' }, remove),
    );
  };
  const load = async (): Promise<void> => {
    const told = await ask('GET', 'stubs');
    const stubs = told.ok ? (told.json as Listed[]) : []; // what the route is described to answer
    list.replaceChildren(...stubs.map(row));
    all.hidden = stubs.length === 0;
  };
  const place = async (): Promise<void> => {
    if (tenant !== '' && kit.tenant() !== tenant)
      return wrong.mark(`Choose ${tenant} at the top first: a stub is for one tenant.`);
    const route = `${method} ${target.replace(`/_tenant/${tenant}/`, '/')}`;
    const content = body.value === '' ? {} : { body: body.value };
    const headers = type === undefined || body.value === '' ? {} : { headers: { 'content-type': type } };
    const wait = Number(delay.value) === 0 ? {} : { delay: Number(delay.value) };
    const stub = { route, status: Number(answer.value), times: Number(times.value), ...wait, ...content, ...headers };
    const told = await ask('POST', 'stubs', stub);
    wrong.mark(told.ok ? '' : told.why);
    if (told.ok) say(`The next ${times.value} of ${route} will be answered ${answer.value}.`);
    await load();
  };
  const end = async (path: string): Promise<void> => {
    const told = await ask('DELETE', path);
    if (told.ok) say('The service answers again.');
    else say(`It is still there: ${told.why}`, true);
    await load();
  };
  const all = h('button', { type: 'button', hidden: true, onclick: () => void end('stubs') }, 'Remove all stubs');
  const labelled = (words: string, field: HTMLElement): (Node | string)[] => [
    h('label', { for: field.id }, `${words} `),
    field,
    ' ',
  ];
  return h(
    'details',
    { class: 'stub', ontoggle: () => void load() },
    h('summary', {}, 'Answer this next time'),
    h('p', {}, ...labelled('Status', answer), ...labelled('Times', times), ...labelled('Wait, in milliseconds', delay)),
    h('p', {}, h('label', { for: 'stub-body' }, 'Body')),
    body,
    wrong.place,
    h(
      'div',
      { class: 'group' },
      h('button', { type: 'button', class: 'main', onclick: () => void place() }, 'Answer so'),
      all,
    ),
    list,
  );
}
