import { expect, test } from 'vitest';
import type { Result, Results } from '../../core/results/results.ts';
import { inGate } from '../in-gate.ts';
import type { Ask, Told } from '../target-file/service.ts';
import { type Habit, judgeNotes, serveNotes } from './notes.ts';

// A session that ends while the run goes on says nothing of the rules (document 5.3 leaves open how long one lasts).

const COOKIE = 'SESSION=4f1d7c9a';
const CHALLENGED: Told = { status: 401, headers: { 'www-authenticate': 'Session' } };

/** What a run says of a service that has a habit from some request on. */
async function judgedAfter(
  most: number,
  habit: (ask: Ask) => Told | undefined,
  { isOpen = false, rest = {} }: { readonly isOpen?: boolean; readonly rest?: Habit } = {},
): Promise<Results & { readonly fails: readonly string[]; readonly asked: number }> {
  let count = 0;
  await using server = await serveNotes({
    ...rest,
    before(ask, notes) {
      count += 1;
      if (!isOpen && ask.headers['cookie'] !== COOKIE) return CHALLENGED;
      return (count > most ? habit(ask) : undefined) ?? rest.before?.(ask, notes);
    },
  });
  const results = await judgeNotes(server, isOpen ? {} : { cookie: COOKIE });
  expect(server.harmed()).toEqual([]);
  // The service of notes knows no HEAD, which should be served.
  const isFailed = ({ outcome, level }: Result): boolean => outcome === 'fail' && level === 'must';
  const fails = results.results.filter(isFailed).map(({ rule }) => rule);
  return { ...results, fails, asked: server.asked.length };
}

// A guard in front of a service answers 403 to who was refused too often.
const meant = (answered: number): string =>
  answered === 403
    ? 'the session ended meanwhile, or a guard in front of the service refuses this client (--rate sends fewer requests)'
    : 'the session ended meanwhile';

test.each(
  inGate<{ id: number; answer: Told; after: number }>(
    [
      { id: 401, answer: CHALLENGED, after: 60 },
      { id: 401, answer: CHALLENGED, after: 200 },
      { id: 403, answer: { status: 403 }, after: 60 },
      { id: 302, answer: { status: 302, headers: { location: '/login' } }, after: 60 },
    ],
    2,
  ),
)('a session that ends after $after requests, so that $id is the answer, fails no check', async (how) => {
  const { results, summary, fails } = await judgedAfter(how.after, () => how.answer);
  expect(fails).toEqual([]);
  const told = results.filter(({ outcome }) => outcome === 'inconclusive');
  expect(told.length).toBeGreaterThan(2);
  for (const { reason, witness } of told) {
    expect(reason).toMatch(
      new RegExp(
        `^GET /notes was answered 200 at the beginning and ${how.id} now: ${meant(how.id).replaceAll(/[()]/gu, '\\$&')} \\((?:expected |POST \\S+ was refused )`,
        'u',
      ),
    );
    expect(witness.length).toBeGreaterThan(2);
  }
  // That what was made stays is another line.
  const lines = summary.headline?.filter((line) => line.startsWith('the session'));
  expect(lines).toEqual([
    `${meant(how.id)}: GET /notes was answered 200 at the beginning and ${how.id} later; checks that met such answers are inconclusive`,
  ]);
});

test('a wall that is put in front of a service without sessions is told as one', async () => {
  const { summary, fails } = await judgedAfter(60, () => ({ status: 403 }), { isOpen: true });
  expect(fails).toEqual([]);
  expect(summary.headline?.[0]).toMatch(/^the run was let in no more: GET \/notes was answered 200 /u);
});

test('one that answers 401 to some requests alone breaks the rules about them, and is asked little more for it', {
  tags: ['night'],
}, async () => {
  const isUnknown = (id: string): Told => ({ status: 403, body: { error: `no way to ${id}` } });
  const rest: Habit = {
    read: (id, notes) => (notes.has(id) ? undefined : isUnknown(id)),
    remove: (id, notes) => (notes.has(id) ? undefined : CHALLENGED),
  };
  const sane = await judgedAfter(0, () => undefined);
  const { summary, fails, asked } = await judgedAfter(0, () => undefined, { rest });
  expect(sane.fails).toEqual([]);
  expect(fails).toEqual(expect.arrayContaining(['read/unknown-item', 'delete/again', 'delete/unknown']));
  expect(summary.headline).toBeUndefined();
  expect(asked).toBeLessThan(sane.asked + 60);
});

test('one of which each third list is refused breaks the rules', { tags: ['night'] }, async () => {
  let lists = 0;
  const isThird = ({ method, path }: Ask): boolean => {
    if (method === 'GET' && path === '/notes') lists += 1;
    return method === 'GET' && path === '/notes' && lists % 3 === 0;
  };
  const { fails } = await judgedAfter(20, (ask) => (isThird(ask) ? { status: 403 } : undefined));
  expect(fails.length).toBeGreaterThan(0);
});

test('one that lets nobody in from the beginning is excused of nothing', async () => {
  await using server = await serveNotes({ before: ({ path }) => (path === '/notes' ? CHALLENGED : undefined) });
  const { results, summary } = await judgeNotes(server, { cookie: COOKIE });
  expect(JSON.stringify([results, summary])).not.toContain('the session ended meanwhile');
});
