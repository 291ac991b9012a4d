import { onWire } from '../../mock/faces/wire.ts';
import { type Deviation, withFields, withJson } from './deviation.ts';
import { LOST_DEALS } from './lost-deals.ts';
import { onCreated, onLocation } from './requests.ts';

const PASSIVE = { 'status/201-address': 'both rules demand of a 201 that its Location is one URI reference' };

/** Faults in the Location field of a creation as such: document 4.1, 4.4-c2. */
export const createLocation: readonly Deviation[] = [
  {
    id: 'location-missing',
    title: 'A 201 has no Location, though the service promises one.',
    breaks: ['create/location'],
    wrap: onLocation(() => undefined),
  },
  {
    id: 'location-only-in-body',
    title: 'The address of the new deal stands in a member `location` of the body and not in the header section.',
    breaks: ['create/location'],
    wrap: onCreated((response) =>
      withJson(withFields(response, { location: undefined }), (deal) => ({
        ...(deal as object),
        location: response.headers.get('location'),
      })),
    ),
  },
  {
    id: 'location-twice',
    title: 'A 201 has two Location lines, the second one without the version.',
    breaks: ['create/location'],
    alsoStrikes: PASSIVE,
    wrap: onCreated((response) => {
      const location = response.headers.get('location') ?? '';
      return byHand(response, [location, location.replace(/\/rest\/[^/]+/u, '')]);
    }),
  },
  {
    id: 'location-empty',
    title: 'A 201 has a Location field without a value.',
    breaks: ['create/location'],
    alsoStrikes: PASSIVE,
    wrap: onCreated((response) => byHand(response, [''])),
  },
  {
    id: 'location-with-space',
    title: 'The Location ends in a name that is not percent-encoded and holds a space.',
    breaks: ['create/location'],
    alsoStrikes: { ...PASSIVE, ...LOST_DEALS },
    wrap: onLocation((location) => `${location} new deal`),
  },
  {
    id: 'location-in-brackets',
    title: 'The Location stands in angle brackets, as the target of a Link field does.',
    breaks: ['create/location'],
    alsoStrikes: { ...PASSIVE, ...LOST_DEALS },
    wrap: onLocation((location) => `<${location}>`),
  },
  {
    id: 'location-in-latin1',
    title: 'The Location holds a raw letter beyond ASCII.',
    breaks: ['create/location'],
    alsoStrikes: { ...PASSIVE, ...LOST_DEALS },
    wrap: onLocation((location) => `${location}-gr\u00f6\u00dfe`),
  },
  {
    id: 'location-is-urn',
    title: 'The Location is a name and no address: `urn:deal:7`.',
    breaks: ['create/location'],
    wrap: onLocation((location) => `urn:deal:${location.split('/').at(-1) ?? ''}`),
  },
  {
    id: 'location-quoted',
    title: 'The Location stands in quotation marks.',
    breaks: ['create/location'],
    alsoStrikes: { ...PASSIVE, ...LOST_DEALS },
    wrap: onLocation((location) => `"${location}"`),
  },
];

/** Writes a Location that a Response cannot hold: several lines of it, or an empty one. */
function byHand(response: Response, locations: string[]): Response {
  return onWire(response, async (outgoing) => {
    for (const [name, value] of response.headers) outgoing.setHeader(name, value);
    outgoing.setHeader('location', locations);
    outgoing.writeHead(response.status);
    outgoing.end(new Uint8Array(await response.arrayBuffer()));
  });
}
