import { createHash } from 'node:crypto';
import { secretsOf } from '../../client/session.ts';
import { isGivenSecret } from '../../core/redaction/secrets.ts';
import type { Results } from '../../core/results/results.ts';
import { RULES } from '../../suites/index.ts';
import type { TargetFile } from '../../target-file/file.ts';
import type { Run } from '../on-stage.ts';
import type { JudgeOptions } from '../options.ts';
import { VERSION } from '../version.ts';
import type { Hiding, KnownSecrets } from './hiding.ts';
import { type EndLine, FORMAT, type HeadLine, type KeptOptions } from './lines.ts';

/** A run that is about to be recorded, and who asks. */
export interface Recorded extends Run {
  readonly file: TargetFile;
  readonly headers: Readonly<Record<string, string>>;
}

/** The first line of a transcript. */
export function headOf({ options, file, draft, opened, startedAt, entropy }: Recorded, hiding: Hiding): HeadLine {
  const { value, missing, madeUp, notes, secretFields } = opened;
  const isSecret = value !== undefined && !madeUp.includes(value);
  return {
    format: FORMAT,
    tool: { name: 'assayer', version: VERSION },
    catalogue: catalogueNow(),
    startedAt: startedAt.toISOString(),
    seed: options.seed,
    entropy,
    baseUrl: draft.baseUrl,
    options: hiding.data(keptOptions(options)),
    file: hiding.data(keptFile(file, hiding)),
    session: {
      ...(value === undefined ? {} : { value: isSecret ? hiding.value(value) : value }),
      ...(missing === undefined ? {} : { missing }),
      madeUp,
      notes: notes.map(hiding.text),
      secretFields: [...secretFields],
    },
  };
}

/** What is secret before the first request of the run. */
export function secretsIn({ opened, headers, file }: Recorded): KnownSecrets {
  const { resources = [], unavailable } = file;
  const fields = [
    headers,
    opened.session.headers,
    ...resources.map((resource) => resource.headers ?? {}),
    typeof unavailable === 'object' ? (unavailable.headers ?? {}) : {},
  ];
  return {
    secrets: opened.secrets,
    fieldValues: [...fields.flatMap((one) => Object.values(one)), ...secretsOf(opened.session)],
    fields: opened.secretFields,
    madeUp: opened.madeUp,
  };
}

/** The rules of this version. */
export function catalogueNow(): HeadLine['catalogue'] {
  return { rules: RULES.length, digest: digestOf(RULES.map(({ id, level }) => `${id} ${level}`)) };
}

/** What a run came to, in short: enough to tell whether another one came to the same. */
export function outcomesOf({ results, unscored = [] }: Results): EndLine['end']['outcomes'] {
  const all = [...results, ...unscored];
  return { results: all.length, digest: digestOf(all.map((one) => `${one.rule} ${one.subject} ${one.outcome}`)) };
}

function digestOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}

function keptOptions(options: JudgeOptions): KeptOptions {
  const { claims, version, rules, skip, level, concurrency, settleMs, runs, only, shard, catalogue, replay } = options;
  const { readOnly, allowWrites, minExercised, maxNotExercised, minCoverage, failOn, labels, waivers, bail } = options;
  const { maxTimeMs, cleanUpMs, maxLeftBehind, sizes, fast, foundOperations } = options;
  const kept = {
    ...{ claims, version, rules, skip, level, concurrency, settleMs, runs, only, shard, catalogue, replay },
    ...{ readOnly, allowWrites, minExercised, maxNotExercised, minCoverage, failOn, labels, waivers, bail },
    ...{ maxTimeMs, cleanUpMs, maxLeftBehind, sizes, fast, foundOperations },
  };
  // As exact optional properties ask for: what is left has no undefined member, which the type of fromEntries cannot tell.
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) as KeptOptions;
}

/** The file without what only says who asks. Values of fields are hidden as they are in requests. */
function keptFile(file: TargetFile, hiding: Hiding): TargetFile {
  const { $schema: _, $comment: __, headers: ___, tls: ____, session, resources, unavailable, ...rest } = file;
  const { path, cookieName, authorized, unauthorized } = session ?? {};
  const check = Object.entries({ path, cookieName, authorized, unauthorized }).filter(([, text]) => text !== undefined);
  const fields = (headers: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, isGivenSecret(name) ? hiding.value(value) : value]),
    );
  return {
    ...rest,
    ...(check.length === 0 ? {} : { session: Object.fromEntries(check) }),
    ...(resources === undefined
      ? {}
      : {
          resources: resources.map(({ headers, ...resource }) =>
            headers === undefined ? resource : { ...resource, headers: fields(headers) },
          ),
        }),
    ...(unavailable === undefined
      ? {}
      : {
          unavailable:
            typeof unavailable === 'string' || unavailable.headers === undefined
              ? unavailable
              : { ...unavailable, headers: fields(unavailable.headers) },
        }),
  };
}
