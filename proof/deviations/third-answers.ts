import { type Deviation, onAnswer, onRequest, type RequestView, withFields } from './deviation.ts';
import { nestedRead, reads, userRead, usersListed } from './places.ts';
import { isCollection, isShown } from './representations.ts';
import { dealIn, jsonAnswer, remembering, resent } from './requests.ts';

/** Faults that show in each third answer, or in HEAD, OPTIONS and refusals: RFC 9110 9.2.1, 9.3.2, 9.3.7, 15.5.6. */
export const thirdAnswers: readonly Deviation[] = [
  third(
    'third-user-without-body',
    'Every third equal reading of a user is answered 200 without a body.',
    (seen) => userRead(seen) !== undefined,
    () => new Response(null, { status: 200, headers: { 'content-type': 'application/json' } }),
    'read/every',
    ['read/item', 'model/sequence', 'negotiate/accept', 'negotiate/suffix', 'negotiate/format'],
  ),
  third(
    'third-key-403',
    'Every third equal reading of a key is answered 403.',
    (seen) => nestedRead(seen) !== undefined,
    () => jsonAnswer(403, 'no'),
    'read/every',
    ['read/nested'],
  ),
  third(
    'third-list-other-charset',
    'Every third equal reading of the users says another charset.',
    usersListed,
    (response) =>
      withFields(response, {
        'content-type': (response.headers.get('content-type') ?? '').replace(/;.*|$/u, '; charset=iso-8859-1'),
      }),
    'read/every',
  ),
  third(
    'third-query-empty',
    'Every third equal query in the design of 4.3 has no body.',
    ({ path }) => path.startsWith('/query/'),
    (response) => new Response(null, { status: 200, headers: response.headers }),
    'query/every',
    ['query/records', 'query/status', 'query/safe', 'model/sequence'],
  ),
  {
    id: 'options-deletes',
    title: 'OPTIONS of a deal runs the handler of DELETE, and answers as it should.',
    breaks: ['read/safe'],
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      if (seen.method === 'OPTIONS' && dealIn(seen.path) !== undefined) await next(resent(seen, { method: 'DELETE' }));
      return response;
    }),
  },
  {
    id: 'options-creates',
    title: 'OPTIONS of the deals files an empty draft.',
    breaks: ['read/safe'],
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      if (seen.method !== 'OPTIONS' || !/\/deals\/$/u.test(seen.path)) return response;
      const draft = resent(seen, { method: 'POST', body: '{"name":"a draft","price":1}' });
      draft.headers.set('content-type', 'application/json');
      await next(draft);
      return response;
    }),
  },
  bareRefusal('delete-405-without-allow', 'DELETE'),
  {
    id: 'head-length-in-characters',
    title: 'HEAD tells the length in characters and not in bytes.',
    breaks: ['read/head'],
    wrap: onHead(async (whole) => [...(await whole.text())].length),
  },
  {
    id: 'head-length-of-json',
    title: 'HEAD tells the length of the JSON, whatever Accept asks for.',
    breaks: ['read/head'],
    wrap: onHead(
      async (_whole, seen, next) => {
        const request = resent(seen, { method: 'GET' });
        request.headers.set('accept', 'application/json');
        return (await (await next(request)).text()).length;
      },
      (seen) => isShown(seen) && !isCollection(seen),
    ),
  },
  {
    id: 'head-length-of-list-off-by-two',
    title: 'HEAD of a collection tells a length without the brackets around it.',
    breaks: ['read/head'],
    wrap: onHead(
      async (whole) => (await whole.text()).length - 2,
      (seen) => isShown(seen) && isCollection(seen),
    ),
  },
];

/** A fault in each third answer to one and the same GET. */
function third(
  id: string,
  title: string,
  isMeant: (seen: RequestView) => boolean,
  change: (response: Response) => Response,
  rule: string,
  also: readonly string[] = [],
): Deviation {
  return {
    id,
    title,
    breaks: [rule],
    alsoStrikes: Object.fromEntries(also.map((other) => [other, 'the answer that it looks at may be the third'])),
    oneByOne: true,
    wrap: remembering(
      () => new Map<string, number>(),
      (counts) =>
        onAnswer((response, seen) => {
          if (seen.method !== 'GET' || !isMeant(seen) || response.status !== 200) return response;
          const asked = [seen.path, seen.search, seen.request.headers.get('accept')].join(' ');
          const count = (counts.get(asked) ?? 0) + 1;
          counts.set(asked, count);
          return count % 3 === 0 ? change(response) : response;
        }),
    ),
  };
}

function bareRefusal(id: string, method: string): Deviation {
  return {
    id,
    title: `A ${method} that is refused with 405 is told no Allow.`,
    breaks: ['status/405-allow'],
    inWholeRun: true,
    wrap: onAnswer((response, seen) =>
      response.status === 405 && seen.method === method ? withFields(response, { allow: undefined }) : response,
    ),
  };
}

function onHead(
  length: (whole: Response, seen: RequestView, next: (request: Request) => Promise<Response>) => Promise<number>,
  isMeant: (seen: RequestView) => boolean = reads,
): Deviation['wrap'] {
  return onRequest(async (seen, next) => {
    const response = await next(seen.request);
    if (seen.method !== 'HEAD' || !isMeant(seen) || response.status !== 200) return response;
    const whole = await next(resent(seen, { method: 'GET' }));
    return withFields(response, { 'content-length': String(await length(whole, seen, next)) });
  });
}
