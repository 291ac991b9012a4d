import type { Claims } from '../core/claims.ts';
import { header } from '../core/http/exchange.ts';
import type { SavedLeftBehind } from '../core/results/results.ts';
import type { Resource, Target } from '../core/target.ts';
import { type Visit, type VisitOptions, visit } from '../judge/visit.ts';
import { assume } from '../target-file/assume.ts';
import type { TargetFile } from '../target-file/file.ts';
import { openInquiry } from '../target-file/inquiry.ts';
import type { Finding, Open } from './finding.ts';
import { findingsOf } from './notes.ts';
import { observeCommands } from './observe-commands.ts';
import { observeCreation } from './observe-creation.ts';
import { observeOperations } from './observe-operations.ts';
import { observePages, withPages } from './observe-pages.ts';
import { observeSession } from './observe-session.ts';

/** All that was found out about a target. */
export interface Look {
  readonly target: Target;
  readonly findings: readonly Finding[];
  readonly open: readonly Open[];
  readonly requests: number;
  readonly leftBehind: readonly SavedLeftBehind[];
  /** What its requests did to records of others, in sentences. */
  readonly harm: readonly string[];
}

/** How to look. */
export interface LookOptions extends VisitOptions {
  /** Create, change and delete records of its own; otherwise nothing but GET is sent. */
  readonly allowWrites: boolean;
}

/** Asks a target for everything that a target file says. What is made for it is deleted again. */
export async function look(file: TargetFile, options: LookOptions): Promise<Look> {
  const first = await lookOnce(file, options);
  const { seen, target } = first;
  // Where a creation answers otherwise than was assumed, or a list is a member of the answer, ids and addresses are elsewhere too.
  const isOther = options.allowWrites && seen.create !== undefined && seen.create !== target.claims.create;
  if (!isOther && seen.pages.size === 0) return first;
  const claims = isOther ? { claims: { ...file.claims, create: seen.create } } : {};
  const again = await lookOnce({ ...withPages(file, seen.pages), ...claims }, options);
  const findings = [...first.findings.filter(({ place }) => place === 'claims.create'), ...seen.ofPages];
  return {
    ...again,
    findings: [...findings, ...again.findings],
    requests: first.requests + again.requests,
    leftBehind: [...first.leftBehind, ...again.leftBehind],
    harm: [...first.harm, ...again.harm],
  };
}

interface Once extends Look {
  readonly seen: Partial<Pick<Claims, 'create' | 'deleted'>> & Pages;
}

interface Pages {
  /** By the name of a resource, where in the answer its list is. */
  readonly pages: ReadonlyMap<string, string>;
  readonly ofPages: readonly Finding[];
}

async function lookOnce(file: TargetFile, options: LookOptions): Promise<Once> {
  const visited = await visit(file, options);
  let asked: Omit<Once, 'leftBehind' | 'harm'>;
  let harm: readonly string[];
  try {
    asked = await askAll(visited, options);
    harm = await visited.records.wrong.told(!visited.signal.aborted);
  } catch (cause) {
    await visited.end();
    throw cause;
  }
  const leftBehind = await visited.end();
  return { ...asked, leftBehind, harm };
}

