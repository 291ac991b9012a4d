import { request as send } from 'node:http';
import { type Comparison, compare } from './compare.ts';
import { get, post, type Sent } from './request.ts';
import { bare, MOCK, open } from './server.ts';

/** What the mock does as fast as a bare server, or nearly. */
export interface Contest {
  readonly name: string;
  readonly sent: Sent;
  /** The least share of the bare server's rate (issue 4). */
  readonly goal: number;
}

/** The contests of the issue. */
export const CONTESTS: readonly [Contest, ...Contest[]] = [
  { name: 'GET of one user', sent: get('/users/1'), goal: 0.85 },
  { name: 'GET of a query by name', sent: get('/users?name=Grace%20Hopper'), goal: 0.85 },
  { name: 'POST that creates a deal', sent: post('/rest/1/deals/', { name: 'a deal', price: 100 }), goal: 0.75 },
];

/** One round: both started anew, so that no round inherits what another created or compiled. */
export async function againstBare({ sent }: Contest, seconds: number): Promise<Comparison> {
  await using mock = await open(MOCK);
  const answer = await ask(mock.url, sent);
  await using rival = await open(bare({ [`${sent.method} ${sent.path}`]: asGiven(answer) }));
  refuseOther(await ask(rival.url, sent), answer);
  return await compare(mock, rival, [sent], seconds);
}

/** What the bare server gives for the first request of a contest. */
export async function bareAnswers(sent: Sent): Promise<object> {
  await using mock = await open(MOCK);
  return { [`${sent.method} ${sent.path}`]: asGiven(await ask(mock.url, sent)) };
}

interface Answer {
  readonly status: number;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

function ask(url: string, { method, path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = send(url + path, { method, headers }, (incoming) => {
      const { statusCode = 0, rawHeaders } = incoming;
      const fields = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as const] : []));
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () => resolve({ status: statusCode, fields, body: text }));
    });
    outgoing.on('error', reject).end(body);
  });
}

/** Fields that node:http writes for the bare server, and those that a creation has for itself. */
const NOT_GIVEN = { always: ['Date', 'Connection', 'Keep-Alive'], created: ['ETag', 'Location', 'Content-Length'] };

function asGiven({ status, fields, body }: Answer): object {
  const location = fields.find(([name]) => name === 'Location')?.[1];
  const own = location === undefined ? NOT_GIVEN.always : [...NOT_GIVEN.always, ...NOT_GIVEN.created];
  const given = fields.filter(([name]) => !own.includes(name)).flat();
  // The deal's collection as the Location writes it, which may be absolute.
  return { status, fields: given, body, path: location?.slice(0, location.lastIndexOf('/') + 1) };
}

// A contestant that sends less has an easier life: status, field names and body have to agree.
function refuseOther(rival: Answer, answer: Answer): void {
  const shape = ({ status, fields, body }: Answer): string =>
    JSON.stringify([status, fields.map(([name]) => name).toSorted(), body.replace(/http:\/\/[^/]+/gu, '')]);
  if (shape(rival) !== shape(answer))
    throw new Error(`bench/bare.mjs does not send what the mock sends:\n${shape(rival)}\n${shape(answer)}`);
}
