import type { Claims } from '../core/claims.ts';
import { fillTemplate } from '../core/http/address.ts';
import type { Command, Nested, Operation, Query, Resource, Target } from '../core/target.ts';

/** A target of which some values are still to be asked for. */
export interface Draft extends Omit<Target, 'version' | 'claims' | 'resources'> {
  /** Absent: to be found out, where an address holds `{version}`. */
  readonly version?: string;
  readonly claims: Partial<Claims>;
  readonly resources: readonly DraftResource[];
  /** What nobody wrote down and the document only shows in part. */
  readonly open: {
    /** How operations other than hold are spelt. */
    readonly operations: boolean;
    /** Which commands and queries there are. */
    readonly commandQuery: boolean;
  };
}

/** A resource of which some values are still to be asked for. */
export interface DraftResource extends Omit<Resource, 'representations' | 'selectors'> {
  readonly representations?: Resource['representations'];
  readonly selectors?: Resource['selectors'];
  /** What it offers only if the target is seen to: the document neither promises nor denies it. */
  readonly ifSeen: readonly ('item' | 'list')[];
  /** Whether the sample is the document's own, whose types are a guess. */
  readonly sampleIsGuess: boolean;
}

/** Whether anything in the draft is addressed by version. */
export function isVersioned(draft: Draft): boolean {
  let found = false;
  mapAddresses(draft, (address) => {
    found ||= address.includes('{version}');
    return address;
  });
  return found;
}

/** The draft with its version known and filled in everywhere. */
export function withVersion(draft: Draft, version: string): Draft & { readonly version: string } {
  return { ...mapAddresses(draft, (address) => fillTemplate(address, { version })), version };
}

/** The draft with one resource changed. */
export function withResource(draft: Draft, name: string, change: (resource: DraftResource) => DraftResource): Draft {
  return { ...draft, resources: draft.resources.map((r) => (r.name === name ? change(r) : r)) };
}

function mapAddresses(draft: Draft, change: (address: string) => string): Draft {
  const move = <T extends { readonly address: string }>(place: T): T => ({ ...place, address: change(place.address) });
  const moveOperation = (operation: Operation): Operation => ({
    ...operation,
    forms: Object.fromEntries(Object.entries(operation.forms).map(([form, spelling]) => [form, move(spelling)])),
  });
  return {
    ...draft,
    session: move(draft.session),
    ...(draft.unavailable === undefined ? {} : { unavailable: move(draft.unavailable) }),
    resources: draft.resources.map((resource) => moveResource(resource, move)),
    operations: draft.operations.map(moveOperation),
    commands: draft.commands.map((command): Command => move(command)),
    queries: draft.queries.map((query): Query => move(query)),
  };
}

type Move = <T extends { readonly address: string }>(place: T) => T;

function moveResource(resource: DraftResource, move: Move): DraftResource {
  const { create, list, item, update, query } = resource;
  return {
    ...resource,
    ...(create === undefined ? {} : { create: move(create) }),
    ...(list === undefined ? {} : { list: move(list) }),
    ...(item === undefined ? {} : { item: move(item) }),
    ...(resource.delete === undefined ? {} : { delete: move(resource.delete) }),
    ...(update === undefined ? {} : { update: move(update) }),
    ...(query === undefined ? {} : { query: move(query) }),
    nested: resource.nested.map((nested): Nested => move(nested)),
  };
}
