import { describe, expect, test } from 'vitest';
import type { ResourceFile, TargetFile } from '../../target-file/file.ts';
import { before, type Judged, judged } from './judged.ts';

/** Takes a member and never keeps it. */
const dropping = before((look, next) => {
  const isCreation = look.method === 'POST' && look.path.endsWith('/deals/');
  return isCreation ? next({ body: look.body.replace(/,"currency":"[A-Z]+"/u, '') }) : next();
});

const SAMPLE = { name: 'assayer {unique}', price: 100, currency: 'EUR' };

function judgedWith(deals: Partial<ResourceFile>): Promise<Judged> {
  const file: Partial<TargetFile> = { resources: [{ name: 'deals', ...deals }, { name: 'users' }] };
  return judged(['read/made'], { wrap: dropping, file, options: { operationForms: ['A'] }, runs: 1 });
}

describe('a member of the sample that is taken and never shown', () => {
  test('fails where the target file does not say so', async () => {
    const { outcome, reason } = (await judgedWith({ sample: SAMPLE })).of('read/made', 'deals');
    expect([outcome, reason]).toEqual(['fail', expect.stringContaining('currency in the record')]);
  });

  test('passes where it is told as write-only, or nobody told a sample', { tags: ['night'] }, async () => {
    expect((await judgedWith({ sample: SAMPLE, writeOnly: ['currency'] })).of('read/made', 'deals').outcome).toBe(
      'pass',
    );
    expect((await judgedWith({})).of('read/made', 'deals').outcome).toBe('pass');
  });
});
