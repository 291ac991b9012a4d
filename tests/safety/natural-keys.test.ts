import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { cleanUpByLedger } from '../../judge/clean-up.ts';
import { judge } from '../../judge/judge.ts';
import { parseLedger } from '../../judge/parse-ledger.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, type Service, serve, type Told } from '../target-file/service.ts';

// Servers on which POST may answer 201 with the address of a record that was there before: one of the same e-mail address is
// overwritten in its place, as "create or update" does, or an alias stands for whichever record is the latest.

type Member = Readonly<Record<string, unknown>>;

interface Habits {
  /** The values that a creation sends. */
  readonly sample: Record<string, string>;
  /** The members by which a record of before is overwritten. */
  readonly key: readonly string[];
  /** How many records the list shows, `no` where there is none. */
  readonly page: number | 'no';
  /** Whether a record can be read. */
  readonly isRead?: false;
  /** An address that stands for the record that was created last. */
  readonly alias?: string;
  /** The record of the sample's address is archived: the list leaves it out until a creation brings it back. */
  readonly isArchived?: true;
  /** What a second creation with one key is answered, where it does not overwrite the first one. */
  readonly again?: 409;
  /** New records have random ids, which do not count. */
  readonly isRandom?: true | undefined;
}

/** A service of sixty records, the fortieth of which has the e-mail address of the sample. */
function members({ key, page, isRead, alias, isArchived, again, isRandom }: Habits) {
  const email = (nth: number): string => (nth === 40 ? 'owner@example.com' : `member-${nth}@example.com`);
  const store = new Map<string, Member>();
  for (let nth = 1; nth <= 60; nth += 1) store.set(String(nth), { name: `Member ${nth}`, email: email(nth) });
  const before = new Set(store.keys());
  const deleted = new Set<string>();
  const archived = new Set(isArchived === true ? ['40'] : []);
  let last = 60;
  const meant = (id: string): string => (alias !== undefined && id === alias ? ([...store.keys()].at(-1) ?? '') : id);
  const create = (sent: Member): Told => {
    const found = [...store].find(([, one]) => key.length > 0 && key.every((member) => one[member] === sent[member]));
    if (found !== undefined && again !== undefined && !archived.has(found[0])) return { status: again };
    last += found === undefined ? 1 : 0;
    const id = found?.[0] ?? (isRandom === true ? randomUUID() : String(last));
    store.set(id, sent);
    archived.delete(id);
    return { status: 201, headers: { location: `/members/${alias ?? id}` }, body: { ...sent } };
  };
  return {
    ids: () => [...store.keys()],
    /** Records of before that were deleted. */
    lost: () => [...deleted].filter((id) => before.has(id)),
    added: () => [...store.keys()].filter((id) => !before.has(id)),
    answer({ method, path, json }: Ask): Told {
      const id = meant(path.slice('/members/'.length));
      if (path === '/members' && method === 'POST') {
        return isObject(json) && typeof json['email'] === 'string' ? create(json) : { status: 400 };
      }
      if (path === '/members' && method === 'GET' && page !== 'no') {
        const shown = [...store].filter(([one]) => !archived.has(one)).slice(0, page);
        return { status: 200, body: shown.map(([one, member]) => ({ ...member, id: one })) };
      }
      if (path === '/members') return { status: 405, headers: { allow: 'POST' } };
      if (method === 'DELETE') {
        if (!store.delete(id)) return { status: 404 };
        deleted.add(id);
        return { status: 204 };
      }
      const member = store.get(id);
      if (method !== 'GET' || isRead === false) return { status: 405, headers: { allow: 'DELETE' } };
      return member === undefined ? { status: 404 } : { status: 200, body: { ...member, id } };
    },
  };
}

function targetOf(baseUrl: string, { sample, page }: Habits): TargetFile {
  const list = page === 'no' ? { list: false as const } : {};
  return { baseUrl, resources: [{ name: 'members', collection: '/members', update: false, sample, ...list }] };
}

const MARKED = { name: 'member {unique}', email: 'owner@example.com' };
const FIXED = { name: 'A member', email: 'owner@example.com' };
const OWN = { name: 'member {unique}', email: '{unique}@example.com' };

const HARMFUL: readonly [string, Habits][] = [
  ['the list shows twenty of sixty', { sample: MARKED, key: ['email'], page: 20 }],
  ['the list shows all', { sample: MARKED, key: ['email'], page: 100 }],
  ['nothing is listed', { sample: MARKED, key: ['email'], page: 'no' }],
  ['nothing is listed or read', { sample: MARKED, key: ['email'], page: 'no', isRead: false }],
  ['the sample is always the same, and a part is listed', { sample: FIXED, key: ['email'], page: 20 }],
  ['the sample is always the same, and nothing is listed', { sample: FIXED, key: ['email'], page: 'no' }],
  ['an archived record comes back', { sample: MARKED, key: ['email'], page: 100, isArchived: true }],
  [
    'it comes back, and no second one is made',
    { sample: MARKED, key: ['email'], page: 100, isArchived: true, again: 409 },
  ],
  ['an alias names the latest record, and a part is listed', { sample: OWN, key: [], page: 20, alias: 'latest' }],
  ['an alias names the latest record, and nothing is listed', { sample: OWN, key: [], page: 'no', alias: 'latest' }],
];

