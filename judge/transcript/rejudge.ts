import { NO_SESSION } from '../../client/session.ts';
import { messageOf } from '../../core/message-of.ts';
import type { Results } from '../../core/results/results.ts';
import { askedOf } from '../asked.ts';
import { checkOptions } from '../check-options.ts';
import { configOf } from '../config.ts';
import { judgeOnStage } from '../on-stage.ts';
import { type JudgeOptions, UsageProblem } from '../options.ts';
import { VERSION } from '../version.ts';
import { catalogueNow, outcomesOf } from './head.ts';
import { readTranscript, type Transcript } from './read.ts';
import { replay } from './replay.ts';

/** A run that was judged again. */
export interface Rejudged {
  readonly results: Results;
  /** Whether each rule came to the same outcome on each subject as in the run itself. */
  readonly isSame: boolean;
}

/** Judges a run again from its transcript: nothing is sent. Throws a UsageProblem where the transcript does not give all answers. */
export async function rejudge(path: string, calls: Pick<JudgeOptions, 'onPlan' | 'onResult'> = {}): Promise<Rejudged> {
  const transcript = await readTranscript(path);
  const { head, end } = transcript;
  const wanted: JudgeOptions = { ...head.options, ...calls, seed: head.seed };
  checkOptions(wanted);
  const options = configOf(wanted);
  const asked = askedOf(options, { ...head.file, baseUrl: head.baseUrl });
  const { session } = head;
  const opened = {
    session: NO_SESSION,
    secrets: end.secrets,
    secretFields: new Set(session.secretFields),
    madeUp: session.madeUp,
    value: session.value,
    ...(session.missing === undefined ? {} : { missing: session.missing }),
    notes: session.notes,
  };
  const run = { ...asked, options, startedAt: new Date(head.startedAt), opened, entropy: head.entropy };
  const { stage, refused, ...played } = replay(transcript, asked.draft, options.sizes.records);
  const results = await Promise.race([judgeOnStage(run, stage), refused]).catch((cause: unknown) => {
    played.end();
    throw otherRun(transcript, messageOf(cause));
  });
  const left = played.end();
  if (left !== undefined) throw otherRun(transcript, left);
  const { source } = end;
  const whole = source === undefined ? results : { ...results, target: { ...results.target, source } };
  return { results: whole, isSame: outcomesOf(whole).digest === end.outcomes.digest };
}

function otherRun({ path, head }: Transcript, why: string): UsageProblem {
  const { tool, catalogue } = head;
  const isSame = tool.version === VERSION && catalogue.digest === catalogueNow().digest;
  const hint = isSame
    ? 'it was put together by hand, or this is a defect of assayer'
    : `it was written by assayer ${tool.version} with other rules than this version, ${VERSION}, has: use that version`;
  return new UsageProblem(`${path} cannot be judged again: ${why}; ${hint}`);
}
