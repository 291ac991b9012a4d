import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged } from './judged.ts';

/** Views of a deal that do not follow commands of every name (document 4.3). */
const RULE = 'negotiate/equivalent';
const SUBJECT = 'deals';

const COMMANDS: NonNullable<TargetFile['commands']> = [
  { name: 'HoldDeal', address: '/command/HoldDeal/', payload: { id: '{deal}', reason: 'papers' } },
  { name: 'UnholdDeal', address: '/command/UnholdDeal/', payload: { id: '{deal}' } },
  { name: 'ChangePrice', address: '/command/ChangePrice/', payload: { id: '{deal}', newPrice: 80, reason: 'agreed' } },
  { name: 'CancelDeal', address: '/command/CancelDeal/', payload: { id: '{deal}', amercement: 7, reason: 'agreed' } },
];

/** A server that leaves an element out of the XML of a deal that had this command last. */
function without(element: string, command: string): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const last = new Map<string, string>();
    return async (request) => {
      const { pathname } = new URL(request.url);
      const body = await request.clone().text();
      const response = await fetch(request);
      const [, name] = /^\/command\/(\w+)\/$/u.exec(pathname) ?? [];
      const [, named] = /"id":"?(\d+)/u.exec(body) ?? [];
      const [, id = named ?? ''] = /\/deals\/(\d+)/u.exec(pathname) ?? [];
      if (response.ok && request.method !== 'GET') last.set(id, name ?? 'an operation');
      const isXml = response.headers.get('content-type')?.includes('xml') === true;
      if (request.method !== 'GET' || !isXml || last.get(id) !== command) return response;
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      const text = (await response.text()).replace(new RegExp(`<${element}>[^<]*</${element}>`, 'u'), '');
      return new Response(text, { status: response.status, headers });
    };
  };
}

const WRONG: readonly [element: string, command: string][] = [
  ['price', 'ChangePrice'],
  ['name', 'UnholdDeal'],
  ['amercement', 'CancelDeal'],
];

test.each(WRONG)('found: XML without the %s after %s', async (element, command) => {
  const file = { commands: COMMANDS };
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap: without(element, command), file });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
});

const isCommand = ({ path }: { readonly path: string }): boolean => path.startsWith('/command/');

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['the plain mock', (fetch) => fetch],
  ['commands that are refused', before(async (look, next) => (isCommand(look) ? json(409, {}) : next()))],
  [
    'commands that are carried out later, or not at all',
    before(async (look, next) => (isCommand(look) ? new Response(null, { status: 202 }) : next())),
  ],
];

test.each(inGate(LEGAL, 3))('legal: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap, file: { commands: COMMANDS } });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'pass' });
});
