import type { SizeLimits } from '../client/size-limits.ts';
import { OPTION_DEFAULTS } from '../fixtures/check-options.ts';
import type { JudgeOptions } from './options.ts';

type Settled = keyof JudgeOptions & keyof typeof OPTION_DEFAULTS;

/** Options with every default in place, and a seed. Everything below `judge` takes its settings from here. */
export interface RunConfig
  extends Omit<JudgeOptions, Settled | 'seed' | 'sizes'>,
    Required<Pick<JudgeOptions, Settled | 'seed'>> {
  readonly sizes: SizeLimits;
}

const {
  'sizes.body': body,
  'sizes.head': head,
  'sizes.fields': fields,
  'sizes.interim': interim,
  'sizes.records': records,
  ...defaults
} = OPTION_DEFAULTS;

/** Puts the defaults where nothing was given. */
export function configOf(options: JudgeOptions): RunConfig {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as JudgeOptions; // the same without what is undefined
  return {
    ...defaults,
    ...(options.fast === true ? { runs: 1 } : {}),
    seed: Math.floor(Math.random() * 2 ** 31),
    ...given,
    sizes: { body, head, fields, interim, records, ...given.sizes },
  };
}
