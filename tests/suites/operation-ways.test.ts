import { describe, expect, it } from 'vitest';
import type { Form } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** A place that keeps what it knew of a deal before an operation in one of the forms. */
interface Case {
  readonly title: string;
  readonly form: Form;
  readonly isOperation: (request: Request) => boolean;
  /** Which readings are told from the copy. */
  readonly isStale: (url: URL, accept: string) => boolean;
}

const WRITES: readonly string[] = ['PUT', 'POST'];
const inPath = (path: RegExp) => (request: Request) =>
  WRITES.includes(request.method) && path.test(new URL(request.url).pathname);
const IN_C = inPath(/\/deals\/\d+$/u);
const IN_E = inPath(/\/deals\/\d+\/\w+s$/u);
const IN_F = inPath(/\/deals\/\d+\/commands\//u);
const IN_B = inPath(/\/deals\/\d+\/[\w-]+ed$/u);

const WRONG: readonly Case[] = [
  {
    title: 'the JSON that a suffix chooses',
    form: 'C',
    isOperation: IN_C,
    isStale: ({ pathname }) => pathname.endsWith('.json'),
  },
  {
    title: 'the XML that a suffix chooses',
    form: 'C',
    isOperation: IN_C,
    isStale: ({ pathname }) => pathname.endsWith('.xml'),
  },
  {
    title: 'the HTML that Accept chooses',
    form: 'F',
    isOperation: IN_F,
    isStale: ({ pathname }, accept) => /\d$/u.test(pathname) && accept === 'text/html',
  },
  {
    title: 'the JSON that a parameter chooses',
    form: 'F',
    isOperation: IN_F,
    isStale: ({ search }) => search === '?format=json',
  },
  {
    title: 'the entry in the list',
    form: 'E',
    isOperation: IN_E,
    isStale: ({ pathname }, accept) => /\/deals\/?$/u.test(pathname) && !/xml|html/u.test(accept),
  },
  {
    title: 'the entry that a query finds',
    form: 'B',
    isOperation: IN_B,
    isStale: ({ pathname }) => pathname.startsWith('/query/deals/'),
  },
];

type Deal = Readonly<Record<string, unknown>>;

/** Tells these readings from a copy that was taken before the operation; after `reads` of them it is taken anew. */
const keepingOld =
  ({ isOperation, isStale }: Case, reads = Number.POSITIVE_INFINITY) =>
  (fetch: Fetch): Fetch => {
    const old = new Map<string, Deal>();
    let count = 0;
    return async (request) => {
      const url = new URL(request.url);
      const id = /\/deals\/(\d+)/u.exec(url.pathname)?.[1] ?? /"deal":"?(\d+)/u.exec(await request.clone().text())?.[1];
      if (isOperation(request) && id !== undefined) {
        const read = await fetch(new Request(`${url.origin}/rest/1/deals/${id}`));
        if (read.ok && !old.has(id)) old.set(id, await read.json());
        count = 0;
      }
      const response = await fetch(request);
      if (request.method !== 'GET' || !response.ok || !isStale(url, request.headers.get('accept') ?? ''))
        return response;
      count += 1;
      if (count > reads) return response;
      return new Response(asBefore(await response.text(), old, id), { headers: response.headers });
    };
  };

function asBefore(text: string, old: ReadonlyMap<string, Deal>, id: string | undefined): string {
  if (/^[[{]/u.test(text)) {
    const value: Deal | Deal[] = JSON.parse(text);
    const before = (deal: Deal): Deal => old.get(String(deal['id'])) ?? deal;
    return JSON.stringify(Array.isArray(value) ? value.map(before) : before(value));
  }
  const known = id === undefined ? undefined : old.get(id);
  if (known === undefined) return text;
  const names = ['price', 'holdReason', 'reason', 'amercement', 'whyChanged'];
  return names.reduce(
    (all, name) =>
      all.replace(new RegExp(`(<${name}>|<dt>${name}</dt>\\s*<dd>)[^<]*`, 'u'), `$1${String(known[name] ?? '')}`),
    text,
  );
}

const EFFECT = 'operation/effect';
const options = (form: Form): { readonly operationForms: Form[] } => ({ operationForms: ['A', form] });

describe('a server that', () => {
  it.concurrent.each(inGate(WRONG))(
    'keeps $title from before operations in form $form fails',
    { tags: ['night'] },
    async (one) => {
      const { ended } = await judged([`${EFFECT}#*/${one.form}`], {
        options: options(one.form),
        wrap: keepingOld(one),
      });
      expect(ended('fail')).not.toEqual([]);
    },
  );

  it.concurrent.each(inGate(WRONG))('shows $title a little later fails nothing', { tags: ['night'] }, async (one) => {
    const { ended } = await judged([`${EFFECT}#*/${one.form}`], {
      options: options(one.form),
      wrap: keepingOld(one, 1),
    });
    expect(ended('fail')).toEqual([]);
  });

  it('lists a deal twice after an operation fails', { tags: ['night'] }, async () => {
    const { of } = await judged([EFFECT], {
      options: { operationForms: ['A'] },
      wrap: (fetch) => async (request) => {
        const response = await fetch(request);
        const isList = request.method === 'GET' && /\/deals\/?$/u.test(request.url);
        if (!isList || !response.ok || response.headers.get('content-type') !== 'application/json') return response;
        const deals: readonly Deal[] = await response.json();
        return Response.json([...deals, ...deals.filter(({ held }) => held === true)]);
      },
    });
    expect(of(EFFECT, 'HoldDeal/A').outcome).toBe('fail');
  });

  it('writes down on the deal what it refused fails', async () => {
    const refused = new Set<string>();
    const { of } = await judged(['operation/missing-parameter'], {
      options: { operationForms: ['A'] },
      wrap: (fetch) => async (request) => {
        const response = await fetch(request);
        const path = new URL(request.url).pathname;
        const own = /\/deals\/\d+/u.exec(path)?.[0] ?? '';
        if (request.method === 'PUT' && response.status === 400) refused.add(own);
        if (request.method !== 'GET' || !response.ok || !path.endsWith(own) || !refused.has(own)) return response;
        const deal: Deal = await response.json();
        return Response.json({ ...deal, lastProblem: 'no reason' });
      },
    });
    expect(of('operation/missing-parameter', 'HoldDeal/A').outcome).toBe('fail');
  });
});
