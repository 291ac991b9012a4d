import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { answered, judged, type Server } from './judged.ts';

/** What only reads makes nothing, and starts nothing. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
}

type Wrap = NonNullable<Server['wrap']>;

/** Answers another status than 200 to such readings. */
function reading(status: number, isMeant: (request: Request) => boolean): Wrap {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    return response.status === 200 && isMeant(request) ? answered(response, status) : response;
  };
}

const isFor = ({ headers }: Request, type: string): boolean => headers.get('accept')?.startsWith(type) === true;
const isUser = ({ method, url }: Request): boolean => method === 'GET' && /\/users\/[^/?]+$/u.test(url);
const isHead = ({ method, url }: Request): boolean => method === 'HEAD' && url.endsWith('/users');

const WRONG: readonly Case[] = [
  {
    title: 'answers 201 to a reading of a user as XML',
    rule: 'status/201-address',
    wrap: reading(201, (request) => isUser(request) && isFor(request, 'application/xml')),
  },
  { title: 'answers 201 to HEAD', rule: 'status/201-address', wrap: reading(201, isHead) },
  {
    title: 'answers 202 to a reading of a user as XML',
    rule: 'status/steady',
    wrap: reading(202, (request) => isUser(request) && isFor(request, 'application/xml')),
  },
  { title: 'answers 202 to HEAD', rule: 'status/steady', wrap: reading(202, isHead) },
  {
    title: 'answers 204 to a reading of a user as XML',
    rule: 'status/steady',
    wrap: reading(204, (request) => isUser(request) && isFor(request, 'application/xml')),
  },
  {
    title: 'answers 203 to a reading of a command document as XML',
    rule: 'status/steady',
    options: { operationForms: ['F'] },
    wrap: reading(203, (request) => /\/commands\//u.test(request.url) && isFor(request, 'application/xml')),
  },
  {
    title: 'answers 204 to HEAD of a hold',
    rule: 'status/steady',
    options: { operationForms: ['E'] },
    wrap: reading(204, ({ method, url }) => method === 'HEAD' && /\/holds\/\d+$/u.test(url)),
  },
];

/** Puts off what is read for a moment after a write that it accepted alone. */
const accepting: Wrap = (fetch) => {
  const pending = new Set<string>();
  return async (request) => {
    const response = await fetch(request);
    const deal = /\/deals\/[^/]+/u.exec(request.url)?.[0] ?? '';
    if (request.method === 'PUT' && response.ok) {
      pending.add(deal);
      return answered(response, 202);
    }
    return request.method === 'GET' && response.ok && pending.delete(deal) ? answered(response, 202) : response;
  };
};

const LEGAL: readonly Case[] = [
  {
    title: 'gives users in JSON alone',
    rule: 'status/steady',
    wrap: reading(406, (request) => isUser(request) && isFor(request, 'application/xml')),
  },
  {
    title: 'answers 204 where a query finds nothing',
    rule: 'status/steady',
    options: { emptyQuery: 204 },
  },
  {
    title: 'accepts operations, and is busy with them for a moment',
    rule: 'status/steady',
    options: { operationForms: ['A'] },
    wrap: accepting,
  },
];

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', { tags: ['night'] }, async ({ rule, ...server }) => {
    const drivers = ['read/head#users', 'negotiate/accept#users:json', 'read/made', 'read/every#users'];
    expect((await judged([rule, ...drivers], server)).of(rule, 'target')).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL, 3))('$title does not fail it', { tags: ['night'] }, async ({ rule, ...server }) => {
    const drivers = ['operation/effect', 'negotiate/accept#users:json', 'read/every#users'];
    expect((await judged([rule, ...drivers], server)).of(rule, 'target').outcome).not.toBe('fail');
  });
});
