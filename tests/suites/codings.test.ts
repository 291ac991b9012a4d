import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { judged, type Server } from './judged.ts';

/** What comes packed is told from what comes as it is. */
interface Case {
  readonly title: string;
  readonly path: RegExp;
  /** The fields beside those of the plain answer. */
  readonly fields: Readonly<Record<string, string>>;
  readonly times?: number;
}

const KEY = /\/ssh-keys\/\d+$/u;
const USER = /^\/users\/[^/]+$/u;
const DEAL = /\/deals\/[^/]+$/u;
const NAMED = { 'content-encoding': 'gzip' };
const VARIED = { ...NAMED, vary: 'Accept, Accept-Encoding' };

/** Packs what is found there for clients that take gzip, and says so in these fields. */
function packs({ path, fields, times = 1 }: Case): Server {
  return {
    options: { operationForms: ['A'] },
    wrap: (fetch) => async (request) => {
      const answer = await fetch(request);
      const takes = /gzip(?!;q=0$)/u.test(request.headers.get('accept-encoding') ?? '') && request.method === 'GET';
      if (!takes || answer.status !== 200 || !path.test(new URL(request.url).pathname)) return answer;
      const headers = new Headers({ ...Object.fromEntries(answer.headers), ...fields });
      let body = Buffer.from(await answer.arrayBuffer());
      for (let time = 0; time < times; time += 1) body = gzipSync(body);
      headers.set('content-length', String(body.length));
      return new Response(body, { status: 200, headers });
    },
  };
}

const WRONG: readonly Case[] = [
  { title: 'a list twice and says it once', path: /^\/users$/u, fields: { ...VARIED, etag: 'W/"p"' }, times: 2 },
  { title: 'keys and does not say so', path: KEY, fields: { vary: 'Accept-Encoding', etag: 'W/"p"' } },
  { title: 'users under the tag of the plain body', path: USER, fields: VARIED },
  { title: 'deals without Vary', path: DEAL, fields: { ...NAMED, vary: 'Accept', etag: 'W/"p"' } },
];

const LEGAL: readonly Case[] = [
  { title: 'all under weak tags', path: /^/u, fields: { ...VARIED, etag: 'W/"p"' } },
  {
    title: 'what no cache may keep without Vary',
    path: /^/u,
    fields: { ...NAMED, vary: 'Accept', etag: '"packed"', 'cache-control': 'private, no-store' },
  },
];

const RULES = ['negotiate/labelled', 'read/made'];

describe('a server that packs', () => {
  it.each(inGate(WRONG))('$title fails', { tags: ['night'] }, async (one) => {
    expect((await judged(RULES, packs(one))).ended('fail')).not.toEqual([]);
  });

  it.each(LEGAL)('$title fails nothing', { tags: ['night'] }, async (one) => {
    expect((await judged(RULES, packs(one))).ended('fail')).toEqual([]);
  });
});
