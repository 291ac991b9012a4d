import type { JsonObject } from '../../fixtures/json.ts';
import { type Deviation, onAnswer, onRequest, withFields } from './deviation.ts';
import { bareAnswer, isCreation } from './requests.ts';

/** A target that promises no Location, and does not list its deals. */
const OPTIONAL: JsonObject = {
  resources: [{ name: 'deals', location: 'optional', list: false, required: ['name', 'price'] }, { name: 'users' }],
};

/** A target on which a hold is no resource of its own, but a mere result of its POST (document 4.4-c5). */
const HOLDS: JsonObject = {
  resources: [
    { name: 'deals', required: ['name', 'price'] },
    { name: 'users' },
    { name: 'holds', create: '/rest/1/deals/1/holds', sample: { reason: 'waiting {unique}' }, answer: 'no-address' },
  ],
};

const FORM_E = { 'operation/every': 'the same POST is the operation in form E' };

/** Faults of a service whose POST gives no Location, or leaves nothing with an address: document 4.4-c2, c5. */
export const createNoLocation: readonly Deviation[] = [
  {
    id: 'no-location-and-no-answer',
    title: 'A 201 without Location, and the address that it was asked of answers 405 to a GET.',
    breaks: ['create/location-absent'],
    file: OPTIONAL,
    wrap: withoutLocation(() => bareAnswer(405, { allow: 'POST' })),
  },
  {
    id: 'no-location-and-nothing-there',
    title: 'A 201 without Location, and the address that it was asked of answers 404.',
    breaks: ['create/location-absent', 'status/201-address'],
    file: OPTIONAL,
    wrap: withoutLocation(() => bareAnswer(404)),
  },
  {
    id: 'no-location-and-204',
    title: 'A 201 without Location, and the address that it was asked of answers 204.',
    breaks: ['create/location-absent'],
    file: OPTIONAL,
    wrap: withoutLocation(() => bareAnswer(204)),
  },
  {
    id: 'no-address-answers-201',
    title: 'A POST that leaves nothing to address is answered 201.',
    breaks: ['create/no-address'],
    alsoStrikes: FORM_E,
    file: HOLDS,
    wrap: onHold((response) => withFields(response, { location: undefined, etag: undefined })),
  },
  {
    id: 'no-address-answers-202',
    title: 'A POST that leaves nothing to address, and that is done, is answered 202.',
    breaks: ['create/no-address'],
    file: HOLDS,
    wrap: onHold(() => bareAnswer(202)),
  },
  {
    id: 'no-address-answers-200-bare',
    title: 'A POST that leaves nothing to address is answered 200 without a body.',
    breaks: ['create/no-address'],
    alsoStrikes: FORM_E,
    file: HOLDS,
    wrap: onHold(() => bareAnswer(200)),
  },
  {
    id: 'no-address-redirects',
    title: 'A POST that leaves nothing to address is answered 303 to the deal.',
    breaks: ['create/no-address'],
    alsoStrikes: { 'version/segment': 'it asks for a success too' },
    file: HOLDS,
    wrap: onHold(() => bareAnswer(303, { location: '/rest/1/deals/1' })),
  },
];

/** 201 without Location; `there` is what a GET of the address that was asked is answered. */
function withoutLocation(there: () => Response): Deviation['wrap'] {
  return onRequest(async (seen, next) => {
    if (seen.method === 'GET' && isCreation({ ...seen, method: 'POST' })) return there();
    const response = await next(seen.request);
    return isCreation(seen) ? withFields(response, { location: undefined }) : response;
  });
}

/** The answer of a hold on the first deal, where the conformant one would be 200 with a body. */
function onHold(change: (response: Response) => Response): Deviation['wrap'] {
  return onAnswer((response, { method, path }) =>
    method === 'POST' && path.endsWith('/deals/1/holds') && response.ok ? change(response) : response,
  );
}
