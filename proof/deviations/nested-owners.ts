import { type Deviation, onRequest, type RequestView } from './deviation.ts';
import { type NestedPlace, nestedRead } from './places.ts';
import { resent } from './requests.ts';

const LAST = 1;

/** Faults in whose records are read below a user, or below a deal: document 4.2 (form E), 4.4. */
export const nestedOwners: readonly Deviation[] = [
  other(
    'nested-page-clamped',
    'In HTML an index beyond the end shows the last address.',
    'read/nested-out-of-range',
    ({ owner, name, index }, seen) =>
      name === 'address' &&
      /^\d+$/u.test(index) &&
      Number(index) > LAST &&
      (seen.request.headers.get('accept') ?? '').startsWith('text/html')
        ? { owner, index: String(LAST) }
        : undefined,
  ),
  other(
    'nested-xml-of-another-owner',
    'In XML the keys are those of the next user.',
    'negotiate/equivalent',
    ({ owner, index, name }, seen) =>
      name === 'ssh-keys' && (seen.request.headers.get('accept') ?? '').startsWith('application/xml')
        ? { owner: next(owner), index }
        : undefined,
  ),
];

const next = (owner: string): string => String((Number(owner) % 5) + 1);

/** A fault that reads a record below another owner or at another index. */
function other(
  id: string,
  title: string,
  rule: string,
  found: (place: NestedPlace, seen: RequestView) => Pick<NestedPlace, 'owner' | 'index'> | undefined,
): Deviation {
  return {
    id,
    title,
    breaks: [rule],
    wrap: onRequest((seen, answer) => {
      const place = nestedRead(seen);
      const known = place !== undefined && /^[1-5]$/u.test(place.owner) ? found(place, seen) : undefined;
      if (place === undefined || known === undefined) return answer(seen.request);
      const path = seen.path.replace(/\/users\/.*$/u, `/users/${known.owner}/${place.name}/${known.index}`);
      return answer(resent(seen, { path: path + seen.search }));
    }),
  };
}
