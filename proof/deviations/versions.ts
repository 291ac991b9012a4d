import { type Deviation, onAnswer, onRequest, withFields } from './deviation.ts';
import { bareAnswer, jsonAnswer, resent } from './requests.ts';

/** Faults of versioning: document 9. */
export const versions: readonly Deviation[] = [
  servesAs('version-any', 'Any version is served.', /^.+$/u),
  servesAs('version-any-number', 'Any number is served as a version.', /^\d+$/u),
  servesAs(
    'version-letter-dropped',
    'Letters before the number of a version are dropped, and any number is served.',
    /^v\d+$/u,
  ),
  servesAs('version-any-word', 'A version that is no number falls back to the one that is served.', /^[a-z-]+$/u),
  answersOther('version-unknown-400', 'A version that is not served is answered 400.', () =>
    jsonAnswer(400, { error: 'no such version' }),
  ),
  answersOther('version-unknown-redirect', 'A version that is not served leads to the one that is.', () =>
    bareAnswer(308, { location: '/rest/1/deals/' }),
  ),
  answersOther('version-unknown-406', 'A version that is not served is answered 406.', () => bareAnswer(406)),
  answersOther('version-unknown-501', 'A version that is not served is answered 501.', () => bareAnswer(501)),
  {
    ...answersOther(
      'version-unknown-202',
      'A creation under a version that is not served is accepted, and nothing comes of it.',
      () => bareAnswer(202),
    ),
  },
  {
    id: 'version-optional',
    title: 'Deals are served without the version segment too.',
    breaks: ['version/segment'],
    wrap: onRequest(async (seen, next, mock) => {
      const bare = /\/rest\/deals(?=\/|$)/u;
      const { version } = mock.options;
      return next(
        bare.test(seen.path) ? resent(seen, { path: seen.path.replace(bare, `/rest/${version}/deals`) }) : seen.request,
      );
    }),
  },
  {
    id: 'version-absent-accepted-202',
    title: 'A creation without the version segment is accepted, and nothing comes of it.',
    breaks: ['version/segment'],
    wrap: onAnswer((response, seen) =>
      seen.method === 'POST' && /\/rest\/deals\/?$/u.test(seen.path) ? bareAnswer(202) : response,
    ),
  },
  {
    id: 'version-before-users',
    title: 'Users are served under a version only.',
    breaks: ['version/unversioned'],
    alsoStrikes: {
      'read/collection': 'the collection of users is not there',
    },
    wrap: onRequest(async (seen, next) => {
      const versioned = /\/rest\/1(\/users(?:\/|$).*)$/u.exec(seen.path)?.[1];
      if (versioned !== undefined) return next(resent(seen, { path: versioned + seen.search }));
      return /^\/users(?:\/|$)/u.test(seen.path) ? jsonAnswer(404, { error: 'no such address' }) : next(seen.request);
    }),
  },
  {
    id: 'version-users-redirect',
    title: 'Users lead to their address under a version.',
    breaks: ['version/unversioned'],
    alsoStrikes: { 'read/collection': 'the collection of users is not there' },
    wrap: onAnswer((response, seen) =>
      /^\/users(?:\/|$)/u.test(seen.path) ? withFields(bareAnswer(301), { location: `/rest/1${seen.path}` }) : response,
    ),
  },
];

/** A fault that takes versions of a certain form for the one that is served. */
function servesAs(id: string, title: string, form: RegExp): Deviation {
  return {
    id,
    title,
    breaks: ['version/unknown'],
    wrap: onRequest(async (seen, next, mock) => {
      const asked = /\/rest\/([^/]+)(?=\/deals)/u.exec(seen.path)?.[1];
      if (asked === undefined || asked === mock.options.version || !form.test(asked)) return next(seen.request);
      return next(
        resent(seen, { path: seen.path.replace(/\/rest\/[^/]+/u, `/rest/${mock.options.version}`) + seen.search }),
      );
    }),
  };
}

/** A fault in the answer about versions that are not served. */
function answersOther(id: string, title: string, answer: () => Response): Deviation {
  return {
    id,
    title,
    breaks: ['version/unknown'],
    wrap: onRequest(async (seen, next, mock) => {
      const asked = /\/rest\/([^/]+)\/deals/u.exec(seen.path)?.[1];
      return asked === undefined || asked === mock.options.version ? next(seen.request) : answer();
    }),
  };
}
