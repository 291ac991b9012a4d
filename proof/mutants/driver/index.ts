import { creationSteps } from './creations.ts';
import { deletionSteps } from './deletions.ts';
import { missingSteps } from './missing.ts';
import { operationSections } from './operations.ts';
import { otherSteps } from './others.ts';
import { QUERIES } from './queries.ts';
import { otherMethods, readings } from './readings.ts';
import { sessionSteps } from './session.ts';
import { DEALS, get, HTML, type Step, send, step, XML } from './steps.ts';
import { storedSteps } from './stored.ts';
import { unknownSteps } from './unknown.ts';

const READ = [
  '/users',
  '/users?name=Grace%20Hopper',
  '/users?name=Alan%20Turing',
  '/users?name=nobody',
  '/users/1',
  '/users/3',
  '/users/1/ssh-keys/0',
  '/users/2/address/1',
  `${DEALS}/`,
  `${DEALS}/3`,
  `${DEALS}?name=Steel%20delivery`,
  '/query/users/Grace%20Hopper',
];

// What a section reads has to be there first.
const MADE: readonly Step[] = [
  send('POST', `${DEALS}/1/holds`, { reason: 'first' }),
  send('POST', `${DEALS}/1/holds`, { reason: 'second' }),
  send('PUT', `${DEALS}/1/commands/hold-%C3%A9-Aa`, { action: 'HoldDeal', params: { reason: 'third' } }),
  send('PUT', '/commands/hold-%C3%A9-Aa', { deal: '1', action: 'HoldDeal', params: { reason: 'fourth' } }),
];

const READ_BELOW = [
  `${DEALS}/1/holds`,
  `${DEALS}/1/holds/1`,
  `${DEALS}/1/commands/hold-%C3%A9-Aa`,
  '/commands/hold-%C3%A9-Aa',
];

/**
 * Requests of every kind: each route, method, representation, selector, condition and class of error. Each section begins
 * with a new server, so that a fault is looked for only where its place is asked for.
 */
export const SECTIONS: readonly (readonly Step[])[] = [
  sessionSteps(),
  ...READ.map((path) => [...readings(path), ...otherMethods(path)]),
  [
    ...QUERIES.map((query) => get(`/users?${query}`)),
    ...QUERIES.slice(0, 8).flatMap((query) => [get(`/users?${query}`, XML), get(`/users?${query}`, HTML)]),
    ...['/users', '/users/1', '/users/1/ssh-keys/0', '/users/1/address/0', '/users?name=nobody'].map((path) =>
      step('DELETE', path),
    ),
  ],
  unknownSteps(),
  [...creationSteps(), ...deletionSteps()],
  storedSteps(),
  missingSteps(),
  ...operationSections(),
  ...READ_BELOW.map((path) => [...MADE, ...readings(path), ...otherMethods(path)]),
  [...MADE, ...otherSteps(), ...READ.map((path) => get(path))],
];
