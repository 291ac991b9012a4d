import { answers, instead, redirected, refusal, type Variation, type Wrap } from './variation.ts';

const ELSE = 'document 4: what else is served is left open';
const QUERY = 'document 4.4: how a query matches is not shown';

/** Changes the names that a query asks for; undefined: the request is passed on as it is. */
function queried(change: (parameters: URLSearchParams, raw: string) => string | undefined): Wrap {
  return instead(({ request, path, search }, next) => {
    if (search === '' || !/\/users$/u.test(path)) return undefined;
    const query = change(new URLSearchParams(search), search);
    if (query === undefined) return undefined;
    const { method, headers } = request;
    return next(new Request(new URL(path + query, request.url), { method, headers }));
  });
}

const SESSION = /;jsessionid=[^/?#"]*/giu;

/** Tomcat writes its session behind the last segment, and reads past it wherever it comes again. */
const sessionInPath: Wrap = (fetch, mock) => {
  const told = answers((response) => {
    const location = response.headers.get('location');
    if (location === null) return response;
    const headers = new Headers(response.headers);
    headers.set('location', `${location};jsessionid=0A1B2C3D4E5F`);
    return new Response(response.body, { status: response.status, headers });
  });
  const readPast = instead(({ request, path, body }, next) => {
    const plain = path.replace(SESSION, '');
    const known = body.includes('\ufffd') ? body : body.replace(SESSION, '');
    if (plain === path && known === body) return undefined;
    return next(known === body ? redirected(request, plain) : redirected(request, plain, known));
  });
  return told(readPast(fetch, mock), mock);
};

/** `latest` is another word for the version, and the one that addresses of new deals are told by. */
const latest: Wrap = (fetch, mock) => {
  const version = `/rest/${mock.options.version}/`;
  const told = answers((response, { method, path }) => {
    const location = response.headers.get('location');
    if (method !== 'POST' || location === null || !path.includes('/deals')) return response;
    const headers = new Headers(response.headers);
    headers.set('location', location.replace(version, '/rest/latest/'));
    return new Response(response.body, { status: response.status, headers });
  });
  const served = instead(({ request, path }, next) =>
    path.includes('/rest/latest/') ? next(redirected(request, path.replace('/rest/latest/', version))) : undefined,
  );
  return told(served(fetch, mock), mock);
};

/** How paths and queries are read: RFC 3986, RFC 9110 4.2.3, document 4.4. */
export const paths: readonly Variation[] = [
  {
    id: 'paths-without-case',
    title: 'Paths are read without case.',
    source: ELSE,
    group: 'paths',
    unseen: 'no path that is compared is in capitals',
    wrap: instead(({ request, path }, next) => {
      const known = path.replace(/\/(?:rest|deals|users|ssh-keys|address|commands?|query)(?=\/|$)/giu, (segment) =>
        segment.toLowerCase(),
      );
      return known === path ? undefined : next(redirected(request, known));
    }),
  },
  {
    id: 'slashes-merged',
    title: 'Several slashes in a row count as one.',
    source: `${ELSE}; nginx does so unless it is told otherwise`,
    group: 'slashes',
    unseen: 'no path that is compared has two slashes in a row',
    wrap: instead(({ request, path }, next) =>
      path.includes('//') ? next(redirected(request, path.replace(/\/{2,}/gu, '/'))) : undefined,
    ),
  },
  {
    id: 'location-with-session',
    title: 'Location has a session as a parameter of its last segment, which is read past where it comes again.',
    source: 'RFC 3986 3.3: a segment may have parameters; document 4.4-c2: the form of the address is left open',
    // By its id alone, one that has parameters is not written to.
    group: 'location unreadable',
    wrap: sessionInPath,
  },
  {
    id: 'location-under-latest',
    title: 'Location names the version by the word latest, under which all deals are served as well.',
    source: 'document 9: the set of version values is not shown; 4.4-c2',
    group: 'location version',
    departs: {
      'create/path': 'latest is one of the versions that are served, and the document shows no others (9)',
    },
    wrap: latest,
  },
  {
    id: 'unknown-parameters-400',
    title: 'A parameter of the query that the server does not know is refused with 400.',
    source: 'document 7 (400): the client must change it; 4.4: parameters beyond name are not shown',
    group: 'parameters location',
    unseen: 'no query that is compared has another parameter',
    wrap: instead(({ search }) => {
      const names = [...new URLSearchParams(search).keys()];
      return names.every((name) => name === 'name' || name === 'format') ? undefined : refusal(400);
    }),
  },
  {
    id: 'query-for-nothing-lists-all',
    title: 'A query for an empty name lists all.',
    source: QUERY,
    group: 'query',
    unseen: 'no query that is compared is for an empty name',
    wrap: queried((parameters) => {
      if (parameters.get('name') !== '') return undefined;
      parameters.delete('name');
      return parameters.size === 0 ? '' : `?${String(parameters)}`;
    }),
  },
  {
    id: 'query-for-the-last-name',
    title: 'Of several names in a query the last counts.',
    source: QUERY,
    group: 'query',
    wrap: queried((parameters) => {
      const names = parameters.getAll('name');
      if (names.length < 2) return undefined;
      parameters.set('name', names.at(-1) ?? '');
      return `?${String(parameters)}`;
    }),
    unseen: 'no query that is compared has two names',
  },
  {
    id: 'query-with-literal-plus',
    title: 'A plus in a query is a plus and no space.',
    source: 'RFC 3986 3.4: a plus has no meaning of its own; that of HTML forms is theirs',
    group: 'query',
    wrap: queried((_parameters, raw) => (raw.includes('+') ? raw.replaceAll('+', '%2B') : undefined)),
    unseen: 'no query that is compared has a plus',
  },
];
