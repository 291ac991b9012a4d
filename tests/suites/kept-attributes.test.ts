import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { before, isJson, judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

type Deal = Readonly<Record<string, unknown>>;

/** A service that tells a cancellation by a word of its own, and keeps attributes that it does not know. */
function keepsWhatItIsSent(fetch: Fetch): Fetch {
  const kept = new Map<string, Deal>();
  const own = ({ canceled, amercement: _, reason: __, ...deal }: Deal): Deal => ({
    ...deal,
    ...(canceled === true ? { status: 'withdrawn' } : {}),
    ...kept.get(String(deal['id'])),
  });
  const shown = rewritingJson<Deal | readonly Deal[]>(/\/deals\b/u, (value) =>
    Array.isArray(value) ? value.map(own) : 'id' in value ? own(value) : value,
  );
  const storing = before(async ({ method, path, body }, next) => {
    const id = /\/deals\/([^/]+)$/u.exec(path)?.[1];
    const sent: unknown = method === 'PUT' && id !== undefined && isJson(body) ? JSON.parse(body) : undefined;
    if (typeof sent !== 'object' || sent === null || !('canceled' in sent)) return next();
    kept.set(id ?? '', { ...sent });
    return new Response(null, { status: 204 });
  });
  return shown(storing(fetch));
}

const FORMS = { claims: { operationForms: ['A', 'D'], representations: ['json'] } } as const;

test.each(['operation/effect', 'operation/forms-agree', 'command/effect'])(
  'legal: attributes of form D that nobody told are kept as they came (%s)',
  async (rule) => {
    const { results } = await judged([rule], {
      wrap: keepsWhatItIsSent,
      file: FORMS,
      hasUntoldOperations: true,
      runs: 1,
    });
    const ofIt = results.filter(({ subject }) => subject.startsWith('CancelDeal') || rule.startsWith('command'));
    expect(ofIt.length).toBeGreaterThan(0);
    expect(ofIt.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  },
);
