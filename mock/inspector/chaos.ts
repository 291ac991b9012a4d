import type { Kit, Panel } from './kit.ts';
import { wrongBeside } from './wrong.ts';

/** Chaos: a plan as text, with a few to begin from. */
export function createChaosPanel(kit: Kit, root: HTMLElement): Panel {
  const { h, ask, say } = kit;
  const PRESETS: readonly (readonly [string, object])[] = [
    [
      'A slow network',
      { seed: 1, rules: [{ latencyMs: { distribution: 'lognormal', medianMs: 400, sigma: 0.6, maxMs: 5000 } }] },
    ],
    ['One in ten is 503', { seed: 1, rules: [{ share: 0.1, status: 503, retryAfter: 2 }] }],
    ['The first two fail', { seed: 1, rules: [{ route: '/users/**', failFirst: 2, status: 503 }] }],
    [
      'Connections break',
      {
        seed: 1,
        rules: [
          { share: 0.2, reset: true },
          { share: 0.2, truncateAt: 0.5 },
        ],
      },
    ],
    ['A slow drip', { seed: 1, rules: [{ route: 'GET /**', bytesPerSecond: 200 }] }],
  ];
  const plan = h('textarea', { id: 'chaos-plan', rows: 14, spellcheck: 'false', autocomplete: 'off' });
  const wrong = wrongBeside(kit, 'chaos-wrong', { '': plan });
  const state = h('p', { class: 'state', role: 'status' });
  const apply = h('button', { class: 'main' }, 'Go by this plan');
  const stop = h('button', { type: 'button', class: 'danger', onclick: () => void end() }, 'End the chaos');
  const presets = PRESETS.map(([name, value]) =>
    h('button', { type: 'button', class: 'chip', onclick: () => write(value) }, name),
  );
  const form = h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        void go();
      },
    },
    h(
      'div',
      { class: 'bar' },
      h('div', { class: 'group', role: 'group', 'aria-label': 'Plans to begin from' }, ...presets),
    ),
    h('label', { for: 'chaos-plan' }, 'The plan, as JSON'),
    plan,
    wrong.place,
    h('div', { class: 'bar' }, h('div', { class: 'group' }, apply, stop)),
  );
  root.append(
    state,
    form,
    h(
      'p',
      { class: 'muted' },
      'What goes wrong is drawn from seed, tenant and the place of the request in its row: the same plan brings the same faults. ',
      'A rule may have route, share, failFirst, latencyMs, status, retryAfter, reset, silent, empty, garbage, truncateAt and bytesPerSecond.',
    ),
  );

  const write = (value: unknown): void => {
    plan.value = JSON.stringify(value, null, 2);
    wrong.mark('');
  };
  const tell = (rules: number): void => {
    const whose = kit.tenant() === '*' || kit.tenant() === '' ? 'everybody' : `the tenant ${kit.tenant()}`;
    state.textContent = rules === 0 ? 'Nothing goes wrong.' : `Chaos is on for ${whose}: ${kit.count(rules, 'rule')}.`;
    kit.flag('chaos', rules);
    state.classList.toggle('on', rules > 0);
    stop.disabled = rules === 0;
  };
  const rulesOf = (value: unknown): number => {
    const { rules = [] } = (value ?? {}) as { rules?: readonly unknown[] }; // what the route is described to answer
    return rules.length;
  };
  const go = async (): Promise<void> => {
    let value: unknown;
    try {
      value = JSON.parse(plan.value);
    } catch (cause) {
      return wrong.mark(`The plan is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    const told = await ask('PUT', 'chaos', value);
    wrong.mark(told.ok ? '' : `The plan cannot be gone by: ${told.why}`);
    if (!told.ok) return;
    tell(rulesOf(told.json));
    say('The mock goes by the plan.');
  };
  const end = async (): Promise<void> => {
    const told = await ask('DELETE', 'chaos');
    if (!told.ok) return say(`Not ended: ${told.why}`, true);
    say('The chaos is over.');
    await load();
  };
  const load = async (): Promise<void> => {
    const told = await ask('GET', 'chaos');
    form.hidden = !told.ok;
    if (!told.ok) {
      state.textContent = `This mock has no chaos: ${told.why}`;
      return;
    }
    tell(rulesOf(told.json));
    if (rulesOf(told.json) > 0) write(told.json);
    else if (plan.value === '') write(PRESETS[1]?.[1]);
  };
  return { show: () => void load() };
}
