import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** Services that take a date with a time and a zone for a new completion date, and show it in their own way (document 2: no formats). */
const RULE = 'operation/effect';
const SUBJECT = 'ChangeCompletionDate/A';
const options = { operationForms: ['A'], representations: ['json'] } as const;

const MOMENT = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\+02:00/u;

/** Passes the day on, and shows the moment by which it came as this tells it; undefined: as the day. */
function dating(tell: (moment: string, day: string) => string | undefined): (fetch: Fetch) => Fetch {
  const moments = new Map<string, string>();
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const deal = /^\/rest\/1\/deals\/[^/]+/u.exec(pathname)?.[0] ?? '';
    const body = request.method === 'PUT' ? await request.clone().text() : '';
    const [moment, day] = MOMENT.exec(body) ?? [];
    if (moment !== undefined && day !== undefined) {
      moments.set(deal, moment);
      const headers = { 'content-type': 'application/json' };
      return fetch(new Request(request.url, { method: 'PUT', headers, body: body.replace(moment, day) }));
    }
    const answer = await fetch(request);
    const sent = moments.get(pathname);
    const shown = sent === undefined ? undefined : tell(sent, sent.slice(0, 10));
    if (request.method !== 'GET' || answer.status !== 200 || shown === undefined) return answer;
    const own: unknown = await answer.json();
    return Response.json({ ...(own as object), completionDate: shown }); // a deal is an object
  };
}

test.each([
  ['the zone is lost', dating((moment) => moment.replace('+02:00', 'Z'))],
  ['the day is another one', dating(() => '2030-01-01')],
  ['the date is gone', dating(() => '')],
])('it is found where %s', async (_what, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap, options });
  expect(of(RULE, SUBJECT).outcome).toBe('fail');
});

test.each([
  ['as it was sent', dating((moment) => moment)],
  ['in UTC', dating((moment) => new Date(moment).toISOString())],
  ['as the day', dating(() => undefined)],
  ['rounded to the beginning of the day', dating((_moment, day) => `${day}T00:00:00Z`)],
])('a moment that is shown %s fails nothing', async (_what, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap, options });
  expect(of(RULE, SUBJECT).outcome).toBe('pass');
});
