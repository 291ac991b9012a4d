import type { Mock } from './interface.ts';
import { createReference } from './mock.ts';
import type { MockOptions } from './options.ts';

/** Makes a mock whose `fetch` loads what it needs; `answer`, which cannot wait, is for index.ts to make whole. */
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
