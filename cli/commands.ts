import type { Command } from 'commander';

/** Declares a command. */
export type Add = (program: Command, done: (status: number) => void) => void;

/** A command, without what it has to load. */
export interface Entry {
  /** What it takes, as its own declaration says: the help of the program shows it without loading the command. */
  readonly takes: string;
  readonly about: string;
  readonly load: () => Promise<Add>;
}

/** Every command, in the order of the help. */
export const COMMANDS: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  [
    'check',
    {
      takes: '[options] [url]',
      about: 'judge a target; without an address, the embedded mock',
      load: async () => (await import('./check.ts')).addCheck,
    },
  ],
  [
    'init',
    {
      takes: '[options] [url]',
      about: 'look at a target and write its target file',
      load: async () => (await import('./init.ts')).addInit,
    },
  ],
  [
    'doctor',
    {
      takes: '[options] [target]',
      about: 'name what keeps a target from being judged, each with its remedy',
      load: async () => (await import('./doctor.ts')).addDoctor,
    },
  ],
  [
    'cleanup',
    {
      takes: '[options] [ledger]',
      about: 'delete what a run left behind, by the ledger that it kept',
      load: async () => (await import('./cleanup.ts')).addCleanup,
    },
  ],
  [
    'compare',
    {
      takes: '[options] <base> <head>',
      about: 'tell what differs between two saved runs',
      load: async () => (await import('./compare.ts')).addCompare,
    },
  ],
  [
    'drift',
    {
      takes: '[options] [url]',
      about: 'judge a service and the mock by one target file, and tell where they differ',
      load: async () => (await import('./drift.ts')).addDrift,
    },
  ],
  [
    'fleet',
    {
      takes: '[options] <fleet>',
      about: 'judge many targets, with bounds, and write one page over them',
      load: async () => (await import('./fleet.ts')).addFleet,
    },
  ],
  [
    'merge',
    {
      takes: '[options] <results...>',
      about: 'join the shards of a run into what the whole run says',
      load: async () => (await import('./merge.ts')).addMerge,
    },
  ],
  [
    'rejudge',
    {
      takes: '[options] <transcript>',
      about: 'judge a recorded run again, without the network',
      load: async () => (await import('./rejudge.ts')).addRejudge,
    },
  ],
  [
    'attest',
    {
      takes: '[options] <results>',
      about: 'sign what a run came to, as an in-toto attestation',
      load: async () => (await import('./attest.ts')).addAttest,
    },
  ],
  [
    'verify',
    {
      takes: '[options] <attestation>',
      about: 'hold an attestation against a key, the results and the transcript',
      load: async () => (await import('./verify.ts')).addVerify,
    },
  ],
  [
    'report',
    {
      takes: '[options] <results>',
      about: 'render the results of a saved run again',
      load: async () => (await import('./report.ts')).addReport,
    },
  ],
  [
    'mock',
    {
      takes: '[options]',
      about: 'serve the reference mock',
      load: async () => (await import('./mock.ts')).addMock,
    },
  ],
  [
    'rules',
    {
      takes: '[options] [id]',
      about: 'list the rules, or tell all about those that match',
      load: async () => (await import('./rules.ts')).addRules,
    },
  ],
  [
    'prove',
    {
      takes: '[options]',
      about: 'judge deliberate faults, generated mutants, legal variations and null servers: what the rules are worth',
      load: async () => (await import('./prove.ts')).addProve,
    },
  ],
]);
