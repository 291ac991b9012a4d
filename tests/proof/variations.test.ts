import fc from 'fast-check';
import picomatch from 'picomatch';
import { afterAll, describe, expect, test } from 'vitest';
import type { Result } from '../../core/results/results.ts';
import { combination } from '../../proof/prove-combinations.ts';
import { judgeVaried, type Verdict } from '../../proof/prove-variations.ts';
import { gettingAlong, VARIATIONS, type Variation } from '../../proof/variations/index.ts';
import { inGate, SHARE, TRIES_ALL } from '../in-gate.ts';
import { answersOf } from './answers.ts';

// VARIATION='location-*' judges those one by one, VARIATION='*' all of them; COMBINATIONS=100 tries more of them together.
const wanted = picomatch((process.env['VARIATION'] ?? '*').split(','));
const chosen = VARIATIONS.filter(({ id }) => wanted(id));
const alone = process.env['VARIATION'] !== undefined;
const more = process.env['COMBINATIONS'];
const combinations = Number(more ?? 1);

// One form by path and one by command document; COMBINATIONS=1 and more take all seven.
const SOME_FORMS = { operationForms: ['A', 'F'] } as const;
const ONE_FORM = { operationForms: ['F'] } as const;
// The gate tries each rule on one subject alone.
const fast = !TRIES_ALL && more === undefined;
const QUIET = { alarms: [], lost: [], harm: [] };
const TOGETHER = TRIES_ALL ? 10 : 25;
const MINUTES = 60_000;

function told({ alarms, lost, harm }: Verdict): { alarms: string[]; lost: string[]; harm: readonly string[] } {
  return { alarms: alarms.map(tell), lost: lost.map(tell), harm };
}

function tell({ outcome, rule, subject, reason, counterexample = '' }: Result): string {
  return `${outcome}: ${rule} on ${subject}: ${reason} ${counterexample}`;
}

const plain: string[] = [];
const plainly = answersOf();

/** Whether some answer differs from that of the plain mock to the same request after the same ones. */
async function differs(variation: Variation | undefined): Promise<boolean> {
  let at = 0;
  for await (const answer of answersOf(variation)) {
    if (plain.length === at) plain.push(String((await plainly.next()).value));
    if (answer !== plain[at]) return true;
    at += 1;
  }
  return false;
}

afterAll(() => plainly.return(undefined));

test('each is described once, with the reason why it is legal', () => {
  const ids = VARIATIONS.map(({ id }) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  expect(
    VARIATIONS.filter(({ title, source }) => !/\.$/u.test(title) || source.length < 8).map(({ id }) => id),
  ).toEqual([]);
  expect(ids.length).toBeGreaterThanOrEqual(60);
});

test('two plain mocks send the same, so that a difference is the variation’s own', { tags: ['night'] }, async () => {
  expect(await differs(undefined)).toBe(false);
});

describe.each(
  inGate(
    chosen.filter(({ unseen }) => unseen === undefined),
    alone ? 1 : 24,
  ),
)('$id', (variation) => {
  test('changes what is sent', async () => {
    expect(await differs(variation)).toBe(true);
  });
});

describe.each(alone ? chosen : [])('$id alone', (variation) => {
  test.each(variation.needsFile === undefined ? [true, false] : [true])(
    'raises no alarm, with a target file: %s',
    async (file) => {
      const verdict = await judgeVaried([variation], { file, seed: 1, options: SOME_FORMS });
      expect(told(verdict)).toEqual(QUIET);
    },
  );
});

// Many are judged at a time, alternately with a target file and without, and a share of them in the gate. TESTS=all judges ten at a
// time both ways, as the scheduled proof does for each alone.
describe.each(
  (alone ? [] : inGate(batches(chosen, TOGETHER), SHARE)).map(
    (batch, i) => [batch.map(({ id }) => id).join(', '), batch, i % 2 === 0] as const,
  ),
)('%s', (_ids, batch, withFile) => {
  test.each(TRIES_ALL ? [true, false] : [withFile])(
    'raise no alarm together, with a target file: %s',
    { tags: ['night'] },
    async (file) => {
      const judged = file ? batch : batch.filter(({ needsFile }) => needsFile === undefined);
      const verdict = await judgeVaried(judged, { file, seed: 1, fast, options: TRIES_ALL ? SOME_FORMS : ONE_FORM });
      expect(told(verdict)).toEqual(QUIET);
    },
  );
});

function batches(variations: readonly Variation[], size: number): Variation[][] {
  const made: Variation[][] = [];
  for (const variation of variations) {
    // What needs a connection is judged over sockets, which takes longer: it stays apart from what does not.
    const fits = (batch: Variation[]): boolean =>
      batch.length < size &&
      batch.every((other) => travels(variation) === travels(other) && gettingAlong(variation, other));
    const batch = made.find(fits);
    if (batch === undefined) made.push([variation]);
    else batch.push(variation);
  }
  return made;
}

function travels({ layer }: Variation): boolean {
  return layer === 'connection' || layer === 'coding';
}

// Each of these pairs was seen to cost a verdict that neither costs alone, in the form that is named.
test.each([[['fields-on-204', 'deals-not-listed'], 'D']] as const)(
  '%s lose nothing together in form %s',
  { tags: ['night'] },
  async (ids: readonly string[], form) => {
    const some = VARIATIONS.filter(({ id }) => ids.includes(id));
    expect(some).toHaveLength(ids.length);
    const options = TRIES_ALL ? {} : { operationForms: [form] };
    expect(told(await judgeVaried(some, { file: false, seed: 0, fast: false, options }))).toEqual(QUIET);
  },
);

describe.each(chosen.length < 2 ? [] : ['several at once'])('%s', () => {
  test.each(
    inGate(
      [
        ['of which nothing is told', false],
        ['told of by a target file', true],
      ] as const,
      more === undefined ? 2 : 1,
    ),
  )('raise no alarm, %s', { tags: ['night'], timeout: 10 * MINUTES }, async (_told, file) => {
    const several = combination(chosen).map((some) => some.map(({ id }) => id));
    const property = fc.asyncProperty(several, fc.nat(), async (ids, seed) => {
      const some = chosen.filter(({ id }) => ids.includes(id));
      const judged = file ? some : some.filter(({ needsFile }) => needsFile === undefined);
      const verdict = await judgeVaried(judged, {
        file,
        seed,
        fast,
        ...(more === undefined ? { options: ONE_FORM } : {}),
      });
      expect(told(verdict)).toEqual(QUIET);
    });
    // A gate tries the same ones each time; whoever asks for more gets new ones, and the seed with a failure.
    await fc.assert(property, { numRuns: combinations, ...(more === undefined ? { seed: 20_261_120 } : {}) });
  });
});
