import { fillTemplate } from '../core/http/address.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { redactor } from '../core/redaction/redact.ts';
import type { SavedLeftBehind } from '../core/results/results.ts';
import { OPTION_DEFAULTS } from '../fixtures/check-options.ts';
import { type JudgeOptions, UsageProblem } from '../judge/options.ts';
import { givenSecrets } from '../judge/secrets.ts';
import { tlsOf } from '../judge/tls.ts';
import { VERSION } from '../judge/version.ts';
import { type Visit, type VisitOptions, visit } from '../judge/visit.ts';
import { askVersion } from '../target-file/ask-version.ts';
import { assume, lookFirst, NothingServed, Unreachable } from '../target-file/assume.ts';
import type { TargetFile } from '../target-file/file.ts';
import { openInquiry } from '../target-file/inquiry.ts';
import { resolveTarget } from '../target-file/resolve.ts';
import { type Answered, findingsOfAlike } from './alike.ts';
import { findingsOfAnswer } from './answers.ts';
import { findingsOfClock, findingsOfLimits, findingsOfProxies } from './between.ts';
import { type Finding, fine } from './finding.ts';
import { reach } from './reach.ts';
import { findingsOfSession, type Reading } from './session.ts';
import { findingsOfWrites } from './writes.ts';

/** How to look at a target. */
export interface DoctorOptions extends VisitOptions, Pick<JudgeOptions, 'version'> {
  /** Create one record of each resource and delete it; otherwise nothing but GET is sent. */
  readonly allowWrites: boolean;
}

/** All that was found out. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Whether a run of `check` comes to something. */
  readonly canGoOn: boolean;
  readonly requests: number;
  readonly leftBehind: readonly SavedLeftBehind[];
}

/** Looks at what a run of `check` would meet, from the name to the clean-up, and stops at what keeps a run from beginning. */
export async function diagnose(file: TargetFile, options: DoctorOptions): Promise<Diagnosis> {
  const draft = resolveTarget(file);
  const clean = redactor(givenSecrets(options, file, draft.baseUrl).values);
  const reached = await reach({
    baseUrl: draft.baseUrl,
    address: draft.session.address,
    tls: await tlsOf(options.tls ?? {}, file.tls),
    headers: { ...file.headers, ...options.headers },
    timeoutMs: options.timeoutMs ?? OPTION_DEFAULTS.timeoutMs,
    userAgent: `assayer/${VERSION}`,
  });
  const ended = (
    findings: readonly Finding[],
    requests: number,
    leftBehind: readonly SavedLeftBehind[] = [],
  ): Diagnosis => ({
    findings: findings.map((finding) => ({ ...finding, told: clean(finding.told) })),
    canGoOn: findings.every(({ weight }) => weight !== 'blocks'),
    requests,
    leftBehind,
  });
  if (reached.findings.some(({ weight }) => weight === 'blocks')) return ended(reached.findings, 1);
  const visited = await opened(file, options);
  if ('subject' in visited) return ended([...reached.findings, visited], 1);
  const findings = [...reached.findings];
  const startedAt = Date.now() - performance.now();
  let leftBehind: readonly SavedLeftBehind[] = [];
  try {
    findings.push(...(await examine(visited, options)));
  } finally {
    leftBehind = await visited.end();
  }
  const { exchanges } = visited.client;
  findings.push(...cleaned(visited, leftBehind));
  findings.push(...findingsOfProxies(exchanges), ...findingsOfClock(exchanges, startedAt + visited.runStart));
  findings.push(...findingsOfLimits(exchanges));
  const told = findings.map((finding) => ({ ...finding, told: visited.clean(finding.told) }));
  return ended(told, exchanges.length + 1, leftBehind);
}

/** The visit, or what keeps its session from being opened. */
async function opened(file: TargetFile, options: DoctorOptions): Promise<Visit | Finding> {
  try {
    return await visit(file, options);
  } catch (cause) {
    if (!(cause instanceof UsageProblem)) throw cause;
    const remedy = 'correct session in the target file: path, json or form of the login, and where its token is';
    return { subject: 'session', weight: 'blocks', told: cause.message, remedy };
  }
}

