import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { entriesOf } from '../query/queries.ts';
import { OF_OTHERS } from '../written-otherwise.ts';

/** A message that asks for the same. */
interface Message {
  readonly title: string;
  readonly write: (request: HttpRequest) => HttpRequest;
  /** Refusals that are right, or of what stands in front. */
  readonly mayAnswer: readonly number[];
}

const MESSAGES: readonly Message[] = [
  // Options of a connection have no case, and are a list (RFC 9110 7.6.1); TE asks for nothing but what it says (10.1.4).
  {
    title: 'Connection: TE, Close (RFC 9110 7.6.1)',
    write: (request) => ({
      ...request,
      headers: { ...request.headers, te: 'trailers' },
      written: { connection: 'TE, Close' },
    }),
    mayAnswer: [],
  },
  // Nobody has to speak it (RFC 9110 15.6.6, 15.5.22).
  {
    title: 'HTTP/1.0 (RFC 9112 2.3)',
    write: (request) => ({ ...request, written: { version: '1.0' } }),
    mayAnswer: [400, 426, 505],
  },
  // Another address by its letters, which may name nothing, but no malformed one (RFC 3986 3.4).
  {
    title: 'an empty query (RFC 3986 3.4)',
    write: (request) => ({ ...request, address: `${request.address}?` }),
    mayAnswer: [404],
  },
];

/**
 * Reads one collection by messages that every server of HTTP/1.1 has to take, beside the usual one. A whole address in the request line and an empty
 * line before it are not sent: no client may send them to a server (RFC 9112 3.2.1, 2.2), and the first ends many a small one for good.
 */
export async function readsHoweverAsked(trial: Trial): Promise<readonly Answer[]> {
  const resource = trial.target.resources.find(
    ({ list, never, unserved }) => list !== undefined && !never.includes('GET') && unserved === undefined,
  );
  const address = resource?.list?.address;
  if (resource === undefined || address === undefined || address.includes('?')) return [];
  const request = withFieldsOf(resource, { method: 'GET', address });
  const usual = await trial.probe(request);
  // Who answers as HTTP/1.0 is held to none of it.
  if (usual.status !== 200 || usual.wire?.isOld === true) return [usual];
  const answers = [usual];
  for (const { title, write, mayAnswer } of MESSAGES) {
    const answer = await trial.probe(write(request));
    answers.push(answer);
    const { status } = answer;
    if ([...OF_OTHERS, ...mayAnswer].includes(status) || (status >= 300 && status < 400)) continue;
    answer.owes(isAlike(usual, answer, resource), `the collection as without ${title}`);
  }
  return answers;
}

/** A list may grow meanwhile, but not become empty. */
function isAlike(usual: Answer, other: Answer, resource: Resource): boolean {
  if (other.status !== 200 || other.mediaType !== usual.mediaType) return false;
  return entriesOf(usual, resource).length === 0 || entriesOf(other, resource).length > 0;
}
