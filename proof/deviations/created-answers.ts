import type { Json, JsonObject } from '../../fixtures/json.ts';
import { type Deviation, withJson } from './deviation.ts';
import { onCreated } from './requests.ts';

/** Faults in which the body of a 201 tells another value than is stored: document 4.4-c3. */
export const createdAnswers: readonly Deviation[] = [
  {
    id: 'created-dates-a-day-early-in-answer',
    title: 'The body of a 201 shows each date a day early, as it is in UTC at midnight; what is stored is right.',
    breaks: ['create/any-valid'],
    wrap: onMembers((_, value) => (typeof value === 'string' ? dayBefore(value) : value)),
  },
];

function dayBefore(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return text;
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time - 86_400_000).toISOString().slice(0, 10);
}

/** Members of the JSON that a creation is answered with are shown otherwise. */
function onMembers(shown: (name: string, value: Json) => Json): Deviation['wrap'] {
  return onCreated((response) =>
    withJson(response, (deal) =>
      // The mock's own deal is a JSON object.
      Object.fromEntries(Object.entries(deal as JsonObject).map(([name, value]) => [name, shown(name, value)])),
    ),
  );
}
