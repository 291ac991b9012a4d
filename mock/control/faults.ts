import type { Mock, Wrap } from '../interface.ts';
import type { MockOptions } from '../options.ts';

/** The field of an answer that names the deliberate faults that changed it, in place of the rule that it would keep. */
export const DEVIATION_FIELD = 'x-mock-deviation';

/** A deliberate fault, as the control API lists it. */
export interface FaultInfo {
  readonly id: string;
  /** One sentence: what the mock does wrong. */
  readonly title: string;
  /** Ids of the rules that it breaks. */
  readonly breaks: readonly string[];
}

/** Deliberate faults that a mock can serve with. The mock is given them; it knows none itself. */
export interface FaultLibrary {
  /** Every fault. */
  all(): Promise<readonly FaultInfo[]>;
  /** Several faults as one wrapper, the first one innermost. Throws where an id names none. */
  together(ids: readonly string[]): Promise<Wrap>;
  /** The options under which these faults show; where two differ, the later one's. */
  optionsOf(ids: readonly string[]): Promise<MockOptions>;
  /** Ids of the faults that a mock serves with. */
  activeIn(mock: Pick<Mock, 'wrapped'>): readonly string[];
}
