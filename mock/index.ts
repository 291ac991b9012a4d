import type { Mock } from './interface.ts';
import { createReference } from './mock.ts';
import type { MockOptions } from './options.ts';

export type * from '../fixtures/resources.ts';
export type { Seed, SeedDeal, SeedUser } from '../fixtures/seed.ts';
export type { ChaosPlan, ChaosRule, Distribution, Latency } from './chaos/plan.ts';
export type { Fetch, Mock, Wrap } from './interface.ts';
export type { ExchangeFilter, LogQueries, Waiting } from './log-query.ts';
export type { Fault, Fields, MockRequest, MockResponse } from './message.ts';
export type { Component, MockOptions, ResolvedMockOptions } from './options.ts';
export type { DealImage, EntryImage, StateImage, UserImage } from './state/image.ts';
export type { SeedMerge } from './state/seed-merge.ts';
export type { ChangeEvent, TenantState, Watcher } from './state/world.ts';
export type { Stub, StubAnswer } from './stubs/stub.ts';
export type { PlacedStub } from './stubs/stubs.ts';

/** Makes a mock. Each has state of its own. Throws an Error that names the option when one cannot be used. */
export function createMock(options: MockOptions = {}): Mock {
  return createReference(options, loadControl);
}

// Loaded when it is first asked for: most mocks in tests never are. The reference knows neither the control API nor the faults.
async function loadControl(mock: Mock): ReturnType<Parameters<typeof createReference>[1]> {
  const [{ createControl }, { faults }] = await Promise.all([
    import('./control/index.ts'),
    import('../proof/deviations/together.ts'),
  ]);
  return createControl(mock, faults);
}
