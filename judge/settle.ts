import type { Transport } from '../core/http/exchange.ts';
import { triesOperations } from '../core/run/catalogue.ts';
import type { Target } from '../core/target.ts';
import { RULES } from '../suites/index.ts';
import { assume, lookFirst, NothingServed, Unreachable } from '../target-file/assume.ts';
import type { InquiryOptions } from '../target-file/inquiry.ts';
import type { RunInput } from './run-input.ts';

/** The target with everything that nobody said found out, or why there is nothing to judge. Throws what keeps the run from beginning. */
export async function settle(
  { draft, opened, problem, selected }: RunInput,
  transport: Transport,
  how: InquiryOptions,
): Promise<Target | Unreachable | NothingServed> {
  try {
    if (problem !== undefined) {
      await lookFirst(draft, transport, how);
      throw problem;
    }
    const target = await assume(draft, transport, { ...how, operates: triesOperations(RULES, selected) });
    const { value, missing } = opened;
    const session = {
      ...target.session,
      ...(value === undefined ? {} : { value }),
      ...(missing === undefined ? {} : { missing }),
    };
    return { ...target, session, assumed: [...target.assumed, ...opened.notes] };
  } catch (cause) {
    if (cause instanceof Unreachable || cause instanceof NothingServed) return cause;
    throw cause;
  }
}
