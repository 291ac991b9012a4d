import { type Claims, FORMS } from '../core/claims.ts';
import type { Command, FoundOperations, Operation, Query, SessionCheck, Unavailable } from '../core/target.ts';
import { baseUrlOf } from './base-url.ts';
import { DOCUMENT_COMMANDS, DOCUMENT_QUERIES, DOCUMENT_RESOURCES, documentOperations } from './document.ts';
import type { Draft, DraftResource } from './draft.ts';
import type { CommandFile, NamedQueryFile, ResourceFile, SessionFile, TargetFile, UnavailableFile } from './file.ts';
import { documentUnder, leftOut, resourcesOver } from './over-document.ts';
import { TargetProblem } from './problem.ts';
import { resolveOperation } from './resolve-operation.ts';
import { resolveResource } from './resolve-resource.ts';

/** What the command line says over the file. */
export interface Overrides {
  readonly baseUrl?: string;
  readonly claims?: Partial<Claims>;
  readonly version?: string;
  /** Where an earlier run found the operations, where nobody says it. */
  readonly foundOperations?: FoundOperations;
}

/** The target that a file describes, as far as file and options say it. Sends nothing. */
export function resolveTarget(file: TargetFile, overrides: Overrides = {}): Draft {
  const baseUrl = overrides.baseUrl ?? file.baseUrl;
  if (baseUrl === undefined) {
    throw new TargetProblem('No base address: give a URL on the command line, or baseUrl in the target file.');
  }
  const { claims, notes } = impliedClaims(file, { ...file.claims, ...overrides.claims });
  const version = overrides.version ?? file.version;
  const ownService = isOwnService(file);
  const openOperations = file.operations === undefined && !ownService && hasDocumentDeals(file);
  const openCommandQuery = file.commands === undefined && file.queries === undefined && !ownService;
  return {
    name: file.name ?? baseUrlOf(baseUrl),
    baseUrl: baseUrlOf(baseUrl),
    ...(version === undefined ? {} : { version }),
    claims,
    assumed: [...notes, ...unlisted(file), ...withoutSample(file), ...elsewhere(file)],
    session: sessionCheck(file.session ?? {}),
    resources: (file.resources ?? DOCUMENT_RESOURCES).map((resource) => draftResource(resource, claims)),
    operations: openOperations ? guessed(documentOperations(claims.operationForms)) : operations(file, claims),
    commands: openCommandQuery ? DOCUMENT_COMMANDS : (file.commands ?? []).map(command),
    queries: openCommandQuery ? DOCUMENT_QUERIES : (file.queries ?? []).map(namedQuery),
    origins: file.origins ?? [],
    ...(openOperations && overrides.foundOperations !== undefined
      ? { foundOperations: overrides.foundOperations }
      : {}),
    ...(file.unavailable === undefined ? {} : { unavailable: unavailable(file.unavailable) }),
    open: { operations: openOperations, commandQuery: openCommandQuery },
  };
}

function unavailable(file: string | UnavailableFile): Unavailable {
  return typeof file === 'string' ? { address: file, headers: {} } : { headers: {}, ...file };
}

// The document names parameters and shows neither types nor which of them are required (2).
function guessed(operations: readonly Operation[]): readonly Operation[] {
  return operations.map((operation) => ({ ...operation, isGuess: true }));
}

// A file that lists collections of its own, and none of the document's, describes another API.
function isOwnService(file: TargetFile): boolean {
  return file.resources?.every((resource) => documentUnder(resource) === undefined) === true;
}

function hasDocumentDeals(file: TargetFile): boolean {
  return (file.resources ?? DOCUMENT_RESOURCES).some((resource) => documentUnder(resource)?.name === 'deals');
}

