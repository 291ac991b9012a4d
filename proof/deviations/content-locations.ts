import { onOperated } from './asked-operation.ts';
import { type Deviation, onAnswer, withFields } from './deviation.ts';
import { userRead } from './places.ts';
import { onCreated } from './requests.ts';

/** Faults in which Content-Location names another resource than the one that the body shows: RFC 9110 2.2, 8.7. */
export const contentLocations: readonly Deviation[] = [
  {
    id: 'created-content-location-of-the-first',
    title: 'The Content-Location of a 201 is that of the first deal, whichever was created.',
    breaks: ['negotiate/labelled'],
    wrap: onCreated((response) => told(response, pathOf(response).replace(/[^/]+$/u, '1'))),
  },
  {
    id: 'hold-record-content-location-of-its-deal',
    title: 'The Content-Location of the 201 of form E is that of the deal, and the body shows the record.',
    breaks: ['read/made'],
    wrap: onOperated({ form: 'E' }, (response) => told(response, pathOf(response).replace(/(?:\/[^/]+){2}$/u, ''))),
  },
  {
    id: 'user-content-location-of-the-collection',
    title: 'The Content-Location of a user is that of all users.',
    breaks: ['validator/every'],
    wrap: onAnswer((response, seen) =>
      userRead(seen) !== undefined && response.status === 200
        ? told(response, seen.path.replace(/\/[^/]+$/u, ''))
        : response,
    ),
  },
];

/** The path of the Location; empty where there is none. */
function pathOf(response: Response): string {
  const location = response.headers.get('location');
  return location === null ? '' : new URL(location, 'http://localhost').pathname;
}

function told(response: Response, path: string): Response {
  return path === '' ? response : withFields(response, { 'content-location': path });
}
