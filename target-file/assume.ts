import { CLAIM_NAMES, CLAIMS, type Claims, type Form } from '../core/claims.ts';
import type { FailureKind, Transport } from '../core/http/exchange.ts';
import { messageOf } from '../core/message-of.ts';
import type { Operation, Resource, Target } from '../core/target.ts';
import { askCommandQuery } from './ask-commands.ts';
import { askCreation, isUncertain, type Step, type Versioned } from './ask-creation.ts';
import { askEmptyQuery } from './ask-empty-query.ts';
import { type AskedOperations, askOperations } from './ask-operations.ts';
import { whyNothingServed } from './ask-presence.ts';
import { askRecords, seenIndexBase } from './ask-records.ts';
import { askRefused } from './ask-refused.ts';
import { askRepresentations } from './ask-representations.ts';
import { askVersion } from './ask-version.ts';
import { type Draft, type DraftResource, withVersion } from './draft.ts';
import { type Inquiry, type InquiryOptions, openInquiry, Unreachable } from './inquiry.ts';
import { claimText, type Found, settleClaims } from './settle-claims.ts';

export { NothingServed } from './ask-presence.ts';
export { Unreachable } from './inquiry.ts';

/** A first look, by GET alone: throws `Unreachable` or `NothingServed` where a run would come to nothing. */
export async function lookFirst(draft: Draft, transport: Transport, options: InquiryOptions): Promise<void> {
  await greet(draft, transport);
  const nothing = await whyNothingServed(openInquiry(draft, transport, { ...options, readOnly: true }), draft);
  if (nothing !== undefined) throw nothing;
}

/**
 * Asks the target for what neither file nor option said, and says in words what was taken for granted.
 * What was said is never overridden. Throws `Unreachable` when the first request gets no answer.
 */
export async function assume(draft: Draft, transport: Transport, options: InquiryOptions): Promise<Target> {
  await greet(draft, transport);
  const inquiry = openInquiry(draft, transport, options);
  try {
    const nothing = await whyNothingServed(inquiry, draft);
    if (nothing !== undefined) throw nothing;
    return await askAll(inquiry, draft, options.operates ?? true);
  } finally {
    await inquiry.tidy();
  }
}

/** The target as its draft and the document have it, with nothing asked: for traffic that was recorded. */
export function withoutAsking(draft: Draft): Target {
  const version = firstVersion(draft);
  const { claims, notes } = settleClaims(draft.claims, {}, idleClaims(draft));
  return complete({ draft: version.draft, claims, assumed: [...draft.assumed, ...version.notes, ...notes] });
}

async function greet(draft: Draft, transport: Transport): Promise<void> {
  const { address } = draft.session;
  const { failure, request } = await transport.send({ method: 'GET', address });
  if (failure === undefined || WAS_THERE.includes(failure.kind)) return;
  throw new Unreachable(request.url, failure.kind, failure.message);
}

const WAS_THERE: readonly FailureKind[] = ['malformed', 'unreadable', 'miscoded', 'too-large'];

async function askAll(inquiry: Inquiry, draft: Draft, operates: boolean): Promise<Target> {
  const gaps: string[] = [];
  const asked: Asking = (what, otherwise, ask) => unlessItThrows(what, otherwise, ask, gaps);
  const version = await asked('the version', firstVersion(draft), () => askVersion(inquiry, draft));
  inquiry.knowCollections(version.draft.resources);
  const created = await inTurn(version, uncertain(version.draft), (d, r) =>
    asked(`${r.name}: where records are`, { draft: d, notes: [] }, () => askCreation(inquiry, d, r)),
  );
  if (operates) await proveDeletion(inquiry, created.draft);
  const names = created.draft.resources.map(({ name }) => name);
  const records = await Promise.all(
    names.map((name) =>
      asked(`${name}: records`, { draft: created.draft, notes: [] }, () => askRecords(inquiry, created.draft, name)),
    ),
  );
  const known: Versioned = {
    ...created.draft,
    // Each step changed the resource that it is named for, in the order of the names.
    resources: created.draft.resources.map((resource, i) => records[i]?.draft.resources[i] ?? resource),
  };
  inquiry.knowCollections(known.resources);
  inquiry.knowOperations(known.operations, known.commands);

  const [operations, empty, seen, commandQuery] = await Promise.all([
    asked('the forms of operations', unaskedOperations(known), () => askOperations(inquiry, known, operates)),
    asked('the status of an empty query', undefined, () => askEmptyQuery(inquiry, known)),
    asked('the representations', undefined, () => askRepresentations(inquiry, known)),
    asked('commands and queries', undefined, () => askCommandQuery(inquiry, known)),
  ]);
  const base = seenIndexBase(known);
  const found: Found = {
    ...(draft.open.operations ? { operationForms: [operations.forms, operations.why] } : {}),
    ...(empty === undefined ? {} : { emptyQuery: [empty.emptyQuery, empty.why] }),
    ...(commandQuery === undefined ? {} : { commandQuery: [commandQuery.commandQuery, commandQuery.why] }),
    ...(seen === undefined ? {} : representationClaims(draft, seen)),
    ...(base === undefined ? {} : { indexBase: [base, `${base} is the lowest index that is known`] }),
  };
  const { claims, notes } = settleClaims(draft.claims, found, idleClaims(draft));
  const served = commandQuery ?? known;
  const refused =
    seen === undefined
      ? []
      : await asked('what each resource refuses', [], () => askRefused(inquiry, operations.draft, claims));
  const resources = refused.length === 0 ? operations.draft.resources : refused.map(({ resource }) => resource);
  return complete({
    draft: {
      ...operations.draft,
      resources,
      commands: served.commands,
      queries: served.queries,
      ...(operations.unseen === undefined ? {} : { unseenForms: operations.unseen }),
      ...(operations.untried === undefined ? {} : { unseenOperations: operations.untried }),
      ...(commandQuery?.unknown === undefined ? {} : { unseenSplit: commandQuery.unknown }),
      ...(commandQuery?.refused === undefined ? {} : { unseenCommands: commandQuery.refused }),
    },
    claims,
    assumed: [
      ...draft.assumed,
      ...notes,
      ...created.notes,
      ...records.flatMap((step) => step.notes),
      ...operations.notes,
      ...refused.flatMap((step) => step.notes),
      ...(claims.commandQuery ? queryNotes(known, served.queries) : []),
      ...(inquiry.gaveUp === undefined
        ? []
        : [
            `not everything was asked for: too many requests in a row were not answered, or with 503 (${inquiry.gaveUp})`,
          ]),
      ...gaps,
    ],
  });
}