const RULES = ['create/status', 'create/location', 'delete/status', 'create/distinct'];
const SELECTIONS: readonly [string, readonly string[]][] = [
  ['by one rule', ['delete/status']],
  ['by several', RULES],
];

async function judged(served: Service, habits: Habits, rules: readonly string[], ledger?: string) {
  const how = ledger === undefined ? {} : { ledger };
  return judge({ target: targetOf(served.url, habits), rules, runs: 2, seed: 1, ...how });
}

describe.each(inGate(HARMFUL, 4))('no record of before is deleted where %s', (_, habits) => {
  test.each(SELECTIONS)('%s', async (_rules, rules) => {
    const service = members(habits);
    await using served = await serve(service.answer);
    const { run } = await judged(served, habits, rules);
    expect(service.lost()).toEqual([]);
    expect(run.leftBehind?.length).toBeGreaterThan(0);
  });

  test('by assayer cleanup after a kill', async () => {
    const service = members(habits);
    await using served = await serve(service.answer);
    await using folder = await temporaryFolder();
    const ledger = join(folder.path, 'run.jsonl');
    await judged(served, habits, RULES, ledger);
    const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n');
    for (const count of [4, 6, lines.length]) {
      const cut = `${lines.slice(0, count).join('\n')}\n`;
      await cleanUpByLedger(parseLedger(cut, ledger), {});
      expect(service.lost(), cut).toEqual([]);
    }
  });
});

const NOT_SHOWN = 'nothing: nothing shows that it was not there before the run';

/** What `assayer cleanup` makes of a run that was killed after creations with these e-mail addresses; `{unique}` is the run's own. */
async function killedAfter(habits: Habits, emails: readonly string[]) {
  const service = members(habits);
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'run.jsonl');
  let begun: string | undefined;
  await using served = await serve((ask) => {
    if (ask.method === 'POST') begun ??= readFileSync(path, 'utf8');
    return service.answer(ask);
  });
  await judged(served, habits, ['create/status'], path);
  // What the ledger holds before the first creation.
  const told = (begun ?? '').split('\n').filter((line) => line !== '' && !line.includes('"creating":'));
  const { nonce } = parseLedger(`${told[0]}\n`, path).head;
  const create = async (number: number, sent: string): Promise<readonly object[]> => {
    const email = sent.replace('{unique}', nonce);
    const payload = { name: `member ${nonce}${number}`, email };
    const fixed = email === sent ? ['/email'] : [];
    const address = `${served.url}/members`;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(payload) });
    const id = answer.headers.get('location')?.split('/').at(-1);
    return [
      { creating: number, of: 'members', method: 'POST', address, payload, fixed, marked: true, time: '' },
      { made: number, id, others: [] },
    ];
  };
  expect(service.added()).toEqual([]);
  for (const [i, email] of emails.entries())
    told.push(...(await create(i + 1, email)).map((line) => JSON.stringify(line)));
  const made = service.added().length;
  const { cleaned } = await cleanUpByLedger(parseLedger([...told, ''].join('\n'), path), {});
  expect(service.lost()).toEqual([]);
  return { made, left: service.added().length, told: cleaned.map(({ end, tried }) => [end, tried]) };
}

describe('assayer cleanup after a kill', () => {
  test('deletes no record that cannot be read and may have been overwritten, though its id differs from the others', async () => {
    const habits: Habits = { sample: MARKED, key: ['email'], page: 'no', isRead: false };
    const { made, left, told } = await killedAfter(habits, ['owner@example.com', '{unique}@example.com']);
    // The other one cannot be read either, and its count may have been given again since.
    expect([made, left]).toEqual([1, 1]);
    expect(told).toContainEqual(['stays', NOT_SHOWN]);
  });

  const RANDOM: Habits = { sample: MARKED, key: [], page: 100, isRandom: true };

  test('leaves the only creation with a fixed value where ids do not count, and tells of it', async () => {
    const { made, left, told } = await killedAfter(RANDOM, ['owner@example.com']);
    expect([made, left]).toEqual([1, 1]);
    expect(told).toEqual([['stays', NOT_SHOWN]]);
  });

  test.each([
    ['two of them made two records', RANDOM, ['owner@example.com', 'owner@example.com']],
    ['its values are all its own', RANDOM, ['{unique}@example.com']],
    ['ids count', { ...RANDOM, isRandom: undefined }, ['owner@example.com']],
  ] as const)('deletes it where %s', async (_, habits, emails) => {
    const { made, left } = await killedAfter(habits, emails);
    expect([made, left]).toEqual([emails.length, 0]);
  });
});

const LEGAL: readonly [string, Habits][] = HARMFUL.map(
  ([what, { alias: _, isArchived: _archived, again: _again, ...habits }]) => [what, { ...habits, key: [] }],
);

describe.each(inGate(LEGAL, 4))(
  'what a run made is deleted where %s, and every creation makes a record',
  (_, habits) => {
    test.each(SELECTIONS)('%s', async (_rules, rules) => {
      const service = members(habits);
      await using served = await serve(service.answer);
      const { run, results } = await judged(served, habits, rules);
      expect(service.lost()).toEqual([]);
      expect(service.added()).toEqual([]);
      expect(run.leftBehind).toEqual([]);
      const deletion = results.filter(({ rule }) => rule === 'delete/status');
      expect(deletion.map(({ outcome }) => outcome)).toEqual(deletion.map(() => 'pass'));
      expect(deletion.length).toBeGreaterThan(0);
    });
  },
);
