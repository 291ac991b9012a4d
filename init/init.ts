import type { Answer } from '../core/answer.ts';
import { isLoopbackHost } from '../core/http/loopback.ts';
import { isGivenSecret } from '../core/redaction/secrets.ts';
import { UsageProblem } from '../judge/options.ts';
import { type Visit, visit } from '../judge/visit.ts';
import { lookFirst, NothingServed, Unreachable } from '../target-file/assume.ts';
import { baseUrlOf } from '../target-file/base-url.ts';
import type { ResourceFile, SessionFile, TargetFile } from '../target-file/file.ts';
import { type Ask, asking, findCollections, readCollection } from './collections.ts';
import { describeTarget } from './describe.ts';
import type { Finding, Open } from './finding.ts';
import { type Look, type LookOptions, look } from './look.ts';
import { type Described, describeOpenApi } from './openapi.ts';
import type { Written } from './print.ts';

/** What `assayer init` begins with. */
export interface InitOptions extends LookOptions {
  readonly baseUrl?: string;
  /** The text of an OpenAPI document, and where it is from. */
  readonly openapi?: { readonly text: string; readonly source: string };
  /** Addresses of collections, such as `/posts`; they are looked for otherwise. */
  readonly collections?: readonly string[];
  /** The version segment (document 9.1). */
  readonly version?: string;
}

/** A target file that is to be written, and how it came to be. */
export interface Initialised extends Written, Pick<Look, 'requests' | 'leftBehind' | 'harm'> {}

/** Looks at a target and describes it. Throws a UsageProblem where nothing is found, with what to do. */
export async function initialise(options: InitOptions): Promise<Initialised> {
  const described = await begin(options);
  const { baseUrl } = described.file;
  if (baseUrl === undefined) {
    throw new UsageProblem(
      'The OpenAPI document names no server: give the base address as well, assayer init <url> --openapi …',
    );
  }
  const looked = await reaching(() => look(described.file, options));
  const { allowWrites } = options;
  const credentials = credentialsOf(options, looked);
  const { tls = {} } = options;
  const open = placed([...described.open, ...looked.open], looked);
  const whole = mergeSession(withOpenForms(describeTarget(looked.target), open), credentials);
  const file = withWrites({ ...whole, ...(Object.keys(tls).length === 0 ? {} : { tls }) }, allowWrites);
  const findings: Finding[] = [...described.findings, ...looked.findings];
  if (!allowWrites) findings.push({ place: 'writes', evidence: READ_ONLY });
  return {
    file,
    findings: placed(findings, looked).filter(({ place }) => isThere(file, place)),
    open,
    secrets: credentials.secrets,
    head: headOf(baseUrl, looked.requests, allowWrites),
    requests: looked.requests,
    leftBehind: looked.leftBehind,
    harm: looked.harm,
  };
}

const READ_ONLY =
  'init sent GET only: samples were not tried, and operations and commands were not looked for. Run assayer init --allow-writes, or try them and remove this line';

function headOf(baseUrl: string, requests: number, allowWrites: boolean): string[] {
  const day = new Date().toISOString().slice(0, 10);
  const how = allowWrites ? 'its own records were created and deleted' : 'GET only';
  return [
    `Written by assayer init on ${day}, from ${requests} requests to ${baseUrl} (${how}).`,
    'Each comment tells where the value below it was read. docs/target-file.md explains every member.',
  ];
}