/** Deletes what was made so far, before the questions that make many more: where that fails, few are made. */
async function proveDeletion(inquiry: Inquiry, { open, resources, operations }: Draft): Promise<void> {
  const worked = resources.find(({ name }) => name === operations[0]?.resource);
  if (open.operations && inquiry.ids.size === 0 && worked !== undefined) await inquiry.create(worked);
  await inquiry.tidy();
}

type Asking = <T>(what: string, otherwise: T, ask: () => Promise<T>) => Promise<T>;

/** A step of the questions; what its answers make throw is told as a gap, and the step counts as not taken. */
async function unlessItThrows<T>(what: string, otherwise: T, ask: () => Promise<T>, gaps: string[]): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    gaps.push(`${what}: could not be found out (${messageOf(cause)})`);
    return otherwise;
  }
}

function firstVersion(draft: Draft): Step {
  const version = draft.version ?? '1';
  return { draft: withVersion(draft, version), notes: draft.version === undefined ? ['version = 1 (assumed)'] : [] };
}

function unaskedOperations(draft: Versioned): AskedOperations {
  return { draft, notes: [], forms: draft.claims.operationForms ?? [], why: 'could not be asked' };
}

// Those that apply to nothing here: no request and no rule looks at them.
function idleClaims({ resources }: Draft): readonly (keyof Claims)[] {
  return CLAIM_NAMES.filter((name) => {
    const { part } = CLAIMS[name];
    return (
      part !== undefined && resources.every((resource) => [resource[part]].flat().every((one) => one === undefined))
    );
  });
}

function uncertain(draft: Draft): readonly DraftResource[] {
  return draft.resources.filter(isUncertain);
}

async function inTurn(
  start: Step,
  resources: readonly DraftResource[],
  ask: (draft: Versioned, resource: DraftResource) => Promise<Step>,
): Promise<Step> {
  let step = start;
  for (const resource of resources) {
    const next = await ask(step.draft, resource);
    step = { draft: next.draft, notes: [...step.notes, ...next.notes] };
  }
  return step;
}

type Seen = NonNullable<Awaited<ReturnType<typeof askRepresentations>>>;

function representationClaims(draft: Draft, seen: Seen): Found {
  const claimed = draft.claims.representations ?? seen.representations;
  // Several representations that no selector was seen to give are a fault of the document's own way, Accept (4.5-1).
  const selectors = seen.selectors.length === 0 && claimed.length > 1 ? (['accept'] as const) : seen.selectors;
  return {
    representations: [seen.representations, whyRepresentations(seen)],
    selectors: [selectors, seen.selectors.length === 0 ? 'assumed' : `GET ${seen.address} was seen to follow them`],
  };
}

function whyRepresentations({ address, representations, insteadOfJson }: Seen): string {
  if (insteadOfJson === undefined) return `GET ${address} answered in these`;
  const others = representations.filter((name) => name !== 'json');
  const type = insteadOfJson === '' ? 'without a Content-Type' : `as ${insteadOfJson}`;
  const seen = others.length === 0 ? '' : `, and in ${others.join(', ')} when asked for them`;
  return `json is assumed: GET ${address} was answered ${type}${seen}`;
}

function queryNotes(draft: Draft, queries: Target['queries']): string[] {
  return queries
    .filter((query, i) => query.found !== undefined && draft.queries[i]?.found === undefined)
    .map(({ name, found }) => `query ${name}: parameter "${claimText(found)}" finds something`);
}

function complete({ draft, ...rest }: { draft: Versioned } & Pick<Target, 'claims' | 'assumed'>): Target {
  const { open: _, resources, ...known } = draft;
  const { commandQuery } = rest.claims;
  return {
    ...known,
    ...rest,
    resources: resources.map((resource) => completeResource(resource, rest.claims)),
    operations: draft.operations.map((operation) => inForms(operation, rest.claims.operationForms)).filter(isServed),
    commands: commandQuery ? draft.commands : [],
    queries: commandQuery ? draft.queries : [],
  };
}

function inForms(operation: Operation, claimed: readonly Form[]): Operation {
  const forms = Object.entries(operation.forms).filter(([form]) => claimed.some((c) => c === form));
  return { ...operation, forms: Object.fromEntries(forms) };
}

function isServed({ forms }: Operation): boolean {
  return Object.keys(forms).length > 0;
}

function completeResource(draft: DraftResource, claims: Target['claims']): Resource {
  const { ifSeen: _, sampleIsGuess: __, ...resource } = draft;
  return {
    ...resource,
    representations: resource.representations ?? claims.representations,
    selectors: resource.selectors ?? claims.selectors,
  };
}
