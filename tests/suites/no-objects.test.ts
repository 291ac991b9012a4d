import { expect, test } from 'vitest';
import { before, isJson, json, judged, type Look, type Server } from './judged.ts';

/** Bodies that are JSON and no object, and such as only some parsers read, to creations, operations and commands (document 4.1, 4.3, 7). */
interface Case {
  readonly title: string;
  readonly rule: string;
  readonly wrap: NonNullable<Server['wrap']>;
}

const options = { operationForms: ['A'], representations: ['json'], commandQuery: true } as const;
const CREATION = 'create/invalid deals';
const COMMAND = 'command/malformed command:HoldDeal';
const OPERATION = 'operation/malformed HoldDeal/A';

const isCreation = ({ method, path }: Look): boolean => method === 'POST' && path.endsWith('/deals/');
const isCommand = ({ path }: Look): boolean => path.startsWith('/command/');
const parsed = (body: string): unknown => (isJson(body) ? JSON.parse(body) : undefined);

/** A reader for whom these are what it wants. */
const lenient = (isMeant: (look: Look) => boolean, read: (body: string) => string): NonNullable<Server['wrap']> =>
  before((look, next) => {
    const body = isMeant(look) ? read(look.body) : look.body;
    return body === look.body ? next() : next({ body });
  });

const again = (body: string): string => {
  const value = parsed(body);
  return typeof value === 'string' ? value : body;
};

/** With texts in single quotes, and the words that JavaScript has for numbers. */
const asScript = (body: string): string =>
  isJson(body) ? body : body.replaceAll("'", '"').replaceAll(/NaN|-?Infinity/gu, 'null');

const WRONG: readonly Case[] = [
  { title: 'a creation is read once more where it is a text', rule: CREATION, wrap: lenient(isCreation, again) },
  {
    title: 'a creation that is a number breaks the service',
    rule: CREATION,
    wrap: before((look, next) =>
      isCreation(look) && typeof parsed(look.body) === 'number' ? Promise.resolve(json(500, 'no members')) : next(),
    ),
  },
  {
    title: 'a command that is null breaks the service',
    rule: COMMAND,
    wrap: before((look, next) =>
      isCommand(look) && parsed(look.body) === null ? Promise.resolve(json(500, 'no members')) : next(),
    ),
  },
  {
    title: 'an object in place of a reason is taken',
    rule: COMMAND,
    wrap: lenient(isCommand, (body) => body.replace('{"not":"a scalar"}', '"any"')),
  },
  {
    title: 'an operation with a comment, NaN or Infinity breaks the service',
    rule: OPERATION,
    wrap: before(({ method, body }, next) =>
      method === 'PUT' && /NaN|Infinity|\/\*/u.test(body) ? Promise.resolve(json(500, 'no JSON')) : next(),
    ),
  },
  {
    title: 'an operation with a comment is carried out, and answered as malformed',
    rule: OPERATION,
    wrap: before(async ({ method, body }, next) => {
      if (method === 'PUT' && body.startsWith('/*')) await next({ body: body.replace(/^\/\*.*?\*\//u, '') });
      return next();
    }),
  },
];

test.each(WRONG)('it is found where $title', async ({ rule, wrap }) => {
  const [id = ''] = rule.split(' ');
  const { ended } = await judged([id], { wrap, options });
  expect(ended('fail')).toContain(rule);
});

test('a parser that takes more than JSON fails create/extended-json alone', { tags: ['night'] }, async () => {
  const wrap = lenient(({ method }) => method !== 'GET', asScript);
  const rules = ['create/invalid', 'operation/malformed', 'command/malformed', 'create/extended-json'];
  const { ended } = await judged(rules, { wrap, options });
  expect(ended('fail')).toEqual(['create/extended-json deals']);
});
