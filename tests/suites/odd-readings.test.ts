import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'status/no-server-error';

/** Answers such readings in another way. */
const where =
  (isOdd: (request: Request) => boolean, status: number): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) =>
    isOdd(request) ? Response.json({}, { status }) : fetch(request);

const format = ({ url }: Request): string => new URL(url).searchParams.get('format') ?? '';
const field =
  (name: string, value: RegExp) =>
  ({ headers }: Request): boolean =>
    value.test(headers.get(name) ?? '');
const suffix =
  (text: RegExp) =>
  ({ url }: Request): boolean =>
    text.test(new URL(url).pathname);

type Odd = (request: Request) => boolean;

const ODD: readonly [what: string, isOdd: Odd][] = [
  ['a format that it does not know', (request) => format(request) === 'csv'],
  ['a format that objects inherit', (request) => format(request) === 'constructor'],
  ['a format in capitals', (request) => format(request) === 'XML'],
  ['a list of formats', ({ url }) => url.includes('format[]') || url.includes('format%5B%5D')],
  ['an unknown suffix of a record', suffix(/\/users\/[^/]+\.assayer$/u)],
  ['a suffix of a collection', suffix(/\/[a-z]+\.pdf$/u)],
  ['a private language', field('accept-language', /x-klingon/u)],
  ['a charset that it does not write', field('accept-charset', /utf-16/u)],
  ['TE', field('te', /trailers/u)],
  ['Prefer', field('prefer', /minimal/u)],
  ['Upgrade-Insecure-Requests', field('upgrade-insecure-requests', /1/u)],
  ['From', field('from', /@/u)],
  ['a Referer without a host', field('referer', /^\/partial/u)],
];

test.each(inGate(ODD))('found: a server that breaks at %s', async (_, isOdd) => {
  const { of } = await judged([RULE], { wrap: where(isOdd, 500), runs: 1 });
  expect(of(RULE, 'target')).toMatchObject({ outcome: 'fail' });
});

test.each(
  inGate([
    [400, 'Bad Request'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [406, 'Not Acceptable'],
    [501, 'Not Implemented'],
  ]),
)('legal: a server that answers each of them %i %s', async (status) => {
  const { of } = await judged([RULE], { wrap: where((request) => ODD.some(([, isOdd]) => isOdd(request)), status) });
  expect(of(RULE, 'target')).toMatchObject({ outcome: 'pass' });
});
