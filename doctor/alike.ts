import type { Answer } from '../core/answer.ts';
import type { Finding } from './finding.ts';

/** Which answer came to which address. */
export interface Answered {
  readonly address: string;
  readonly answer: Answer | undefined;
}

/**
 * What it means where every collection is answered as an address that cannot exist is, and not with a list: nothing that check sees there
 * is evidence. An answer may quote its address.
 */
export function findingsOfAlike(lists: readonly Answered[], nothing: Answered): Finding[] {
  const isSame = ({ address, answer }: Answered): boolean =>
    answer?.succeeded === true &&
    nothing.answer?.status === answer.status &&
    !Array.isArray(answer.representation.value) &&
    answer.text.replaceAll(address, '') === nothing.answer.text.replaceAll(nothing.address, '');
  if (lists.length === 0 || !lists.every(isSame)) return [];
  const told = `GET ${lists.map(({ address }) => address).join(', ')} and one about nothing were answered alike: ${nothing.answer?.brief ?? ''}`;
  const remedy =
    'check the base address: something else answers there, whatever it is asked; another API: assayer init';
  return [{ subject: 'base', weight: 'blocks', told, remedy }];
}
