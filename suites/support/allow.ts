import type { Answer } from '../../core/answer.ts';

/**
 * Whether an empty Allow field can be passed over: it says that nothing is allowed for now (RFC 9110 10.2.1). A target that names
 * methods in others of its refusals is held to it here as well; OPTIONS is often refused by what stands in front of the service.
 */
export function isBlankThroughout(answer: Answer, others: readonly Answer[]): boolean {
  return isBlank(answer) && others.every((other) => isBlank(other) || other.exchange.request.method === 'OPTIONS');
}

function isBlank(answer: Answer): boolean {
  return (answer.header('Allow') ?? '').trim() === '';
}

/** The methods that an Allow field names, as it spells them (RFC 9110 10.2.1); the empty name where it names none. */
export function allowedBy(answer: Answer): readonly string[] {
  return (answer.header('Allow') ?? '').split(',').map((name) => name.trim());
}
