import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { json, judged } from './judged.ts';

const QUERY = /^(.*\/query\/deals\/)([^/?]+)$/u;
const KEPT = 60;

/** Changes a parameter of /query/, knowing the names of the deals that were made. */
function withParameter(change: (parameter: string, names: readonly string[]) => string | undefined) {
  return (fetch: Fetch): Fetch => {
    const names: string[] = [];
    return async (request) => {
      if (request.method === 'POST') names.push(/"name":"([^"]*)"/u.exec(await request.clone().text())?.[1] ?? '');
      const [, place, encoded] = QUERY.exec(request.url) ?? [];
      if (place === undefined || encoded === undefined) return fetch(request);
      const parameter = change(decodeURIComponent(encoded), names);
      return parameter === undefined
        ? json(404, {})
        : fetch(new Request(place + encodeURIComponent(parameter), request));
    };
  };
}

const ended = async (wrap: (fetch: Fetch) => Fetch): Promise<string[]> =>
  (await judged(['query/records'], { wrap })).ended('fail');

test('found: a parameter that is cut before it is looked for', async () => {
  expect(await ended(withParameter((own) => own.slice(0, KEPT)))).toEqual(['query/records query:deals']);
});

test('found: texts of which the beginning alone is compared', async () => {
  const alike = (own: string, names: readonly string[]): string =>
    own.length < KEPT ? own : (names.find((name) => name.slice(0, KEPT) === own.slice(0, KEPT)) ?? own);
  expect(await ended(withParameter(alike))).toEqual(['query/records query:deals']);
});

test('legal: a search by resemblance', async () => {
  const near = (own: string, names: readonly string[]): string =>
    own.length < KEPT ? own : (names.find((name) => name.split(' ')[1] === own.split(' ')[1]) ?? own);
  expect(await ended(withParameter(near))).toEqual([]);
});

test('legal: a service that takes no long names', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) =>
      request.method === 'POST' && (await request.clone().text()).length > 2 * KEPT ? json(400, {}) : fetch(request);
  expect(await ended(wrap)).toEqual([]);
});
