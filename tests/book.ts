import { type CleanUp, openCleanUp } from '../core/cleanup/record-cleanup.ts';
import type { Transport } from '../core/http/exchange.ts';
import { createFreshIds } from '../core/ids/fresh-ids.ts';
import { openRecords } from '../core/records/open-records.ts';
import type { Records } from '../core/records/records.ts';

/** The records and the clean-up of one run, for a test that calls what a run is made of. */
export function openBook(baseUrl: string, transport: Transport): { records: Records; cleanUp: CleanUp } {
  const records = openRecords({ home: { baseUrl, origins: [] }, fresh: createFreshIds(), transport });
  return { records, cleanUp: openCleanUp({ records, transport, signal: new AbortController().signal }) };
}
