import type { Json, JsonObject } from '../../fixtures/json.ts';
import { onOperated } from './asked-operation.ts';
import { type Deviation, onAnswer, withFields, withJson, withText } from './deviation.ts';
import { TYPES } from './representations.ts';
import { remembering } from './requests.ts';

/** Faults in the lists, addresses and links of the records of form E: document 4.2 (form E), 4.4, 4.4-c2, 4.4-c3. */
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
  {
    id: 'unhold-located-among-holds',
    title: 'The Location of an unhold in form E is that of the hold of the same number.',
    breaks: ['operation/status'],
    wrap: onOperated({ form: 'E', action: 'UnholdDeal' }, (response) =>
      withFields(response, { location: locationOf(response).replace('/unholds/', '/holds/') }),
    ),
  },
  {
    id: 'hold-location-of-the-hold-before',
    title: 'The Location of a hold in form E is that of the hold before it, whichever deal that was of.',
    breaks: ['operation/status'],
    oneByOne: true,
    wrap: remembering(
      () => ({ last: '' }),
      (memory) =>
        onOperated({ form: 'E', action: 'HoldDeal' }, (response) => {
          const own = locationOf(response);
          const before = memory.last === '' ? own : memory.last;
          memory.last = own;
          return withFields(response, { location: before });
        }),
    ),
  },
  {
    id: 'record-in-xml-located-at-its-list',
    title: 'Whoever accepts XML is told the list of the records of form E as Location.',
    breaks: ['operation/status'],
    wrap: onOperated({ form: 'E' }, (response, { request }) =>
      (request.headers.get('accept') ?? '').startsWith(TYPES.xml)
        ? withFields(response, { location: locationOf(response).replace(/\/[^/]+$/u, '') })
        : response,
    ),
  },
  {
    id: 'hold-record-without-link',
    title: 'The body of the 201 of a hold in form E shows the hold and no link to it.',
    breaks: ['read/made'],
    wrap: onOperated({ form: 'E', action: 'HoldDeal' }, withoutLinks),
  },
  {
    id: 'unhold-record-without-link',
    title: 'The body of the 201 of an unhold in form E shows the record and no link to it; that of a hold links.',
    breaks: ['read/made'],
    wrap: onOperated({ form: 'E', action: 'UnholdDeal' }, withoutLinks),
  },
  {
    id: 'record-in-xml-without-link',
    title: 'The body of the 201 of form E links to the record in JSON, and not where Accept asks for XML.',
    breaks: ['read/made'],
    wrap: onOperated({ form: 'E' }, (response) =>
      (response.headers.get('content-type') ?? '').startsWith(TYPES.xml)
        ? withText(response, (text) => text.replace(/<link [^>]*>/gu, ''))
        : response,
    ),
  },
];

function withoutLinks(response: Response): Promise<Response> {
  return withJson(response, (record) => {
    const { _links: _, ...others } = record as JsonObject; // the mock's own record is a JSON object
    return others;
  });
}

function locationOf(response: Response): string {
  return response.headers.get('location') ?? '';
}

function shifted(record: JsonObject): JsonObject {
  const id = String(Number(record['id']) - 1);
  const text = JSON.stringify(record['_links'] ?? null).replace(/\/\d+"/u, `/${id}"`);
  const links = JSON.parse(text) as Json; // it was JSON before
  return { ...record, id, _links: links };
}
