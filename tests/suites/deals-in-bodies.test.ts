import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { answered, before, judged, type Look } from './judged.ts';

/** A deal that is not there and is named in the body of a command, in form G and of document 4.3; document 4.4-m1 is about ids in the path. */
const RULES = ['operation/unknown-deal', 'command/unknown-deal', 'delete/removes', 'model/sequence'];
const options = { operationForms: ['A', 'G'], representations: ['json'] } as const;

const inBody = ({ path }: Look): boolean => path.startsWith('/command');
const inPath = ({ path }: Look): boolean => path.endsWith('/hold');

/** A server that says of what is not there that it cannot be carried out. */
const saying = (status: number, isMeant: (look: Look) => boolean): ReturnType<typeof before> =>
  before(async (look, next) => {
    const answer = await next();
    return isMeant(look) && look.method !== 'GET' && answer.status === 404 ? answered(answer, status) : answer;
  });

test.each(inGate([[422], [409], [400]]))(
  'legal: %i for a deal that only the body names',
  { tags: ['night'] },
  async (status) => {
    const { results } = await judged(RULES, { wrap: saying(status, inBody), options, runs: 5 });
    const wrong = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
    expect(wrong.map(({ rule, subject, reason }) => `${rule} ${subject}: ${reason ?? ''}`)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'pass').map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['operation/unknown-deal', 'command/unknown-deal', 'model/sequence']),
    );
  },
);

test('found: 422 for a deal that the path names', { tags: ['night'] }, async () => {
  const { ended } = await judged(['operation/unknown-deal'], { wrap: saying(422, inPath), options, runs: 1 });
  expect(ended('fail')).toEqual(['operation/unknown-deal HoldDeal/A']);
});

test('found: 403 for a deal that only the body names', async () => {
  const { ended } = await judged(['command/unknown-deal'], { wrap: saying(403, inBody), options, runs: 1 });
  expect(ended('fail')).toContain('command/unknown-deal command:HoldDeal');
});

test('the model names all that is right for a deleted deal', { tags: ['night'] }, async () => {
  const { of } = await judged(['model/sequence'], { wrap: saying(418, inBody), options, runs: 50 });
  expect(of('model/sequence', 'target').expected).toContain('status 400 or 404 or 409 or 410 or 422');
});
