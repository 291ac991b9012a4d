import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, judged, type Server } from './judged.ts';

/** What resembles the id of a deal is another text, wherever a request that writes names it. */
interface Case extends Server {
  readonly title: string;
  readonly result: string;
  /** Whether the fault shows in another form than the one of the result as well. */
  readonly anyForm?: true;
}

/** Takes the id in the path of what these methods ask for as another one. */
const taking =
  (methods: readonly string[], look: (id: string) => string): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
    before(({ method, path }, next) => {
      const [, ahead = '', id = '', behind = ''] = /^(\/rest\/1\/deals\/)([^/]+)(.*)$/u.exec(path) ?? [];
      if (id === '' || !methods.includes(method)) return next();
      return next({ path: ahead + encodeURIComponent(look(decoded(id))) + behind });
    })(fetch);

/** Carries out what it refuses, on the deal whose id the path resembles. */
const onTheResembled: (fetch: Fetch) => Fetch = before(async ({ method, path }, next) => {
  const response = await next();
  const [, ahead = '', id = '', behind = ''] = /^(\/rest\/1\/deals\/)([^/]+)(\/.*)$/u.exec(path) ?? [];
  if (method === 'PUT' && response.status === 404 && id !== leading(decoded(id)))
    await next({ path: ahead + leading(decoded(id)) + behind });
  return response;
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Takes the deal in a body as another one. */
const takingInBody =
  (look: (id: string) => string): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
    before(({ method, body }, next) => {
      const isNamed = ['PUT', 'POST'].includes(method) && /"(?:deal|id)":/u.test(body);
      return isNamed
        ? next({
            body: body.replace(/"(deal|id)":"([^"]*)"/u, (_, name: string, id: string) => `"${name}":"${look(id)}"`),
          })
        : next();
    })(fetch);

const writing = ['PUT', 'POST'];
const cutAt =
  (sign: string): ((id: string) => string) =>
  (id) =>
    id.split(sign)[0] ?? id;
const leading = (id: string): string => /^\d+(?=\D)/u.exec(id)?.[0] ?? id;
const RULES = ['operation/unknown-deal', 'delete/unknown', 'command/unknown-deal'];
const only = (form: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G') => ({ operationForms: [form] });

const WRONG: readonly Case[] = [
  {
    title: 'takes blanks off the id in form A',
    wrap: taking(writing, (id) => id.trim()),
    options: only('A'),
    result: 'operation/unknown-deal HoldDeal/A',
  },
  {
    title: 'refuses form A and carries it out on the deal whose id resembles that',
    wrap: onTheResembled,
    options: only('A'),
    result: 'operation/unknown-deal HoldDeal/A',
  },
  {
    title: 'ends the id of form B at a semicolon',
    wrap: taking(writing, (id) => id.replace(/;.*/u, '')),
    options: only('B'),
    result: 'operation/unknown-deal HoldDeal/B',
  },
  {
    title: 'reads the first number of an id in form C',
    wrap: taking(writing, leading),
    options: only('C'),
    result: 'operation/unknown-deal HoldDeal/C',
  },
  {
    title: 'decodes the id twice in form E',
    wrap: taking(writing, decoded),
    options: only('E'),
    result: 'operation/unknown-deal HoldDeal/E',
  },
  {
    title: 'ends the id of form F at a comma',
    wrap: taking(writing, (id) => id.replace(/,.*/u, '')),
    options: only('F'),
    result: 'operation/unknown-deal HoldDeal/F',
  },
  {
    title: 'reads the first number of a deal in form G',
    wrap: takingInBody(leading),
    options: only('G'),
    result: 'operation/unknown-deal HoldDeal/G',
  },
  {
    title: 'reads the first number of the deal of a command',
    wrap: takingInBody(leading),
    result: 'command/unknown-deal command:HoldDeal',
  },
  {
    title: 'deletes by an id with blanks',
    wrap: taking(['DELETE'], (id) => id.trim()),
    result: 'delete/unknown deals',
  },
  {
    title: 'deletes by an id that is encoded twice',
    wrap: taking(['DELETE'], decoded),
    result: 'delete/unknown deals',
  },
  {
    title: 'deletes by the first of a list',
    wrap: taking(['DELETE'], (id) => id.replace(/,.*/u, '')),
    result: 'delete/unknown deals',
  },
  ...Object.entries({
    'cuts it at a number sign': cutAt('#'),
    'cuts it at a plus': cutAt('+'),
    'cuts it at an ampersand': cutAt('&'),
    'cuts it at a blank': cutAt(' '),
    'cuts it at a comment of SQL': cutAt('--'),
    'cuts it at a NUL': cutAt('\0'),
    'takes quotes off': (id: string) => id.replace(/'/gu, ''),
    'takes off what has no width': (id: string) => id.replace(/\u200b/gu, ''),
    'reads its last digits': (id: string) => id.replace(/^\D+(?=\d+$)/u, ''),
    'cuts it at a line break': cutAt('\n'),
    'cuts it at a question mark': cutAt('?'),
    'cuts it at a bar': cutAt('|'),
    'cuts it at a colon': cutAt(':'),
    'takes double quotes off': (id: string) => id.replace(/"/gu, ''),
    // Not in brackets: a reader of patterns takes `[12]` for 1 or 2, which may be others’.
    'reads the last of several': (id: string) => id.split(',').at(-1) ?? id,
    'reads its last line': (id: string) => id.split('\n').at(-1) ?? id,
  }).map(
    ([title, look]): Case => ({
      title: `deletes by an id, and ${title}`,
      wrap: taking(['DELETE'], look),
      result: 'delete/unknown deals',
    }),
  ),
  {
    title: 'ends the id of some form at a NUL',
    wrap: taking(writing, cutAt('\0')),
    result: 'operation/unknown-deal HoldDeal/A',
    options: { operationForms: ['A', 'B', 'C', 'D', 'E', 'F'] },
    anyForm: true,
  },
  {
    title: 'leaves out what has no width in the id of some form',
    wrap: taking(writing, (id) => id.replace(/\u200b/gu, '')),
    result: 'operation/unknown-deal HoldDeal/A',
    options: { operationForms: ['A', 'B', 'C', 'D', 'E', 'F'] },
    anyForm: true,
  },
  ...Object.entries({
    'takes line breaks off the id': (id: string) => id.replace(/^[\r\n]+|[\r\n]+$/gu, ''),
    'takes controls out of the id': (id: string) => id.replace(/\p{Cc}/gu, ''),
    'takes soft hyphens out of the id': (id: string) => id.replaceAll('\u00ad', ''),
  }).map(
    ([title, look]): Case => ({
      title: `${title} of an operation`,
      wrap: taking(writing, look),
      options: only('A'),
      result: 'operation/unknown-deal HoldDeal/A',
    }),
  ),
];

const LEGAL: readonly Case[] = [
  {
    title: 'leaves out of every id what is not seen',
    wrap: taking(['GET', 'PUT', 'POST', 'DELETE'], (id) => id.replace(/[\p{Cc}\p{Cf}]/gu, '')),
    options: only('A'),
    result: '',
  },
  { title: 'takes blanks off the texts of a body', wrap: takingInBody((id) => id.trim()), result: '' },
  {
    // That it is read is the matter of address/exact.
    title: 'takes blanks off every id',
    wrap: taking(['GET', 'PUT', 'POST', 'DELETE'], (id) => id.trim()),
    result: '',
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ result, anyForm, ...server }) => {
    // Alone: after the first success at an id that nothing has, no other operation is sent to one.
    const { ended } = await judged(anyForm ? RULES : [result.replace(' ', '#')], server);
    const [rule] = result.split(' ');
    expect(anyForm ? ended('fail').map((id) => id.split(' ')[0]) : ended('fail')).toContain(anyForm ? rule : result);
  });

  it.each(inGate(LEGAL))('$title fails nothing', { tags: ['night'] }, async ({ result: _, ...server }) => {
    expect((await judged(RULES, server)).ended('fail')).toEqual([]);
  });
});
