import type { Results } from '../core/results/results.ts';

/** What a run may be asked to fail on beside its verdict. */
export const FAIL_ON = ['left-behind', 'harm'] as const;

/** One of them. */
export type FailOn = (typeof FAIL_ON)[number];

/** What is looked at for it. */
type Seen = Pick<Results['run'], 'leftBehind' | 'harm'>;

// Each says in a line what it met; undefined where there is nothing to fail on.
const LOOKS: Readonly<Record<FailOn, (seen: Seen) => string | undefined>> = {
  'left-behind': ({ leftBehind = [] }) =>
    leftBehind.length === 0 ? undefined : `${leftBehind.length} of what the run created could not be deleted`,
  harm: ({ harm = [] }) => (harm.length === 0 ? undefined : `records of others came to harm: ${harm[0]}`),
};

/** What was met of what was to be failed on, a line each. The verdict stays what it is; the exit status is 2. */
export function failedOn(asked: readonly FailOn[], seen: Seen): string[] {
  return [...new Set(asked)].flatMap((one) => {
    const met = LOOKS[one](seen);
    return met === undefined ? [] : [`exit status 2: ${met} (--fail-on ${one})`];
  });
}
