import { CLAIM_VALUES } from '../../core/claims.ts';
import type { JsonObject } from '../../fixtures/json.ts';
import type { Mock, MockOptions } from '../index.ts';
import { COMPONENTS, ID_KINDS, LOCATIONS } from '../options.ts';
import { refuse } from '../service/problems.ts';
import { bodyOf, type ControlRoute, json } from './route.ts';

const listOf = (values: readonly string[]): JsonObject => ({
  type: 'array',
  uniqueItems: true,
  items: { enum: values },
  description: `a list of ${values.join(', ')}`,
});
const oneOf = (values: readonly (string | number)[]): JsonObject => ({
  enum: values,
  description: `one of ${values.join(', ')}`,
});
const yesOrNo: JsonObject = { type: 'boolean', description: 'true or false' };

/** What can be switched while the mock runs: the document's open choices, and which parts are down. */
export const switchesSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    operationForms: listOf(CLAIM_VALUES.operationForms),
    emptyQuery: oneOf(CLAIM_VALUES.emptyQuery),
    deleted: oneOf(CLAIM_VALUES.deleted),
    commandQuery: yesOrNo,
    representations: { ...listOf(CLAIM_VALUES.representations), minItems: 1 },
    selectors: listOf(CLAIM_VALUES.selectors),
    create: oneOf(CLAIM_VALUES.create),
    session: oneOf(CLAIM_VALUES.session),
    validators: yesOrNo,
    indexBase: oneOf(CLAIM_VALUES.indexBase),
    location: oneOf(LOCATIONS),
    ids: oneOf(ID_KINDS),
    requireTransitions: yesOrNo,
    explain: yesOrNo,
    unavailable: listOf(COMPONENTS),
  },
};

const clockSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    stopAt: { type: 'string', format: 'date-time', description: 'a date and time of RFC 3339' },
    moveMs: { type: 'number', description: 'a number of milliseconds' },
    go: { const: true, description: 'true' },
  },
};

/** Switches for claims, parts that are down, and the clock. They are one for all tenants. */
export const switchRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/switches',
    title: 'Tells the claims that are served, and which parts are down.',
    answers: { 200: 'the switches' },
    handle: ({ mock }) => json(switches(mock)),
  },
  {
    method: 'PATCH',
    path: '/switches',
    title: 'Changes claims, or which parts are down (503); the state stays.',
    body: switchesSchema,
    answers: { 200: 'the switches as they are now' },
    async handle(call) {
      // The schema has said that these are options and that their values are right.
      const change = (await bodyOf(call, switchesSchema)) as MockOptions;
      call.mock.configure(change);
      return json(switches(call.mock));
    },
  },
  {
    method: 'GET',
    path: '/clock',
    title: 'Tells the time that the mock goes by.',
    answers: { 200: '{ now, stopped }' },
    handle: ({ mock }) => json(time(mock)),
  },
  {
    method: 'POST',
    path: '/clock',
    title: 'Stops the clock at a time, moves it, or lets it go with the machine’s again.',
    body: clockSchema,
    answers: { 200: '{ now, stopped }' },
    async handle(call) {
      const { stopAt, moveMs, go } = await bodyOf(call, clockSchema);
      const { clock } = call.mock;
      if (go === true) clock.go();
      if (typeof stopAt === 'string') clock.stop(Date.parse(stopAt));
      if (typeof moveMs === 'number') clock.move(moveMs);
      if (!Number.isFinite(clock.now())) return refuse(400, 'that is no time');
      return json(time(call.mock));
    },
  },
];

function switches({ options }: Mock): object {
  const names = Object.keys(switchesSchema['properties'] as JsonObject) as (keyof MockOptions)[]; // written above, as options are called
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

function time({ clock }: Mock): object {
  return { now: new Date(clock.now()).toISOString(), stopped: clock.stopped };
}