function draftResource(file: ResourceFile, claims: Partial<Claims>): DraftResource {
  const document = documentUnder(file);
  const isSaid = (member: keyof ResourceFile): boolean => file !== document && file[member] !== undefined;
  const resolved = resolveResource({ ...document, ...file }, claims);
  // Reading and listing deals is not in the document's table (4.1): judged only where the target is seen to do it, or its file
  // says so.
  const open = document?.name === 'deals' ? (['item', 'list'] as const) : [];
  return {
    ...resolved,
    ...(resolved.create !== undefined && isSaid('sample')
      ? { create: { ...resolved.create, isSampleTold: true } }
      : {}),
    ofDocument: document !== undefined,
    ifSeen: open.filter((place) => resolved[place] !== undefined && !isSaid(place)),
    sampleIsGuess: document?.sample !== undefined && !isSaid('sample'),
  };
}

/** Claims that follow from what the file says elsewhere, with the reason for each. */
function impliedClaims(file: TargetFile, claims: Partial<Claims>): { claims: Partial<Claims>; notes: string[] } {
  const notes: string[] = [];
  const imply = <K extends keyof Claims>(name: K, value: Claims[K], why: string): Partial<Claims> => {
    if (claims[name] !== undefined) return {};
    notes.push(`${name} = ${Array.isArray(value) ? value.join(', ') || 'none' : String(value)} (${why})`);
    return { [name]: value };
  };
  const spelt = FORMS.filter((form) => file.operations?.some((operation) => operation.forms[form] !== undefined));
  const named = (file.commands ?? []).length + (file.queries ?? []).length > 0;
  const implied = {
    ...(file.operations === undefined ? {} : imply('operationForms', spelt, 'the forms that the target file spells')),
    ...(named ? imply('commandQuery', true, 'the target file names commands or queries') : {}),
  };
  if (!isOwnService(file)) return { claims: { ...implied, ...claims }, notes };
  const others = 'the target file lists resources of its own only';
  const absent = {
    ...(file.operations === undefined ? imply('operationForms', [], others) : {}),
    ...(named ? {} : imply('commandQuery', false, others)),
    ...(namesCheck(file.session) ? {} : imply('session', 'none', `${others} and no session check`)),
  };
  return { claims: { ...implied, ...absent, ...claims }, notes };
}

function namesCheck(session: SessionFile = {}): boolean {
  const { path, cookieName, authorized, unauthorized, cookie, cookieFile } = session;
  return [path, cookieName, authorized, unauthorized, cookie, cookieFile].some((member) => member !== undefined);
}

function withoutSample(file: TargetFile): string[] {
  return resourcesOver(file.resources ?? [])
    .filter((r) => r.sample === undefined && r.create !== false && (r.create ?? r.collection) !== undefined)
    .map((r) => `${r.name}: creation is not judged (the target file gives no sample)`);
}

// What is silently left out looks as if it had been judged.
function unlisted(file: TargetFile): string[] {
  if (file.resources === undefined || isOwnService(file)) return [];
  const listed = file.resources.map(({ name }) => name);
  return DOCUMENT_RESOURCES.filter(({ name }) => !listed.includes(name)).map(
    ({ name }) =>
      `${name}: nothing of it is judged (the target file lists resources without it: add { name: '${name}' })`,
  );
}

function elsewhere(file: TargetFile): string[] {
  return (file.resources ?? []).flatMap((resource) => {
    const members = leftOut(resource);
    if (members.length === 0) return [];
    const list = members.join(', ');
    return [
      `${resource.name}: no ${list} is judged (the target file moves ${resource.name} elsewhere: give ${list} there as well, or false)`,
    ];
  });
}

function sessionCheck(session: SessionFile): SessionCheck {
  return {
    address: session.path ?? '/',
    cookieName: session.cookieName ?? 'USER_TOKEN',
    authorized: session.authorized ?? 'OK',
    unauthorized: session.unauthorized ?? 'not authorized',
  };
}

function operations(file: TargetFile, claims: Partial<Claims>): Operation[] {
  return (file.operations ?? []).map((operation) => resolveOperation(operation, claims.operationForms));
}

function command(file: CommandFile): Command {
  const address = file.address ?? `/command/${encodeURIComponent(file.name)}/`;
  return { name: file.name, address, payload: file.payload ?? {} };
}

function namedQuery(file: NamedQueryFile): Query {
  const { name, resource = name, address = `/query/${encodeURIComponent(name)}/{parameter}` } = file;
  return { ...file, resource, address };
}
