import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, isJson, judged, type Look, type Server } from './judged.ts';

/** What is refused for a name in other letters, or for an empty segment in its address, does nothing; who takes it is right too. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

type Wrap = NonNullable<Server['wrap']>;

const CREATION = { rule: 'create/refused', subject: 'deals' };
const COMMAND = { rule: 'command/unknown', subject: 'command:HoldDeal' };
const OPERATION = {
  rule: 'operation/missing-parameter',
  subject: 'ChangePrice/A',
  options: { operationForms: ['A'] },
} as const;

const PLAIN = ['name', 'price', 'newPrice', 'reason', 'HoldDeal', 'UnholdDeal'];
const plain = (name: string): string => PLAIN.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;

/** The request as who takes names without case and joins slashes reads it. */
function tolerant({ path, body }: Look): Pick<Look, 'path' | 'body'> {
  const joined = path.replaceAll(/\/+/gu, '/').split('/').map(plain).join('/');
  if (!isJson(body)) return { path: joined, body };
  return { path: joined, body: body.replaceAll(/"(\w+)":/gu, (_, name: string) => `"${plain(name)}":`) };
}

/** Reads what is meant by `of` tolerantly; answers what came of it, or does it and says that it was refused. */
const reading = (of: (look: Look) => boolean, refusal?: number): Wrap =>
  before(async (look, next) => {
    const other = tolerant(look);
    const isOther = other.path !== look.path || other.body !== look.body;
    if (look.method === 'GET' || !isOther || !of(look)) return next();
    const response = await next(other);
    return refusal === undefined || !response.ok ? response : Response.json({ status: refusal }, { status: refusal });
  });

const isCreation = ({ method, path }: Look): boolean => method === 'POST' && /\/deals\/*$/u.test(path);
const isCommand = ({ path }: Look): boolean => path.startsWith('/command/');
const isPrice = ({ path }: Look): boolean => path.endsWith('/change-price');

const WRONG: readonly Case[] = [
  {
    ...CREATION,
    title: 'makes a deal at an address with an empty segment, and answers 404',
    wrap: reading((look) => isCreation(look) && look.path.includes('//'), 404),
  },
  {
    ...CREATION,
    title: 'makes a deal of a price in other letters, and answers 400',
    wrap: reading((look) => isCreation(look) && !look.path.includes('//'), 400),
  },
  { ...COMMAND, title: 'carries out a command in other letters, and answers 404', wrap: reading(isCommand, 404) },
  {
    ...OPERATION,
    title: 'changes a price by parameters in other letters, and answers 400',
    wrap: reading(isPrice, 400),
  },
];

const LEGAL: readonly Case[] = [
  { ...CREATION, title: 'joins slashes, and takes names of members without case', wrap: reading(isCreation) },
  { ...COMMAND, title: 'takes commands without case', wrap: reading(isCommand) },
  { ...OPERATION, title: 'takes parameters without case', wrap: reading(isPrice) },
  { ...CREATION, title: 'refuses all of it', wrap: (fetch) => fetch },
];

describe('a server that', () => {
  it.each(inGate(WRONG, 2))('$title fails', { tags: ['night'] }, async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL, 2))('$title fails nothing', async ({ rule, subject, ...server }) => {
    const { ended, of } = await judged([`${rule}#${subject}`], server);
    expect(ended('fail')).toEqual([]);
    expect(of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });
});
