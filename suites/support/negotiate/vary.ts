import type { Answer } from '../../../core/answer.ts';

/** Whether a cache is told that this request field chose the answer (RFC 9110 12.5.5). `field` is in lower case. */
export function variesBy(answer: Answer, field: string): boolean {
  const named = varyNames(answer);
  return named.includes(field) || named.includes('*');
}

/** The fields that Vary names, in lower case. */
export function varyNames(answer: Answer): readonly string[] {
  return answer
    .headerLines('Vary')
    .flatMap((line) => line.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}
