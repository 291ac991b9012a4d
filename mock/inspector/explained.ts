import type { Kit } from './kit.ts';

/** What the route of a rule is described to answer. */
interface RuleText {
  readonly level: string;
  readonly clause: string;
  readonly title: string;
  readonly why: string;
  readonly due: string;
}

/** A rule in words, in the place where it is named: opened by whoever wants to know, and asked for then. */
export function explained({ h, ask, visible }: Kit, rule: string): HTMLElement {
  const words = h('div', { class: 'inside', 'aria-live': 'polite' }, h('p', { class: 'muted' }, 'Asking …'));
  const load = async (): Promise<void> => {
    const told = await ask('GET', `rules/${rule}`);
    if (!told.ok) return words.replaceChildren(h('p', { class: 'muted' }, `It cannot be explained: ${told.why}`));
    const { level, clause, title, why, due } = told.json as RuleText; // what the route is described to answer
    const line = (name: string, text: string): HTMLElement => h('p', {}, h('b', {}, name), ` ${visible(text)}`);
    words.replaceChildren(
      h('p', {}, `${visible(title)} `, h('span', { class: 'muted' }, `(${level}, clause ${visible(clause)})`)),
      line('Why:', why),
      line('What is due:', due),
    );
  };
  // Asked for once: the texts are of the version that serves the page.
  return h(
    'details',
    { class: 'explained', 'data-rule': rule, ontoggle: once(load) },
    h('summary', {}, 'Why', h('span', { class: 'hidden' }, ` the rule ${rule} is there`)),
    words,
  );
}

function once(act: () => Promise<void>): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    void act();
  };
}

/** The rules that a text names, such as that of a breach. */
export function rulesIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b[a-z]+\/[\w-]+/gu))];
}
