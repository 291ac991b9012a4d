import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fillPlaceholders } from '../../core/ids/placeholders.ts';
import { fillEffect } from '../../fixtures/operations.ts';
import { validateTarget } from '../../target-file/validate.ts';
import { assayer, temporaryFolder } from '../cli/assayer.ts';

function problems(value: unknown): Record<string, string> {
  const checked = validateTarget(value);
  if ('file' in checked) return {};
  return Object.fromEntries(checked.problems.map(({ path, reason }) => [path, reason]));
}

const posts = { name: 'posts', collection: '/posts', sample: { title: 'a {unique}' } };
const hold = {
  name: 'HoldDeal',
  parameters: { reason: 'papers', until: { sample: '2030-01-01' } },
  effect: { held: true, holdReason: '{reason}' },
  forms: { A: '/rest/{version}/deals/{id}/hold' },
};
const inPost = (members: object): object => ({ resources: [{ ...posts, ...members }] });
const inHold = (members: object): object => ({ operations: [{ ...hold, ...members }] });

describe('a word in braces that is filled in nowhere is refused with its place, the nearest and the known ones', () => {
  test.each<[string, object, string, string]>([
    ['a sample', inPost({ sample: { title: 'a {uniqe}' } }), 'resources[0].sample.title', '{uniqe}|{unique}|{unique}'],
    [
      'a sample, further in',
      inPost({ sample: { a: [{ 'b c': '{Unqiue}' }] } }),
      'resources[0].sample.a[0]."b c"',
      '{Unqiue}|{unique}|{unique}',
    ],
    [
      'an update',
      inPost({ update: { payload: { _id: '{idd}' } } }),
      'resources[0].update.payload._id',
      '{idd}|{id}|{id}, {unique}',
    ],
    [
      'an invalid payload',
      inPost({ invalid: { x: '{unikue}' } }),
      'resources[0].invalid.x',
      '{unikue}|{unique}|{unique}',
    ],
    [
      'a collection',
      inPost({ collection: '/{verison}/p' }),
      'resources[0].collection',
      '{verison}|{version}|{version}',
    ],
    [
      'an item without its placeholder',
      inPost({ item: '/posts/{idd}' }),
      'resources[0].item',
      '{idd}|{id}|{id}, {version}',
    ],
    [
      'an item with another one besides',
      inPost({ item: { address: '/{verson}/posts/{id}' } }),
      'resources[0].item.address',
      '{verson}|{version}|{id}, {version}',
    ],
    [
      'a query',
      inPost({ query: '/p?t={value}&v={vlaue}' }),
      'resources[0].query',
      '{vlaue}|{value}|{value}, {version}',
    ],
    [
      'nested records',
      inPost({ nested: ['/{versoin}/posts/{id}/notes/{index}'] }),
      'resources[0].nested[0]',
      '{versoin}|{version}|{id}, {index}, {version}',
    ],
    [
      'an effect',
      inHold({ effect: { holdReason: '{raeson}' } }),
      'operations[0].effect.holdReason',
      '{raeson}|{reason}|{reason}, {until}',
    ],
    [
      'attributes of form D',
      inHold({ forms: { D: { address: '/deals/{id}', payload: { attributes: { why: '{reasn}' } } } } }),
      'operations[0].forms.D.payload.attributes.why',
      '{reasn}|{reason}|{reason}, {until}',
    ],
    [
      'a parameter',
      inHold({ parameters: { reason: { sample: 'r {uniqeu}' } } }),
      'operations[0].parameters.reason.sample',
      '{uniqeu}|{unique}|{unique}',
    ],
    [
      'a form',
      inHold({ forms: { F: '/deals/{id}/commands/{commandId}/{comandId}' } }),
      'operations[0].forms.F',
      '{comandId}|{commandId}|{id}, {commandId}, {version}',
    ],
    [
      'a command',
      { commands: [{ name: 'Hold', payload: { id: '{dael}' } }] },
      'commands[0].payload.id',
      '{dael}|{deal}|{unique}, {deal}',
    ],
    [
      'what a query finds',
      { queries: [{ name: 'users', found: 'n {uniuqe}' }] },
      'queries[0].found',
      '{uniuqe}|{unique}|{unique}',
    ],
  ])('in %s', (_, file, path, told) => {
    const [wrong = '', near = '', known = ''] = told.split('|');
    const { [path]: reason = '', ...others } = problems(file);
    expect(others).toEqual({});
    expect(reason).toContain(`holds ${wrong}, which is no placeholder; did you mean ${near}? known here: ${known}`);
  });

  test('a word that is near to none', () => {
    expect(problems(inPost({ sample: { title: 'Dear {name}' } }))).toEqual({
      'resources[0].sample.title':
        'holds {name}, which is no placeholder; known here: {unique}. Braces that are no placeholder are written {{name}}',
    });
    expect(problems(inPost({ collection: '/{tenant}/posts' }))['resources[0].collection']).toMatch(
      /known here: \{version\}\. Braces that are no placeholder are written %7Btenant%7D$/u,
    );
  });

  test('a word that is filled in as a whole value alone', () => {
    const reason = 'has to be the whole value of a member. Braces that are no placeholder are written {{reason}}';
    expect(problems(inHold({ effect: { why: 'since {reason}' } }))['operations[0].effect.why']).toContain(reason);
    expect(problems(inHold({ effect: { hold: { why: '{reason}' } } }))['operations[0].effect.hold.why']).toContain(
      reason,
    );
  });

  test('header fields, in which nothing is filled in', () => {
    const told = { headers: { 'x-run': 'run {unique}' }, ...inPost({ headers: { 'X-Id': '{idd}' } }) };
    expect(problems(told)).toEqual({
      'headers."x-run"': 'holds {unique}, and no placeholder is filled in in header fields: write the value itself',
      'resources[0].headers."X-Id"':
        'holds {idd}, and no placeholder is filled in in header fields: write the value itself',
    });
  });
});

