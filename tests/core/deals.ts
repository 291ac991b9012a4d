import type { RecordResource } from '../../core/records/record-claim.ts';

/** A resource of which nothing is told but what it is called. */
export const DEALS: RecordResource = {
  name: 'deals',
  mediaTypes: { json: 'application/json', xml: '', html: '', request: '' },
  headers: {},
  idFrom: 'location',
  never: [],
};
