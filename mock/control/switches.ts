import type { JsonObject } from '../../fixtures/json.ts';
import type { Mock, MockOptions } from '../index.ts';
import { refuse } from '../service/problems.ts';
import { clockSchema, switchesSchema } from './body-schemas.ts';
import { bodyOf, type ControlRoute, json } from './route.ts';

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
      const change = (await bodyOf(call, 'switches')) as MockOptions;
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
      const { stopAt, moveMs, go } = await bodyOf(call, 'clock');
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
  const names = Object.keys(switchesSchema['properties'] as JsonObject) as (keyof MockOptions)[]; // the schema's, as options are called
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

function time({ clock }: Mock): object {
  return { now: new Date(clock.now()).toISOString(), stopped: clock.stopped };
}
