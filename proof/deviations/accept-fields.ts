import { type Deviation, onRequest } from './deviation.ts';
import { nestedRead } from './places.ts';
import { choosingAccept, onAccept, TYPES } from './representations.ts';
import { bareAnswer, resent } from './requests.ts';

const RULE = 'negotiate/quality';

/** Faults in how the parts of an Accept field are read: RFC 9110 5.6.1.2, 12.4.2, 12.5.1. */
export const acceptFields: readonly Deviation[] = [
  weighed(
    'accept-weight-digits-as-number',
    'The digits of a weight after the point are read as a number: 0.125 is more than 0.5.',
    (q) => (/^1/u.test(q) ? 1000 : Number(q.split('.')[1] ?? '0')),
  ),
  weighed(
    'accept-weight-as-text',
    'Weights are compared by the length of their text before their digits: 0.3 is less than 0.250.',
    (q) => (Number(q) === 0 ? 0 : q.length * 100 + Number(q) * 10),
  ),
  weighed('accept-three-digits-unknown', 'A weight of three digits is not read, and counts as 1.', (q) =>
    /^0\.\d{3}$/u.test(q) ? 1 : Number(q),
  ),
  weighed('accept-zero-of-digits-acceptable', 'Only the weight 0 excludes; 0.0 and 0.000 are a little weight.', (q) =>
    /^0\.0+$/u.test(q) ? 0.001 : Number(q),
  ),
  misread(
    'accept-capital-q-unknown',
    'A weight that is written with a capital Q is not read, and counts as 1.',
    (field) => field.replace(/;\s*Q=[\d.]+/gu, ''),
  ),
  refused(
    'accept-empty-member-400',
    'An Accept field with an empty member is answered 400.',
    /^\s*,|,\s*,|,\s*$/u,
    400,
  ),
  misread(
    'accept-empty-member-is-any',
    'An empty member of the Accept field takes anything, so JSON comes.',
    (field) => (/^\s*,|,\s*,|,\s*$/u.test(field) ? TYPES.json : undefined),
  ),
  misread('accept-ends-at-empty-member', 'What follows an empty member of the Accept field is not read.', (field) =>
    /^\s*,|,\s*,/u.test(field) ? field.replace(/(?:^|,)\s*,.*$/u, '') || TYPES.json : undefined,
  ),
  {
    id: 'nested-accept-zero-acceptable',
    title: 'For records inside a user a weight of 0 is not read, and the type counts.',
    breaks: [RULE],
    wrap: onRequest((seen, next) => {
      const accept = seen.request.headers.get('accept');
      if (nestedRead(seen) === undefined || accept === null) return next(seen.request);
      const request = resent(seen, {});
      request.headers.set('accept', accept.replace(/;\s*q=0(?:\.0*)?(?=\s*(?:,|$))/giu, ''));
      return next(request);
    }),
  },
  {
    id: 'nested-accept-empty-member-406',
    title: 'For records inside a user an Accept field with an empty member is answered 406.',
    breaks: [RULE],
    wrap: onRequest(async (seen, next) =>
      nestedRead(seen) !== undefined && /^\s*,|,\s*,|,\s*$/u.test(seen.request.headers.get('accept') ?? '')
        ? bareAnswer(406)
        : next(seen.request),
    ),
  },
];

function misread(id: string, title: string, change: (field: string) => string | undefined): Deviation {
  return { id, title, breaks: [RULE], wrap: onAccept((field) => (field === '' ? undefined : change(field))) };
}

/** Weights are read otherwise: what is read decides the order of the ranges, and 0 still excludes. */
function weighed(id: string, title: string, read: (q: string) => number): Deviation {
  return misread(id, title, (field) => {
    if (!/;\s*q=/iu.test(field)) return undefined;
    const ranges = field.split(',').filter((range) => range.trim() !== '');
    const weights = ranges.map((range) => read(/;\s*q=([\d.]+)/iu.exec(range)?.[1] ?? '1'));
    const order = [...new Set(weights.filter((w) => w > 0))].toSorted((a, b) => a - b);
    return ranges
      .map((range, i) => {
        const weight = weights[i] ?? 0;
        const rank = weight > 0 ? ((order.indexOf(weight) + 1) / order.length).toFixed(3) : '0';
        return `${range.replace(/;\s*q=.*$/iu, '').trim()};q=${rank}`;
      })
      .join(', ');
  });
}

function refused(id: string, title: string, shape: RegExp, status: number): Deviation {
  return {
    id,
    title,
    breaks: [RULE],
    wrap: onRequest(async (seen, next) =>
      shape.test(choosingAccept(seen) ?? 'a') ? bareAnswer(status) : next(seen.request),
    ),
  };
}
