import type { Json, JsonObject } from '../../fixtures/json.ts';
import { type Deviation, onAnswer, withJson } from './deviation.ts';

/** Faults in the lists of the records of form E: document 4.2 (form E), 4.4. */
export const formE: readonly Deviation[] = [
  {
    id: 'holds-linked-from-0',
    title: 'The list of holds counts from 0, the addresses from 1.',
    breaks: ['operation/status'],
    wrap: onAnswer((response, seen) =>
      seen.method === 'GET' && /\/deals\/[^/]+\/holds$/u.test(seen.path) && response.status === 200
        ? withJson(response, (records) => (records as JsonObject[]).map(shifted)) // the mock lists objects
        : response,
    ),
  },
];

function shifted(record: JsonObject): JsonObject {
  const id = String(Number(record['id']) - 1);
  const text = JSON.stringify(record['_links'] ?? null).replace(/\/\d+"/u, `/${id}"`);
  const links = JSON.parse(text) as Json; // it was JSON before
  return { ...record, id, _links: links };
}