async function examine(visited: Visit, { allowWrites }: DoctorOptions): Promise<Finding[]> {
  const { draft, transport, records, cleanUp, signal, opened: session } = visited;
  const how = { records, cleanUp, signal, readOnly: true };
  try {
    await lookFirst(draft, transport, how);
  } catch (cause) {
    if (cause instanceof NothingServed) return [nothingServed(cause)];
    if (cause instanceof Unreachable)
      return [{ subject: 'reach', weight: 'blocks', told: cause.message, remedy: 'try again' }];
    throw cause;
  }
  const reading = openInquiry(draft, transport, how);
  const base = await versionOf(visited);
  const target = await assume(draft, transport, how);
  const findings: Finding[] = [];
  const readings: Reading[] = [];
  const lists: Answered[] = [];
  for (const resource of target.resources) {
    const { list, item, known } = resource;
    const places: ['list' | 'item', string][] = [
      ...(list === undefined ? [] : [['list', list.address] satisfies ['list', string]]),
      ...(item === undefined || known === undefined
        ? []
        : [['item', fillTemplate(item.address, { id: known })] satisfies ['item', string]]),
    ];
    for (const [place, address] of places) {
      const request: HttpRequest = { method: 'GET', address, headers: { accept: resource.mediaTypes.json } };
      const answer = await reading.ask(request);
      readings.push({ request, answer });
      if (place === 'list') lists.push({ address, answer });
      findings.push(...findingsOfAnswer(resource, place, answer, address));
    }
  }
  const nowhere = `/${reading.unique()}`;
  const alike = findingsOfAlike(lists, {
    address: nowhere,
    answer: await reading.ask({ method: 'GET', address: nowhere }),
  });
  findings.unshift(...(alike.length > 0 ? alike : base));
  findings.push(...(await findingsOfSession(reading, target, draft.claims.session, session, readings)));
  const writing = openInquiry(draft, transport, { ...how, readOnly: !allowWrites });
  findings.push(...(await findingsOfWrites(writing, target)));
  await writing.tidy();
  const harm = await records.wrong.told(!signal.aborted);
  const remedy = 'see what the service does to other records when one is created or deleted, before a run that writes';
  return [...findings, ...harm.map((told): Finding => ({ subject: 'writes', weight: 'warning', told, remedy }))];
}

function nothingServed({ told, remedy, hindrance }: NothingServed): Finding {
  const usual: Readonly<Record<typeof hindrance, string>> = {
    credential: 'name the credential in the target file, under session: assayer check finds it there too',
    address: 'correct the base address, or describe the API: assayer init',
  };
  const subject = hindrance === 'credential' ? 'session' : 'base';
  return { subject, weight: 'blocks', told, remedy: remedy ?? usual[hindrance] };
}

/** Under which version the target is served (9.1), by GET alone. */
async function versionOf({ draft, transport, records, cleanUp, signal }: Visit): Promise<Finding[]> {
  const inquiry = openInquiry(draft, transport, { records, cleanUp, signal, readOnly: true });
  const { draft: found, notes } = await askVersion(inquiry, draft);
  if (notes.length === 0) return [fine('base', `the base address is ${draft.baseUrl}`)];
  const [note = ''] = notes;
  if (/was answered 3\d\d/u.test(note)) {
    const told = `under ${draft.baseUrl} deals are not listed: ${note}, a redirect that is not followed`;
    return [{ subject: 'base', weight: 'warning', told, remedy: 'give the address that is meant, or a session' }];
  }
  if (!note.includes('assumed')) return [fine('base', `the base address is ${draft.baseUrl}, ${note}`)];
  return [
    {
      subject: 'base',
      weight: 'warning',
      told: `under ${draft.baseUrl} no version was found in which deals are listed (tried up to ${found.version})`,
      remedy: 'name it with version in the target file, or --api-version',
    },
  ];
}

function cleaned({ cleanUp }: Visit, leftBehind: readonly SavedLeftBehind[]): Finding[] {
  if (leftBehind.length > 0) {
    return leftBehind.map(({ address, tried, answered }) => ({
      subject: 'writes',
      weight: 'warning',
      told: `${address} was created and could not be deleted: ${tried}${answered === '' ? '' : ` was answered ${answered}`}`,
      remedy: 'correct delete in the target file, or the rights of the session; assayer cleanup tries again',
    }));
  }
  return cleanUp.sent.length === 0 ? [] : [fine('writes', 'what was created was deleted again')];
}
