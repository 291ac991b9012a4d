import { type App, createApp } from './app.ts';
import { createFetch, type Fetch } from './fetch.ts';
import type { Ask, Reply } from './message.ts';
import { type MockOptions, type ResolvedMockOptions, resolveOptions } from './options.ts';
import { createStore } from './store.ts';

export type { Seed, SeedDeal, SeedUser } from '../fixtures/seed.ts';
export type { Fetch } from './fetch.ts';
export type { Ask, Fields, Reply } from './message.ts';
export type { Component, MockOptions, ResolvedMockOptions } from './options.ts';

/** The reference implementation of the document, in this process. */
export interface Mock {
  /** Answers a request as the service would. */
  readonly fetch: Fetch;
  /** The same without Request and Response: what a mount calls that has neither. */
  readonly answer: (ask: Ask) => Reply;
  readonly options: ResolvedMockOptions;
  /** Begins again with the seed. */
  reset(): void;
}

/** Makes a mock. Each has state of its own. */
export function createMock(options: MockOptions = {}): Mock {
  const resolved = resolveOptions(options);
  const begin = (): App => createApp(resolved, createStore(resolved));
  let app = begin();
  return {
    fetch: createFetch(() => app, resolved.bodyLimit),
    answer: (ask) => app(ask),
    options: resolved,
    reset() {
      app = begin();
    },
  };
}