async function askAll(visited: Visit, { allowWrites }: LookOptions): Promise<Omit<Once, 'leftBehind' | 'harm'>> {
  const { draft, transport, records, cleanUp, signal, client, opened, clean } = visited;
  const how = { records, cleanUp, signal, readOnly: !allowWrites };
  const assumed = await assume(draft, transport, how);
  const findings: Finding[] = [...findingsOf(assumed.assumed)];
  const open: Open[] = [];
  const inquiry = openInquiry(draft, transport, how);
  let target: Target = served(assumed, open);
  const { value: pages, findings: ofPages, open: unserved } = await observePages(inquiry, target);
  open.push(...unserved);
  const seen: { create?: Claims['create']; deleted?: 404 | 410 } & Pages = { pages, ofPages };
  try {
    const session = await sessionOf(visited, target, inquiry);
    findings.push(...session.findings);
    open.push(...session.open);
    target = { ...target, claims: { ...target.claims, session: session.value } };
    if (draft.open.commandQuery) {
      const commands = await observeCommands(inquiry, target, draft.commands);
      findings.push(...commands.findings);
      open.push(...commands.open);
      if (target.claims.commandQuery) target = { ...target, commands: commands.value };
    }
    if (allowWrites) {
      const operations = await observeOperations(inquiry, target);
      findings.push(...operations.findings);
      open.push(...operations.open);
      const resources: Resource[] = [];
      for (const resource of target.resources) {
        const created = await observeCreation(inquiry, resource);
        findings.push(...created.findings);
        open.push(...created.open);
        resources.push(created.value.resource);
        if (created.value.create !== undefined) seen.create ??= created.value.create;
        if (created.value.deleted !== undefined) seen.deleted ??= created.value.deleted;
      }
      target = { ...target, resources, operations: operations.value };
    }
  } finally {
    await inquiry.tidy();
  }
  if (seen.create !== undefined && seen.create !== target.claims.create) {
    findings.push({ place: 'claims.create', evidence: 'a creation was answered 200 with the whole record (4.4-c6)' });
  }
  const withCreate = findings.map((finding) => ({ ...finding, evidence: clean(finding.evidence) }));
  const ofRecords = client.exchanges.filter(({ request }) => isOfRecords(target, request.url));
  const carried = VALIDATORS.filter((name) => ofRecords.some((one) => carries(one, name)));
  const claimed = validatorsClaim(carried);
  if (opened.notes.length > 0 && target.claims.session !== 'none')
    withCreate.push({ place: 'session', evidence: 'any value lets a request in (5.3), so it was made up' });
  const claims: Claims = {
    ...target.claims,
    ...(visited.file.claims?.deleted !== undefined || seen.deleted === undefined ? {} : { deleted: seen.deleted }),
    ...(target.claims.validators === undefined && claimed !== undefined ? { validators: claimed } : {}),
    operationForms: usedForms(target),
  };
  open.push(...representationsOpen(target), ...nestedOpen(target));
  withCreate.push({
    place: 'claims.validators',
    evidence: carried.length > 0 ? `answers had ${carried.join(' and ')}` : 'no answer had an ETag or a Last-Modified',
  });
  return {
    target: { ...target, claims },
    findings: withCreate,
    open: open.map((one) => ({ ...one, question: clean(one.question) })),
    requests: client.exchanges.length,
    seen,
  };
}

/** The target without what is not served under any version that was tried. */
function served(target: Target, open: Open[]): Target {
  const missing = target.resources.filter(({ unserved }) => unserved !== undefined);
  for (const { name, unserved } of missing)
    open.push({ place: 'resources', question: `${name} is left out: ${unserved}` });
  return { ...target, resources: target.resources.filter(({ unserved }) => unserved === undefined) };
}

/** That JSON is assumed where nothing was answered in it: the service may show none, or its JSON may be broken. */
function representationsOpen({ assumed }: Target): Open[] {
  return assumed.flatMap((note): Open[] => {
    const [, evidence] = /^representations = .*?\((json is assumed: .*)\)$/su.exec(note) ?? [];
    if (evidence === undefined) return [];
    const question = `${evidence}. Where the service shows nothing in JSON, name what it shows, such as ["html"]`;
    return [{ place: 'claims.representations', question }];
  });
}

/** Nested records that no record was seen to have: the file names what the document does, which the service may not have. */
function nestedOpen({ resources }: Target): Open[] {
  return resources.flatMap(({ name, known, nested }) =>
    nested
      .filter(({ owner }) => owner === undefined)
      .map(({ name: what, address }) => ({
        place: `resources.${name}.nested`,
        question: `no record of ${name} was seen to have ${what}, so that nothing is judged there. Take ${address} out, or name one that has`,
        entry: { address, owner: known ?? 'its id', index: 0 },
      })),
  );
}

function usedForms({ claims, operations }: Target): Claims['operationForms'] {
  return claims.operationForms.filter((form) => operations.some(({ forms }) => forms[form] !== undefined));
}

async function sessionOf(
  { opened, file }: Visit,
  target: Target,
  inquiry: ReturnType<typeof openInquiry>,
): ReturnType<typeof observeSession> {
  const isChecked = target.resources.some(({ ofDocument }) => ofDocument) || file.session !== undefined;
  if (!isChecked) return { value: target.claims.session, findings: [], open: [] };
  return observeSession(inquiry, target, opened.notes.length === 0);
}

const VALIDATORS: readonly string[] = ['ETag', 'Last-Modified'];

/** The claim speaks of both fields. Of a target that sends one alone it is left out: what is seen is judged. */
function validatorsClaim(carried: readonly string[]): boolean | undefined {
  if (carried.length === 0) return false;
  return carried.length === VALIDATORS.length ? true : undefined;
}

/** Whether an address is that of a collection or below: the pages that a server has besides carry fields of their own. */
function isOfRecords({ baseUrl, resources }: Target, url: string): boolean {
  return resources.some(({ list, create }) => {
    const address = list?.address ?? create?.address;
    return address !== undefined && url.startsWith(baseUrl + address.replace(/\/$/u, ''));
  });
}

function carries({ response }: Visit['client']['exchanges'][number], name: string): boolean {
  return response !== null && response.status < 300 && header(response.headers, name) !== undefined;
}
