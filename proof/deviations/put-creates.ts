import { onOperated } from './asked-operation.ts';
import { type Deviation, onAnswer, onRequest, withFields } from './deviation.ts';
import { TYPES } from './representations.ts';
import { bareAnswer, remembering } from './requests.ts';

/** Faults in which a PUT that creates a command document does not say so: document 4.2 (F and G), 4.4-c1, RFC 9110 9.3.4. */
export const putCreates: readonly Deviation[] = [
  {
    id: 'new-command-document-answers-200',
    title: 'A new command document of form F is answered 200 with its body, as one that was there before.',
    breaks: ['operation/effect'],
    wrap: onOperated({ form: 'F' }, asKnown),
  },
  {
    id: 'new-global-command-answers-204',
    title: 'A new command document of form G is answered 204, as one that was there before.',
    breaks: ['operation/effect'],
    wrap: onOperated({ form: 'G' }, (response) => (response.status === 201 ? bareAnswer(204) : response)),
  },
  {
    id: 'new-command-document-in-xml-answers-200',
    title: 'A new command document of form F or G is answered 201 in JSON, and 200 where Accept asks for XML.',
    breaks: ['operation/effect'],
    wrap: onAnswer((response, { method, path }) => {
      const isXml = (response.headers.get('content-type') ?? '').startsWith(TYPES.xml);
      return method === 'PUT' && /\/commands\/[^/]+$/u.test(path) && isXml ? asKnown(response) : response;
    }),
  },
  {
    id: 'second-command-document-answers-200',
    title: 'The first command document of a deal in form F is answered 201, and each later new one 200.',
    breaks: ['operation/effect'],
    wrap: remembering(
      () => new Set<string>(),
      (known) =>
        onRequest(async (seen, next) => {
          const response = await next(seen.request);
          const table = /^(.*\/deals\/[^/]+\/commands)\/[^/]+$/u.exec(seen.path)?.[1];
          if (seen.method !== 'PUT' || table === undefined || response.status !== 201) return response;
          const isLater = known.has(table);
          known.add(table);
          return isLater ? asKnown(response) : response;
        }),
    ),
  },
];

function asKnown(response: Response): Response {
  if (response.status !== 201) return response;
  return withFields(new Response(response.body, { status: 200, headers: response.headers }), { location: undefined });
}
