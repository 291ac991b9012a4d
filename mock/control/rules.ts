import { refuse } from '../service/problems.ts';
import { type ControlRoute, json } from './route.ts';

/** The rules that answers name, in words: for a reader who has only the mock. */
export const ruleRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/rules/:group/:name',
    title: 'Tells what a rule is that an answer names, and why it is there.',
    answers: { 200: '{ id, level, clause, title, why, sends, due }' },
    async handle({ params: { group, name } }) {
      const id = `${group}/${name}`;
      // Loaded where it is needed: texts about all rules are a sixth of the control API.
      const { RULE_TEXTS } = await import('./rule-texts.ts');
      // A name may be what every object has.
      const text = Object.hasOwn(RULE_TEXTS, id) ? RULE_TEXTS[id] : undefined;
      return text === undefined ? refuse(404, `no rule is called ${id}`) : json({ id, ...text });
    },
  },
];