test.each<[string, object]>([
  ['JSON text', inPost({ sample: { title: '{"a":{"b":1}} {"uniqe":"x"}' } })],
  [
    'blanks, quotes, digits and nothing inside',
    inPost({ sample: { title: `{} { uniqe } {'x'} {a b} {12} {x1} {a-b}` } }),
  ],
  ['double braces', inPost({ sample: { title: '{{uniqe}} {{name}} {{{id}}}' } })],
  ['schemas', inPost({ schema: { type: 'object', properties: { title: { description: 'of {n}' } } } })],
  ['credentials', { session: { cookie: 'a={uniqe}', headers: { 'x-key': '{uniqe}' } } }],
  ['header fields that look like no placeholder', { headers: { 'x-filter': '{tenant}', 'x-json': '{"id":1}' } }],
  [
    'the member of a command of the same name in an effect',
    {
      ...inHold({ parameters: {}, effect: { holdReason: '{why}' } }),
      commands: [{ name: 'HoldDeal', payload: { deal: '{deal}', why: 'x' } }],
    },
  ],
  ['what a query finds, which is sent as it is', { queries: [{ name: 'users', found: '{name}' }] }],
])('%s may stand in braces', (_, file) => {
  expect(problems(file)).toEqual({});
});

test('double braces are sent as single ones, also around what is filled in as a whole', () => {
  const payload = { deal: '{deal}', text: '{{deal}} {unique} {{unique}} {{name}}' };
  expect(fillPlaceholders(payload, { deal: 7 }, { unique: 'u' })).toEqual({
    deal: 7,
    text: '{deal} u {unique} {name}',
  });
  expect(fillPlaceholders({ deal: '{{deal}}' }, { deal: 7 }, { unique: 'u' })).toEqual({ deal: '{deal}' });
  expect(fillEffect({ a: '{reason}', b: '{{reason}}', c: [{ d: 'x {{y}}' }] }, { reason: 'r' })).toEqual({
    a: 'r',
    b: '{reason}',
    c: [{ d: 'x {y}' }],
  });
});

test('the command line refuses such a file', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'assayer.config.json');
  await writeFile(path, JSON.stringify({ baseUrl: 'http://127.0.0.1:1', ...inPost({ sample: { title: '{uniqe}' } }) }));
  const { status, stderr } = await assayer(['check'], { cwd: folder.path });
  expect(status).toBe(2);
  expect(stderr).toContain('resources[0].sample.title holds {uniqe}, which is no placeholder; did you mean {unique}?');
});
