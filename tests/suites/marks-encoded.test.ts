import { expect, test } from 'vitest';
import type { Form } from '../../core/claims.ts';
import type { MockOptions } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, judged, type Server } from './judged.ts';

/** Marks of an id in percent-encoding, in small and in capital hexadecimal digits (RFC 3986 6.2.2.1, 6.2.2.2). */
type Wrap = NonNullable<Server['wrap']>;

/** Looks segments up with these octets as they come. */
const undecoded = (octet: RegExp, methods: readonly string[], place: RegExp): Wrap =>
  before(({ method, path }, next) =>
    methods.includes(method) && place.test(path) && octet.test(path)
      ? next({ path: path.replace(octet, (triplet) => triplet.replace('%', '%25')) })
      : next(),
  );

const SMALL = /%2d/gu;
const CAPITAL = /%2D/gu;
const USERS = [
  {
    id: 'zoe-q-x',
    name: 'Zoë',
    sshKeys: [{ type: 'ssh-ed25519', key: 'AAAAC3NzaC1lZDI1NTE5AAAAIzoe', comment: 'zoe@laptop' }],
    addresses: [{ street: '12 St James’s Square', city: 'London', country: 'GB' }],
  },
  { id: 'max-q-x', name: 'Max', sshKeys: [], addresses: [] },
];
const optionsOf = (form: Form): MockOptions => ({
  ids: 'uuid',
  seed: { users: USERS },
  operationForms: [form],
  representations: ['json'],
});
const WRITTEN = 'address/equivalent deals';
const DEAL = /\/deals\/[^/]+$/u;
const VERB = /\/deals\/[^/]+\/[^/]+$/u;
const COMMAND = /\/commands\/[^/]+$/u;

const WRONG: readonly (readonly [string, string, Form, Wrap])[] = [
  ['a small one in a deletion', WRITTEN, 'A', undecoded(SMALL, ['DELETE'], DEAL)],
  ['a capital one in a deletion', WRITTEN, 'A', undecoded(CAPITAL, ['DELETE'], DEAL)],
  ['a small one in form A', WRITTEN, 'A', undecoded(SMALL, ['PUT'], VERB)],
  ['a small one in form B', WRITTEN, 'B', undecoded(SMALL, ['PUT'], VERB)],
  ['a small one in form D', WRITTEN, 'D', undecoded(SMALL, ['PUT'], DEAL)],
  ['a small one in form E', WRITTEN, 'E', undecoded(SMALL, ['POST'], VERB)],
  ['a small one in a command of form F', WRITTEN, 'F', undecoded(SMALL, ['PUT'], COMMAND)],
  ['a small one in a command of form G', WRITTEN, 'G', undecoded(SMALL, ['PUT'], COMMAND)],
  ['a capital one in a command of form G', WRITTEN, 'G', undecoded(CAPITAL, ['PUT'], COMMAND)],
  ['a small one where a new deal is read', 'read/made deals', 'A', undecoded(SMALL, ['GET'], DEAL)],
  ['a small one where a command is read', 'read/made deals', 'G', undecoded(SMALL, ['GET'], COMMAND)],
  ['a small one where a user is read', 'status/steady target', 'A', undecoded(SMALL, ['GET'], /^\/users\/[^/]+$/u)],
  ['a small one of an owner', 'status/steady target', 'A', undecoded(SMALL, ['GET'], /^\/users\/[^/]+\/./u)],
];

test.each(inGate(WRONG, 5))('found: %s', async (_, expected, form, wrap) => {
  const { ended, results } = await judged([expected.split(' ')[0] ?? ''], { wrap, options: optionsOf(form) });
  expect(ended('fail'), JSON.stringify(results.map(({ rule, outcome, reason }) => [rule, outcome, reason]))).toContain(
    expected,
  );
});

test('not failed: each octet decoded, and a redirection of reads to the usual spelling', {
  tags: ['night'],
}, async () => {
  const rules = ['address/equivalent', 'read/made', 'status/steady'];
  const wrap: Wrap = before(({ method, path }, next) => {
    const usual = path.replace(/%2d/giu, '-');
    if (method !== 'GET' || usual === path) return next();
    return Promise.resolve(new Response(null, { status: 308, headers: { location: usual } }));
  });
  for (const server of [{}, { wrap }]) {
    const { ended } = await judged(rules, { ...server, options: optionsOf('G') });
    expect(ended('fail')).toEqual([]);
  }
});
