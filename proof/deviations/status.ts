import { onWire } from '../../mock/faces/wire.ts';
import { type Deviation, onAnswer, onRequest, withFields } from './deviation.ts';
import { nameAskedFor, reads, userRead, usersListed } from './places.ts';
import { bareAnswer, jsonAnswer } from './requests.ts';
import { isRoot } from './session-root.ts';

const ITS_OWN_RULE = { 'operation/status': 'a 201 in form E owes a Location, and this is none' };

/** Faults of status codes that show wherever they happen to be met: document 7. */
export const status: readonly Deviation[] = [
  {
    id: 'status-empty-cookie-500',
    title: 'A cookie with an empty value breaks the session check.',
    breaks: ['status/no-server-error'],
    wrap: onRequest(async (seen, next, mock) => {
      const field = seen.request.headers.get('cookie') ?? '';
      return isRoot(seen, mock) && field === 'USER_TOKEN=' ? broken() : next(seen.request);
    }),
  },
  onOddField(
    'status-odd-language-500',
    'An Accept-Language that is no list of tags breaks the server.',
    'accept-language',
    /^[^a-z*]|_/u,
  ),
  onOddField('status-odd-range-500', 'A Range that cannot be met breaks the server.', 'range', /./u),
  onOddField(
    'status-odd-date-502',
    'An If-Modified-Since that is no date breaks what stands before the server.',
    'if-modified-since',
    /^(?!.*GMT)/u,
    502,
  ),
  onOddField(
    'status-odd-credentials-500',
    'An Authorization that cannot be decoded breaks the server.',
    'authorization',
    /./u,
  ),
  onOddField(
    'status-odd-forwarded-500',
    'An X-Forwarded-For that is no address breaks the server.',
    'x-forwarded-for',
    /^[^\d]/u,
  ),
  onOddQuery('status-odd-parameter-500', 'A query that cannot be decoded breaks the server.', /%(?![0-9A-Fa-f]{2})/u),
  onOddQuery(
    'status-nested-parameter-500',
    'A parameter with brackets is read as an object and breaks the server.',
    /\[/u,
  ),
  onOddQuery('status-negative-limit-500', 'A negative limit goes to the database.', /limit=-/u),
  onOddQuery('status-word-page-500', 'A page that is no number breaks the server.', /page=[a-z]/u),
  {
    id: 'status-empty-parameter-500',
    title: 'A parameter with an empty value breaks the server.',
    breaks: ['status/no-server-error'],
    wrap: onRequest(async (seen, next) => (seen.search === '?name=' ? broken() : next(seen.request))),
  },
  onOddQuery(
    'status-repeated-parameter-504',
    'A parameter that comes twice makes the server run in circles.',
    /name=.*&name=/u,
    504,
  ),

  {
    id: 'status-503-retry-soon',
    title: 'The 503 of what answers HEAD says to come back soon.',
    breaks: ['status/unavailable'],
    wrap: onAnswer((response, seen) =>
      seen.method === 'HEAD' ? bareAnswer(503, { 'retry-after': 'soon' }) : response,
    ),
  },
  {
    id: 'status-503-retry-negative',
    title: 'The 503 of the users says to come back five seconds ago.',
    breaks: ['status/unavailable'],
    wrap: onAnswer((response, seen) => (seen.method === 'HEAD' ? bareAnswer(503, { 'retry-after': '-5' }) : response)),
  },
  {
    id: 'status-503-retry-words',
    title: 'The 503 of the commands says to come back in 5 seconds, in words.',
    breaks: ['status/unavailable'],
    options: { unavailable: ['commands'] },
    wrap: onAnswer((response) =>
      response.status === 503 ? withFields(response, { 'retry-after': '5 seconds' }) : response,
    ),
  },

  {
    id: 'status-503-as-500',
    title: 'What is switched off is answered 500.',
    breaks: ['status/not-running'],
    alsoStrikes: { 'status/no-server-error': 'it is a 500', 'model/sequence': 'its sequences meet it too' },
    options: { unavailable: ['commands'] },
    file: { unavailable: '/query/archive/x' },
    wrap: onAnswer((response) => (response.status === 503 ? bareAnswer(500) : response)),
  },
  {
    id: 'status-firewall-401',
    title: 'A firewall answers 401 without a challenge where an id holds an encoded slash or backslash.',
    breaks: ['status/401-challenge'],
    wrap: onAnswer((response, seen) => (/%2f|%5c/iu.test(userRead(seen) ?? '') ? bareAnswer(401) : response)),
  },
  {
    id: 'status-long-id-401',
    title: 'An id longer than 500 characters is answered 401, with an empty challenge.',
    breaks: ['status/401-challenge'],
    wrap: onAnswer((response, seen) =>
      (userRead(seen) ?? '').length > 500 ? bareAnswer(401, { 'www-authenticate': ' ' }) : response,
    ),
  },

  {
    id: 'status-204-length-on-odd-query',
    title: 'The 204 of a query beyond ASCII tells of two bytes.',
    breaks: ['status/204-empty'],
    options: { emptyQuery: 204 },
    wrap: onAnswer((response, seen) => {
      if (response.status !== 204 || !/[^\0-\x7f]/u.test(nameAskedFor(seen) ?? '')) return response;
      return onWire(response, (outgoing) => {
        outgoing.socket?.end('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\nConnection: close\r\n\r\n');
      });
    }),
  },
  {
    id: 'status-204-chunked-on-odd-query',
    title: 'The 204 of a query beyond ASCII is sent in chunks.',
    breaks: ['status/204-empty'],
    options: { emptyQuery: 204 },
    wrap: onAnswer((response, seen) => {
      if (response.status !== 204 || !/[^\0-\x7f]/u.test(nameAskedFor(seen) ?? '')) return response;
      return onWire(response, (outgoing) => {
        outgoing.socket?.end(
          'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
        );
      });
    }),
  },

  onNewAddress(
    'status-201-location-with-blank',
    'The Location of a hold in form E has a blank in it.',
    'E',
    (at) => `${at} (new)`,
  ),
  onNewAddress(
    'status-201-location-template',
    'The Location of a command document in form F is the template of its route.',
    'F',
    () => '/rest/1/deals/{id}/commands/{id}',
  ),
  onNewAddress('status-201-location-empty', 'The Location of a command document in form F is empty.', 'F', () => ''),
  onNewAddress(
    'status-201-location-quoted',
    'The Location of a command document in form F stands in angle brackets, as in a Link field.',
    'F',
    (at) => `<${at}>`,
  ),
  {
    id: 'status-201-two-locations',
    title: 'A hold in form E is answered with two Locations.',
    breaks: ['status/201-address'],
    wrap: onAnswer((response, seen) => {
      if (response.status !== 201 || !/\/holds$/u.test(seen.path)) return response;
      return onWire(response, async (outgoing) => {
        const at = response.headers.get('location') ?? '';
        const type = response.headers.get('content-type') ?? '';
        outgoing.writeHead(201, ['location', at, 'location', `${at}?full`, 'content-type', type]);
        outgoing.end(await response.text());
      });
    }),
  },

  {
    id: 'status-405-without-allow',
    title: 'A 405 does not say what is allowed.',
    breaks: ['status/405-allow'],
    wrap: onAnswer((response) => (response.status === 405 ? withFields(response, { allow: undefined }) : response)),
  },
  {
    id: 'status-405-on-users-without-allow',
    title: 'The 405 of the users, written by hand, does not say what is allowed.',
    breaks: ['status/405-allow'],
    wrap: onAnswer((response, seen) =>
      response.status === 405 && /\/users$/u.test(seen.path)
        ? jsonAnswer(405, { error: 'method not allowed' })
        : response,
    ),
  },
  {
    id: 'status-missing-deal-202',
    title: 'DELETE of a deal that never was is accepted with 202.',
    breaks: ['status/202-missing', 'delete/unknown'],
    alsoStrikes: { 'delete/again': 'what is gone is accepted as well' },
    wrap: onAnswer((response, seen) =>
      seen.method === 'DELETE' && response.status === 404 ? bareAnswer(202) : response,
    ),
  },
];

function broken(code = 500): Response {
  return jsonAnswer(code, { error: 'something went wrong' });
}

/** A server error wherever a field has an odd value. */
function onOddField(id: string, title: string, name: string, odd: RegExp, code = 500): Deviation {
  return {
    id,
    title,
    breaks: ['status/no-server-error'],
    wrap: onRequest(async (seen, next) => {
      const value = seen.request.headers.get(name);
      return reads(seen) && value !== null && odd.test(value) ? broken(code) : next(seen.request);
    }),
  };
}

/** A server error wherever the users are listed with an odd query. */
function onOddQuery(id: string, title: string, odd: RegExp, code = 500): Deviation {
  return {
    id,
    title,
    breaks: ['status/no-server-error'],
    wrap: onRequest(async (seen, next) => {
      const listed = usersListed(seen) || /name=/u.test(seen.search);
      // What is wrong with a text to search for is another rule's matter.
      return listed && !/^\?name=[^&]*$/u.test(seen.search) && odd.test(seen.search)
        ? broken(code)
        : next(seen.request);
    }),
  };
}

/** A fault in the Location of a hold that is created in form E, or of a command document in form F (document 4.2). */
function onNewAddress(id: string, title: string, form: 'E' | 'F', change: (location: string) => string): Deviation {
  const place = form === 'E' ? /\/holds$/u : /\/deals\/[^/]+\/commands\/[^/]+$/u;
  return {
    id,
    title,
    breaks: ['status/201-address'],
    ...(form === 'E' ? { alsoStrikes: ITS_OWN_RULE } : {}),
    wrap: onAnswer((response, seen) =>
      response.status === 201 && place.test(seen.path)
        ? withFields(response, { location: change(response.headers.get('location') ?? seen.path) })
        : response,
    ),
  };
}
