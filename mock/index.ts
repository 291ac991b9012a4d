import { CHECKS } from './service/payload-checks.ts';
import { providePayloadChecks } from './service/payload-loading.ts';

export type * from '../fixtures/resources.ts';
export type { Seed, SeedDeal, SeedUser } from '../fixtures/seed.ts';
export type { ChaosPlan, ChaosRule, Distribution, Latency } from './chaos/plan.ts';
export { createMock } from './create-mock.ts';
export type { Fetch, Mock, Wrap } from './interface.ts';
export type { ExchangeFilter, LogQueries, Waiting } from './log-query.ts';
export type { Fault, Fields, MockRequest, MockResponse } from './message.ts';
export type { Component, MockOptions, ResolvedMockOptions } from './options.ts';
export type { DealImage, EntryImage, StateImage, UserImage } from './state/image.ts';
export type { SeedMerge } from './state/seed-merge.ts';
export type { ChangeEvent, TenantState, Watcher } from './state/world.ts';
export type { Stub, StubAnswer } from './stubs/stub.ts';
export type { PlacedStub } from './stubs/stubs.ts';

// Whoever has the mock in hand may ask it for an answer that is there at once.
providePayloadChecks(CHECKS);
