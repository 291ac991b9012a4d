import type { Deviation } from './deviation.ts';
import { isJson, withStatus } from './deviation.ts';
import { bareAnswer, jsonAnswer, onCreated, remembering } from './requests.ts';

const FULL = { create: 'full-result' } as const;

/** Faults in the status of a creation: document 4.1, 4.4-c1, c5, c6. */
export const creation: readonly Deviation[] = [
  {
    id: 'create-answers-200',
    title: 'A creation is answered 200, with the Location and the body of a 201.',
    breaks: ['create/status'],
    wrap: onCreated((response) => withStatus(response, 200)),
  },
  {
    id: 'create-answers-202',
    title: 'A creation that is done at once is answered 202.',
    breaks: ['create/status'],
    wrap: onCreated((response) => withStatus(response, 202)),
  },
  {
    id: 'create-answers-204',
    title: 'A creation is answered 204 with a Location and no body.',
    breaks: ['create/status'],
    wrap: onCreated((response) => bareAnswer(204, { location: response.headers.get('location') ?? '' })),
  },
  {
    id: 'create-redirects',
    title: 'A creation is answered 303 with the new resource as Location, as web forms are.',
    breaks: ['create/status'],
    alsoStrikes: {
      'create/any-valid': 'it asks for a success too',
      'version/segment': 'it asks for a success too',
    },
    wrap: onCreated((response) => bareAnswer(303, { location: response.headers.get('location') ?? '' })),
  },
  {
    id: 'create-201-only-first',
    title: 'The first creation is answered 201 and each later one 200: whether the table was empty decides.',
    breaks: ['create/status'],
    oneByOne: true,
    wrap: remembering(
      () => ({ created: 0 }),
      (memory) =>
        onCreated((response) => {
          memory.created += 1;
          return memory.created === 1 ? response : withStatus(response, 200);
        }),
    ),
  },
  {
    id: 'create-answers-200-in-xml',
    title: 'A creation is answered 201 in JSON and 200 where Accept asks for XML.',
    breaks: ['create/status'],
    wrap: onCreated((response, { request }) =>
      request.headers.get('accept') === 'application/xml' ? withStatus(response, 200) : response,
    ),
  },
  {
    id: 'full-result-answers-201',
    title: 'A service that promises 200 with the object in full answers 201.',
    breaks: ['create/full-result'],
    options: FULL,
    wrap: onCreated((response) => withStatus(response, 201)),
  },
  {
    id: 'full-result-only-id',
    title: 'A service that promises the object in full answers with its id alone.',
    breaks: ['create/full-result'],
    options: FULL,
    wrap: onCreated(async (response) => {
      if (!isJson(response)) return response;
      const { id } = (await response.json()) as { id: string }; // the mock's own deal
      return jsonAnswer(200, { id });
    }),
  },
  {
    id: 'full-result-lacks-price',
    title: 'A service that promises the object in full leaves its price out.',
    breaks: ['create/full-result'],
    options: FULL,
    wrap: onCreated(async (response) => {
      if (!isJson(response)) return response;
      const { price: _, ...rest } = (await response.json()) as { id: string; price: number }; // the mock's own deal
      return jsonAnswer(200, rest);
    }),
  },
  {
    id: 'full-result-answers-204',
    title: 'A service that promises the object in full answers 204 and shows nothing.',
    breaks: ['create/full-result'],
    options: FULL,
    wrap: onCreated(() => bareAnswer(204)),
  },
  {
    id: 'full-result-empty',
    title: 'A service that promises the object in full answers 200 with an empty object.',
    breaks: ['create/full-result'],
    options: FULL,
    wrap: onCreated(() => jsonAnswer(200, {})),
  },
];
