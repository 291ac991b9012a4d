import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged, type Server } from './judged.ts';

/** What is sent under a condition that nothing meets is refused or carried out. */
interface Case extends Omit<Server, 'wrap'> {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
  readonly wrap: (fetch: Fetch) => Fetch;
}

type Form = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G';
type Answering = (request: Request, carryOut: () => Promise<Response>) => Promise<Response> | Response;

const isWrite = ({ method }: Request): boolean => method === 'PUT' || method === 'POST';

/** Answers so to what is sent under If-Match. `carryOut` asks the mock without it. */
const unmatched =
  (answer: Answering): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    if (!isWrite(request) || !request.headers.has('if-match')) return fetch(request);
    const headers = new Headers(request.headers);
    headers.delete('if-match');
    const plain = new Request(request.url, { method: request.method, headers, body: await request.clone().text() });
    return answer(request, () => fetch(plain));
  };

const bare = (status: number): Response => new Response(null, { status });
const claiming = (status: number): ((fetch: Fetch) => Fetch) => unmatched(() => bare(status));

const of = (operation: string, form: Form): Pick<Case, 'rule' | 'subject' | 'options'> => ({
  rule: 'operation/malformed',
  subject: `${operation}/${form}`,
  options: { operationForms: [form] },
});
const COMMAND = { rule: 'command/malformed', subject: 'command:HoldDeal' };

const WRONG: readonly Case[] = [
  { title: 'answers 204 to a hold under If-Match, and holds nothing', ...of('HoldDeal', 'A'), wrap: claiming(204) },
  { title: 'answers 204 to another price so, and changes none', ...of('ChangePrice', 'B'), wrap: claiming(204) },
  {
    title: 'answers 200 to another date so, and changes none',
    ...of('ChangeCompletionDate', 'C'),
    wrap: unmatched(() => json(200, {})),
  },
  { title: 'answers 204 to the attributes of a hold so, and keeps none', ...of('HoldDeal', 'D'), wrap: claiming(204) },
  {
    title: 'answers 201 to a new hold so, and makes none',
    ...of('HoldDeal', 'E'),
    wrap: unmatched(({ url }) => json(201, {}, { location: `${url}/1` })),
  },
  { title: 'answers 201 to a command document so, and does nothing', ...of('UnholdDeal', 'F'), wrap: claiming(201) },
  { title: 'answers 204 to a global command so, and does nothing', ...of('CancelDeal', 'G'), wrap: claiming(204) },
  { title: 'answers 200 to a command so, and does nothing', ...COMMAND, wrap: claiming(200) },
];

const LEGAL: readonly Case[] = [
  { title: 'reads no If-Match', ...of('HoldDeal', 'A'), wrap: unmatched((_, carryOut) => carryOut()) },
  {
    title: 'reads no If-Match of a command document',
    ...of('HoldDeal', 'F'),
    wrap: unmatched((_, carryOut) => carryOut()),
  },
  { title: 'reads no If-Match of a command', ...COMMAND, wrap: unmatched((_, carryOut) => carryOut()) },
  { title: 'accepts it for later', ...of('ChangePrice', 'C'), wrap: claiming(202) },
  { title: 'refuses it with 409', ...of('HoldDeal', 'E'), wrap: claiming(409) },
  { title: 'shows a little later what it did', ...of('HoldDeal', 'G'), wrap: later(204) },
  { title: 'shows a little later what a command did', ...COMMAND, wrap: later(200) },
];

function later(status: number): (fetch: Fetch) => Fetch {
  return unmatched((_, carryOut) => {
    void wait(300).then(carryOut);
    return bare(status);
  });
}

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });
});
