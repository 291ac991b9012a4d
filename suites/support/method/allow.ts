import type { Answer } from '../../../core/answer.ts';

/**
 * Whether an empty Allow field can be passed over: it says that nothing is allowed for now (RFC 9110 10.2.1). A target that names
 * methods in most of its refusals is held to it here as well; OPTIONS is often refused by what stands in front of the service.
 */
export function isBlankAsUsual(answer: Answer, refused: readonly Answer[]): boolean {
  const own = refused.filter(({ exchange }) => exchange.request.method !== 'OPTIONS');
  return isBlank(answer) && own.filter(isBlank).length * 2 >= own.length;
}

function isBlank(answer: Answer): boolean {
  return (answer.header('Allow') ?? '').trim() === '';
}

/** The methods that an Allow field names, as it spells them (RFC 9110 10.2.1); the empty name where it names none. */
export function allowedBy(answer: Answer): readonly string[] {
  return (answer.header('Allow') ?? '').split(',').map((name) => name.trim());
}

/**
 * Whether no member of an Allow field is empty, which a sender must not write (RFC 9110 5.6.1.1); the list as a whole may be empty (10.2.1).
 */
export function isWholeAllow(answer: Answer): boolean {
  return answer
    .headerLines('Allow')
    .every((line) => line.trim() === '' || line.split(',').every((name) => name.trim() !== ''));
}
