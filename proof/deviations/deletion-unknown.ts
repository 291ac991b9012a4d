import { isDeletion } from './deletion.ts';
import { type Deviation, onAnswer } from './deviation.ts';
import { bareAnswer, dealIn, remembering } from './requests.ts';

const WATCHED = { 'status/202-missing': 'it watches every request for what never was' };

/** Faults in what is answered to a DELETE of what never was: document 4.4-m1. */
export const deletionUnknown: readonly Deviation[] = [
  unknown('delete-unknown-answers-204', 'DELETE of what never was is answered 204.', 204, () => true, WATCHED),
  unknown('delete-unknown-answers-200', 'DELETE of what never was is answered 200.', 200, () => true, WATCHED),
  unknown('delete-unknown-answers-202', 'DELETE of what never was is answered 202.', 202, () => true, WATCHED),
  unknown('delete-unknown-answers-400', 'DELETE of what never was is answered 400.', 400, () => true, WATCHED),
  unknown('delete-unknown-answers-410', 'DELETE of what never was is answered 410.', 410, () => true),
  unknown('delete-unknown-breaks-the-server', 'DELETE of what never was is answered 500.', 500, () => true, {
    'status/no-server-error': 'it watches every answer',
  }),
  unknown('delete-word-answers-400', 'DELETE of an id that is no number is answered 400.', 400, isNoNumber, WATCHED),
  unknown('delete-uuid-answers-204', 'DELETE of an unknown UUID is answered 204.', 204, isUuid, WATCHED),
  unknown('delete-long-id-answers-400', 'DELETE of an id of 200 characters is answered 400.', 400, isLong, WATCHED),
  unknown('delete-huge-number-answers-400', 'DELETE of a number beyond 64 bits is answered 400.', 400, isHuge, WATCHED),
  unknown('delete-unicode-id-answers-400', 'DELETE of an id in Chinese is answered 400.', 400, isChinese, WATCHED),
  unknown(
    'delete-encoded-id-answers-204',
    'DELETE of an id that is percent-encoded is answered 204.',
    204,
    isEncoded,
    WATCHED,
  ),
  unknown('delete-negative-id-answers-204', 'DELETE of a negative id is answered 204.', 204, isNegative, WATCHED),
  unknown('delete-quote-breaks-the-server', 'DELETE of an id with a single quote is answered 500.', 500, isQuoted, {
    'status/no-server-error': 'it watches every answer',
  }),
  unknown(
    'delete-prototype-answers-204',
    'DELETE of a name that every object has is answered 204.',
    204,
    isMember,
    WATCHED,
  ),
];

/** DELETE of ids of some shape that never were. */
function unknown(
  id: string,
  title: string,
  status: number,
  isShape: (id: string) => boolean,
  alsoStrikes: Readonly<Record<string, string>> = {},
): Deviation {
  return {
    id,
    title,
    breaks: ['delete/unknown'],
    alsoStrikes,
    wrap: remembering(
      () => new Set<string>(),
      (deleted) =>
        onAnswer((response, seen) => {
          if (!isDeletion(seen)) return response;
          if (response.ok) deleted.add(seen.path);
          const never = response.status === 404 && !deleted.has(seen.path);
          return never && isShape(dealIn(seen.path) ?? '') ? bareAnswer(status) : response;
        }),
    ),
  };
}

function isNoNumber(id: string): boolean {
  return !/^\d+$/u.test(id);
}
function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-/u.test(id);
}
function isLong(id: string): boolean {
  return id.length >= 200;
}
function isHuge(id: string): boolean {
  return /^\d{20,}$/u.test(id);
}
function isChinese(id: string): boolean {
  return /^(?:%E[4-9]%[0-9A-F]{2}%[0-9A-F]{2})+$/iu.test(id);
}
function isEncoded(id: string): boolean {
  return /^(?:%[67][0-9A-F])+$/iu.test(id);
}
function isNegative(id: string): boolean {
  return /^-\d+$/u.test(id);
}
function isQuoted(id: string): boolean {
  return id.includes("'") || id.includes('%27');
}
function isMember(id: string): boolean {
  return id === 'constructor' || id === '__proto__';
}
