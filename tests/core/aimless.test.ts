import { expect, test } from 'vitest';
import { type Aimless, openAimless } from '../../core/guard/aimless.ts';
import { openClaimBook } from '../../core/records/claim-book.ts';
import { DEALS } from './deals.ts';

test.each([
  [1, 'a DELETE of what is not there was answered with success, and a record of others is gone since'],
  [0, undefined],
])(
  'beside a DELETE of nothing that succeeded %i records of others went: why no other check sends one is %s',
  async (gone, why) => {
    const aimless = openAimless({
      read: async () => undefined,
      book: openClaimBook(),
      onTaken: () => undefined,
      missed: async () => gone,
    });
    const unknown: Aimless = { kind: 'unknown', resource: DEALS };
    expect(aimless.whyNot(unknown, [])).toBeUndefined();
    await aimless.succeeded(unknown);
    expect(aimless.whyNot({ kind: 'gone', resource: DEALS }, [])).toBe(why);
  },
);
