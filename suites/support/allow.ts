import type { Answer } from '../../core/answer.ts';

/** The methods that an Allow field names, as it spells them (RFC 9110 10.2.1); the empty name where it names none. */
export function allowedBy(answer: Answer): readonly string[] {
  return (answer.header('Allow') ?? '').split(',').map((name) => name.trim());
}
