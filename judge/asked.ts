import type { Catalogue } from '../core/results/scoring.ts';
import type { Rule } from '../core/rule.ts';
import type { Draft } from '../target-file/draft.ts';
import type { TargetFile } from '../target-file/file.ts';
import { TargetProblem } from '../target-file/problem.ts';
import { resolveTarget } from '../target-file/resolve.ts';
import { consentTo } from './consent.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';
import { catalogueOf, selection } from './select.ts';

/** What options and target file ask for, before anything is sent. */
export interface Asked {
  readonly selected: (rule: Rule) => boolean;
  /** The rules that count; absent where all do. */
  readonly catalogue?: Catalogue;
  readonly draft: Draft;
  readonly consent: ReturnType<typeof consentTo>;
}

/** Reads what is asked for. Throws a UsageProblem where it means nothing. */
export function askedOf(options: JudgeOptions, file: TargetFile): Asked {
  const selected = selection(options);
  const catalogue = catalogueOf(options);
  const draft = draftOf(options, file);
  const consent = consentTo(options, file, draft.baseUrl);
  return { selected, ...(catalogue === undefined ? {} : { catalogue }), draft, consent };
}

function draftOf(options: JudgeOptions, file: TargetFile): Draft {
  try {
    const { claims, version, foundOperations } = options;
    return resolveTarget(file, {
      ...(claims === undefined ? {} : { claims }),
      ...(version === undefined ? {} : { version }),
      ...(foundOperations === undefined ? {} : { foundOperations }),
    });
  } catch (cause) {
    if (cause instanceof TargetProblem) throw new UsageProblem(cause.message, { cause });
    throw cause;
  }
}
