import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { isJson, json, judged, type Server } from './judged.ts';

/** Bodies and types that an operation which is not the first one refuses. */
interface Case extends Omit<Server, 'wrap'> {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
  readonly wrap: (fetch: Fetch) => Fetch;
}

type AsJson = (body: string) => Promise<Response>;

/** A server that looks at an operation before the mock does; `asJson` has the mock carry it out with this body. */
const meeting =
  (take: (request: Request, body: string, asJson: AsJson) => Promise<Response | undefined>) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    if (request.method === 'GET' || !/\/(?:deals\/\d+|commands\/)/u.test(request.url)) return fetch(request);
    const { url, method } = request;
    const headers = { 'content-type': 'application/json' };
    const asJson: AsJson = async (body) => fetch(new Request(url, { method, headers, body }));
    return (await take(request, await request.clone().text(), asJson)) ?? fetch(request);
  };

const commanding =
  (take: (body: string) => Promise<Response | undefined>) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const isCommand = request.method === 'POST' && new URL(request.url).pathname.startsWith('/command/');
    return (isCommand ? await take(await request.clone().text()) : undefined) ?? fetch(request);
  };

const isText = (request: Request): boolean => request.headers.get('content-type') === 'text/plain';
const answering = (is: (request: Request) => boolean, answer: () => Response): Case['wrap'] =>
  meeting(async (request) => (is(request) ? answer() : undefined));
const isBare = (body: string): boolean => isJson(body) && !body.startsWith('{');
const done = (): Response => new Response(null, { status: 204 });

const MALFORMED = 'operation/malformed';
const inForm = (form: 'A' | 'B' | 'D' | 'E' | 'G'): Pick<Server, 'options'> => ({
  options: { operationForms: [form] },
});

const COMMAND = 'command/malformed';
const commandWith = (value: RegExp, answer: () => Response): Case['wrap'] =>
  commanding(async (body) => (value.test(body) ? answer() : undefined));

const WRONG: readonly Case[] = [
  {
    title: 'takes null for a reason in a command',
    rule: COMMAND,
    subject: 'command:HoldDeal',
    wrap: commandWith(/"reason":null/u, () => new Response(null)),
  },
  {
    title: 'takes a text for a command',
    rule: COMMAND,
    subject: 'command:HoldDeal',
    wrap: commandWith(/^"\{/u, () => new Response(null)),
  },
  {
    title: 'takes null for the reason of a deal that is put on hold in form D',
    rule: 'operation/missing-parameter',
    subject: 'HoldDeal/D',
    ...inForm('D'),
    wrap: meeting(async (_, body) => (/"held":true,"holdReason":null/u.test(body) ? done() : undefined)),
  },
  {
    title: 'takes true for the body of a hold',
    rule: 'operation/missing-parameter',
    subject: 'HoldDeal/E',
    ...inForm('E'),
    wrap: meeting(async (_, body) => (body === 'true' ? done() : undefined)),
  },
  {
    title: 'takes a list or a text for the body of a new price',
    rule: 'operation/missing-parameter',
    subject: 'ChangePrice/A',
    ...inForm('A'),
    wrap: meeting(async (_, body) => (isBare(body) ? done() : undefined)),
  },
  {
    title: 'finds no deal where it is told of a new price as text',
    rule: MALFORMED,
    subject: 'ChangePrice/A',
    ...inForm('A'),
    wrap: answering(isText, () => json(404, {})),
  },
  {
    title: 'says that a new price as text is taken, and drops it',
    rule: MALFORMED,
    subject: 'ChangePrice/A',
    ...inForm('A'),
    wrap: answering(isText, done),
  },
  {
    title: 'refuses the end of a deal as text, and carries it out',
    rule: MALFORMED,
    subject: 'CompleteDeal/B',
    ...inForm('B'),
    wrap: meeting(async (request, body, asJson) => {
      if (!isText(request)) return undefined;
      await asJson(body);
      return json(415, {});
    }),
  },
  {
    title: 'finds no deal where it has no such representation of a change',
    rule: MALFORMED,
    subject: 'ChangePrice/E',
    ...inForm('E'),
    wrap: answering(
      ({ headers }) => headers.get('accept')?.includes('none') === true,
      () => json(404, {}),
    ),
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'takes a command without a reason',
    rule: COMMAND,
    subject: 'command:HoldDeal',
    wrap: commandWith(/^\{(?!.*"reason").*\}$/u, () => new Response(null)),
  },
  {
    title: 'finds no deal in a command that is a text',
    rule: COMMAND,
    subject: 'command:HoldDeal',
    wrap: commandWith(/^"\{/u, () => json(404, {})),
  },
  {
    title: 'clears a date that is null in form D',
    rule: 'operation/missing-parameter',
    subject: 'ChangeCompletionDate/D',
    ...inForm('D'),
    wrap: meeting(async (_, body) => (body.includes('"completionDate":null') ? done() : undefined)),
  },
  {
    title: 'forbids texts',
    rule: MALFORMED,
    subject: 'ChangePrice/A',
    ...inForm('A'),
    wrap: answering(isText, () => json(403, {})),
  },
  {
    title: 'takes texts for JSON',
    rule: MALFORMED,
    subject: 'ChangePrice/A',
    ...inForm('A'),
    wrap: meeting(async (request, body, asJson) => (isText(request) ? asJson(body) : undefined)),
  },
  {
    title: 'takes texts to carry out later',
    rule: MALFORMED,
    subject: 'ChangePrice/A',
    ...inForm('A'),
    wrap: answering(isText, () => json(202, {})),
  },
  {
    title: 'finds no attributes of a deal in a text',
    rule: MALFORMED,
    subject: 'ChangePrice/D',
    ...inForm('D'),
    wrap: answering(isText, done),
  },
  {
    title: 'finds no deal in a global command that is a text',
    rule: MALFORMED,
    subject: 'ChangePrice/G',
    ...inForm('G'),
    wrap: answering(isText, () => json(404, {})),
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });
});
