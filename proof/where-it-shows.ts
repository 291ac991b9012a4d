import { FORMS } from '../core/claims.ts';
import type { Shows } from '../core/results/known-faults.ts';
import type { Results, SavedExchange } from '../core/results/results.ts';
import type { MockOptions } from '../mock/index.ts';

/** Judges the mock with one fault, under other claims. */
export type Judging = (claims: Partial<MockOptions>) => Promise<Pick<Results, 'results'>>;

/** A claim that may hide a fault. */
interface Hiding {
  readonly claim: keyof Shows;
  /** The value that may hide it. */
  readonly value: unknown;
  /** Subjects that exist only where the claim is another: a fault that is seen on them alone needs no look. */
  readonly own?: RegExp;
  /** Whether an exchange has to do with what the claim is about. */
  readonly isAbout: (exchange: SavedExchange) => boolean;
  /** The values under which it is tried where it is hidden; each comes with the claims that are judged. */
  readonly others: readonly (readonly [value: string | number | boolean, claims: Partial<MockOptions>])[];
  /** The claims that lack one value alone: tried where no value shows the fault by itself, as one that takes two forms to be seen. */
  readonly lacking?: (value: string | number | boolean) => Partial<MockOptions>;
}

const HIDING: readonly Hiding[] = [
  {
    claim: 'representations',
    value: ['json'],
    own: /:(?:xml|html)$/u,
    isAbout: ({ request, response }) =>
      [...request.headers, ...(response?.headers ?? [])].some(
        ([name, value]) => /^(?:accept|content-type|vary|link)$/iu.test(name) && /xml|html/iu.test(value),
      ) || /[.=](?:xml|html)\b/u.test(request.url),
    others: [
      ['xml', { representations: ['json', 'xml'] }],
      ['html', { representations: ['json', 'html'] }],
    ],
  },
  {
    claim: 'operationForms',
    value: [],
    own: /\/[A-G]$/u,
    isAbout: ({ request }) =>
      /\/deals\/[^/?]+\/[^/?]|\/commands\//u.test(request.url) ||
      (request.method === 'PUT' && /\/deals\//u.test(request.url)),
    others: FORMS.map((form) => [form, { operationForms: [form] }] as const),
    lacking: (value) => ({ operationForms: FORMS.filter((form) => form !== value) }),
  },
  {
    claim: 'commandQuery',
    value: false,
    own: /^(?:query|command):/u,
    isAbout: ({ request }) => /\/(?:command|query)\//u.test(request.url),
    others: [[true, { commandQuery: true }]],
  },
  {
    claim: 'session',
    value: 'none',
    isAbout: ({ request }) => new URL(request.url).pathname === '/',
    others: [
      ['presence', {}],
      ['validated', { session: 'validated' }],
    ],
  },
  {
    claim: 'emptyQuery',
    value: 204,
    isAbout: ({ request }) => /\?|\/query\//u.test(request.url),
    others: [[200, {}]],
  },
  {
    claim: 'deleted',
    value: 410,
    isAbout: ({ request, response }) =>
      request.method === 'DELETE' || response?.status === 404 || response?.status === 410,
    others: [[404, {}]],
  },
];

/**
 * The claims under which a fault shows, where others hide it: one that shows in XML alone is none of a server that has JSON alone.
 * It is judged again only where some failure has to do with what a claim is about; of a fault that counts, all of them.
 */
export async function whereItShows(
  run: Pick<Results, 'results' | 'exchanges'>,
  told: Readonly<Partial<MockOptions>>,
  judging: Judging,
  isCounting = false,
): Promise<Shows | undefined> {
  const shows: Record<string, readonly (string | number | boolean)[]> = {};
  for (const hiding of HIDING) {
    const { claim, value, others, lacking } = hiding;
    if (told[claim] !== undefined || !mayHide(run, hiding, isCounting)) continue;
    if (isSeen(await judging({ [claim]: value }))) continue;
    const seen: (string | number | boolean)[] = [];
    for (const [other, claims] of others) {
      if (others.length === 1 || isSeen(await judging(claims))) seen.push(other);
    }
    if (seen.length === 0 && lacking !== undefined) {
      for (const [other] of others) if (!isSeen(await judging(lacking(other)))) seen.push(other);
    }
    shows[claim] = seen.length > 0 ? seen : others.map(([other]) => other);
  }
  return Object.keys(shows).length === 0 ? undefined : shows;
}

function mayHide(
  { results, exchanges }: Pick<Results, 'results' | 'exchanges'>,
  { own, isAbout }: Hiding,
  isCounting: boolean,
): boolean {
  const failed = results.filter(isKill);
  const somewhere = failed.filter(({ subject }) => subject !== 'target');
  if (own !== undefined && somewhere.length > 0 && somewhere.every(({ subject }) => own.test(subject))) return false;
  const isAboutIt = ({ subject, witness }: Results['results'][number]): boolean => {
    const cited = witness.flatMap((id) => exchanges[id] ?? []);
    return own?.test(subject) === true || cited.length === 0 || cited.some(isAbout);
  };
  // The others may come of it too, and cite only how it shows elsewhere. A fault that counts is hidden by any other number of requests.
  return isCounting ? failed.every(isAboutIt) : failed.some(isAboutIt);
}

/** Whether a rule of level must or should failed. */
export function isSeen({ results }: Pick<Results, 'results'>): boolean {
  return results.some(isKill);
}

function isKill({ outcome, level }: Results['results'][number]): boolean {
  return outcome === 'fail' && level !== 'may';
}