function withWrites(file: TargetFile, allowWrites: boolean): TargetFile {
  if (allowWrites) return file;
  const { name, baseUrl, version, ...rest } = file;
  return {
    ...(name === undefined ? {} : { name }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(version === undefined ? {} : { version }),
    writes: 'forbidden',
    ...rest,
  };
}

// What is said of a place that the file does not have would stand nowhere.
function placed<T extends { readonly place: string }>(told: readonly T[], { target }: Look): T[] {
  const operations = new Set(target.operations.map(({ name }) => `operations.${name}`));
  return told.map((one) => {
    const isLost = one.place.startsWith('operations.') && !operations.has(one.place);
    return isLost ? { ...one, place: 'operations' } : one;
  });
}

/** While it is open which operations there are, no form of them is claimed: the forms follow from what will be written down. */
function withOpenForms(file: TargetFile, open: readonly Open[]): TargetFile {
  const isOpen = file.operations?.length === 0 && open.some(({ place, entry }) => place === 'operations' && entry);
  if (!isOpen) return file;
  const { operationForms: _, ...claims } = file.claims ?? {};
  return { ...file, claims };
}

function isThere({ claims = {} }: TargetFile, place: string): boolean {
  return place !== 'claims.operationForms' || 'operationForms' in claims;
}

/** Where to begin: the OpenAPI document, the named collections, the document's own service, or what the service tells of itself. */
async function begin(options: InitOptions): Promise<Described> {
  const { openapi, collections, version, allowWrites } = options;
  const base = options.baseUrl === undefined ? {} : { baseUrl: baseUrlOf(options.baseUrl) };
  const over = { ...base, ...(version === undefined ? {} : { version }) };
  if (openapi !== undefined) {
    const { file, ...rest } = await describeOpenApi(openapi.text, openapi.source);
    const { operations, ...others } = file;
    // Where operations may be tried, they are found by trying, in the forms too that no path tells apart.
    const kept = allowWrites || operations === undefined ? {} : { operations };
    return { ...rest, file: { ...others, ...kept, ...over } };
  }
  const visited = await visit({ ...over }, options);
  try {
    if (collections !== undefined) return await fromCollections(visited, collections, true);
    const nothing = await whyNothing(visited);
    if (nothing === undefined) return { file: over, findings: [], open: [] };
    const found = await findCollections(asking(visited.transport));
    if (found.length > 0) return await fromCollections(visited, found, false);
    throw new UsageProblem(`${nothing} (--openapi takes its OpenAPI document instead)`);
  } finally {
    await visited.end();
  }
}

async function whyNothing({ draft, transport, records, cleanUp, signal }: Visit): Promise<string | undefined> {
  return reaching(async () => {
    try {
      await lookFirst(draft, transport, { records, cleanUp, signal, readOnly: true });
      return undefined;
    } catch (cause) {
      if (cause instanceof NothingServed) return cause.message;
      throw cause;
    }
  });
}

/** What is not there is told as a problem of usage, in one line. */
async function reaching<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof Unreachable || cause instanceof NothingServed)
      throw new UsageProblem(`${cause.message}; assayer doctor tells more`, { cause });
    throw cause;
  }
}

function noList(answer: Answer | undefined): string {
  if (answer === undefined) return 'was not answered';
  if (answer.succeeded) return 'gives no list of records (a JSON array, or an object with one)';
  const hint = answer.status === 406 ? ': it was asked for application/json' : '';
  return `was answered ${answer.status}${hint}; a list of records is due`;
}

async function fromCollections(
  { transport, file }: Visit,
  addresses: readonly string[],
  isNamed: boolean,
): Promise<Described> {
  const ask: Ask = asking(transport);
  const resources: ResourceFile[] = [];
  const findings: Finding[] = [];
  const open: Open[] = [];
  for (const address of addresses) {
    const found = await readCollection(ask, address);
    if (found === undefined) {
      if (isNamed) throw new UsageProblem(`--collection: GET ${address} ${noList(await ask(address))}`);
      continue;
    }
    if (resources.some(({ name }) => name === found.resource.name)) continue;
    resources.push(found.resource);
    findings.push(...found.findings);
  }
  if (resources.length === 0) throw new UsageProblem('No collection was found: name one with --collection /posts');
  return { file: { ...file, resources }, findings, open };
}

interface Credentials {
  readonly session: SessionFile;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: ReadonlyMap<string, string>;
}

/** How the written file proves who asks: by variables of the environment, a cookie file, or a cookie that is made up. */
function credentialsOf(options: InitOptions, { target }: Look): Credentials {
  const { cookie, cookieFile, headers = {} } = options;
  const secrets = new Map<string, string>();
  const hide = (place: string, variable: string): string => {
    secrets.set(place, variable);
    return variable;
  };
  const isMadeUp = cookie === undefined && cookieFile === undefined;
  const secret = Object.keys(headers).filter(isGivenSecret);
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !isGivenSecret(name)));
  const carried = secret.map((name) => [name, hide(`session.headers.${name}`, variableFor(name))]);
  return {
    session: {
      ...(isMadeUp && target.claims.session === 'presence' ? { cookie: `${target.session.cookieName}=assayer` } : {}),
      ...(cookie === undefined ? {} : { cookie: hide('session.cookie', 'ASSAYER_COOKIE') }),
      ...(cookieFile === undefined ? {} : { cookieFile }),
      ...(carried.length === 0 ? {} : { headers: Object.fromEntries(carried) }),
    },
    headers: plain,
    secrets,
  };
}

function variableFor(field: string): string {
  return `ASSAYER_${field.toUpperCase().replace(/[^A-Z0-9]+/gu, '_')}`;
}

function mergeSession(file: TargetFile, { session, headers }: Credentials): TargetFile {
  const merged = { ...file.session, ...session };
  const { resources, operations, commands, queries, session: _, ...head } = file;
  return {
    ...head,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(Object.keys(merged).length === 0 ? {} : { session: merged }),
    ...(resources === undefined ? {} : { resources }),
    ...(operations === undefined ? {} : { operations }),
    ...(commands === undefined ? {} : { commands }),
    ...(queries === undefined ? {} : { queries }),
  };
}

/** Whether a workflow has to say `--allow-writes`, since the target is on another machine. */
export function needsConsent(baseUrl: string): boolean {
  return !isLoopbackHost(new URL(baseUrl).hostname);
}
