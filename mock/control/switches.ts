import type { JsonObject } from '../../fixtures/json.ts';
import type { Mock } from '../interface.ts';
import type { MockOptions } from '../options.ts';
import { refuse } from '../service/problems.ts';
import { type Clock, type ClockSetting, createClock } from '../state/clock.ts';
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
      const { clock } = call.mock;
      // Tried on another clock first: what is refused changes nothing.
      const tried = clockAfter(clock.setting, await bodyOf(call, 'clock'));
      const at = tried.now();
      // Also what is no number. Dates of HTTP have years of four digits (RFC 9110 5.6.7).
      if (!(at >= FIRST && at <= LAST))
        return refuse(400, 'the clock would show no time that HTTP can tell; keep to the years 1 to 9999');
      clock.set(tried.setting);
      return json(time(call.mock));
    },
  },
];

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59Z');

/** A clock of this setting, after what a body that keeps the schema asks of it. */
function clockAfter(before: ClockSetting, { stopAt, moveMs, go }: JsonObject): Clock {
  const clock = createClock();
  clock.set(before);
  if (go === true) clock.go();
  if (typeof stopAt === 'string') clock.stop(Date.parse(stopAt));
  if (typeof moveMs === 'number') clock.move(moveMs);
  return clock;
}

function switches({ options }: Mock): object {
  const names = Object.keys(switchesSchema['properties'] as JsonObject) as (keyof MockOptions)[]; // the schema's, as options are called
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

function time({ clock }: Mock): object {
  return { now: new Date(clock.now()).toISOString(), stopped: clock.stopped };
}
