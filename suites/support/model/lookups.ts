import type { Answer } from '../../../core/answer.ts';
import { fillEncoded, fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { FreshIds } from '../../../core/ids/fresh-ids.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import { queryEnvelope } from '../../../core/representation/entries.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource, Target } from '../../../core/target.ts';
import { itemAddress } from '../evidence.ts';
import { unknownIds } from '../ids.ts';
import { queriesAbout } from '../subjects.ts';

/** One look-up as the target is asked for it and as the reference is: each has records of its own. */
export interface LookUp {
  /** The rule that a difference breaks. */
  readonly rule: string;
  readonly ours: HttpRequest;
  readonly theirs: HttpRequest;
  /** JSON Pointer to what the target's answer is about; empty: the whole body. */
  readonly envelope: string;
}

/** A record of the reference, by which it can be asked for something that is there. */
interface Known {
  readonly id: string | undefined;
  readonly name: string | undefined;
}

const NOBODY = 'nobody by this name';

/** Every look-up for which both sides have something to find, or nothing; kept where the reference serves it. */
export async function lookUpsOf(
  { target, records }: Trial,
  ask: (request: HttpRequest) => Promise<Answer>,
): Promise<LookUp[]> {
  const found: LookUp[] = [];
  for (const resource of target.resources.filter(({ name, ofDocument }) => ofDocument && name !== 'deals')) {
    const known = await knownThere(resource, ask);
    if (known === undefined) continue;
    found.push(...lookUps(resource, known, records.fresh), ...queriesOf(target, resource, known));
  }
  found.push(...sessionCheck(target));
  const kept: LookUp[] = [];
  for (const lookUp of found) if ((await ask(lookUp.theirs)).status === dueOf(lookUp, target)) kept.push(lookUp);
  return kept;
}

function lookUps(resource: Resource, known: Known, fresh: FreshIds): LookUp[] {
  const { item, list, query } = resource;
  const lookUp = (rule: string, ours: string, theirs: string, envelope: string): LookUp => ({
    rule,
    // The trial is about deals, whose media type may be another.
    ours: { method: 'GET', address: ours, headers: { accept: acceptOf(resource), ...resource.headers } },
    theirs: { method: 'GET', address: theirs },
    envelope,
  });
  const found: LookUp[] = [];
  if (list !== undefined) found.push(lookUp('read/collection', list.address, list.address, list.envelope));
  if (item !== undefined && resource.known !== undefined && known.id !== undefined) {
    const theirs = itemAddress(resource, known.id);
    found.push(lookUp('read/item', itemAddress(resource, resource.known), theirs, item.envelope));
  }
  const [never] = unknownIds(resource, fresh).always ?? [];
  if (item !== undefined && never !== undefined) {
    const address = fillEncoded(item.address, { id: never.encoded });
    found.push(lookUp('read/unknown-item', address, address, item.envelope));
  }
  if (query === undefined) return found;
  const asking = (value: string): string => fillTemplate(query.address, { value });
  const envelope = queryEnvelope(resource);
  if (query.matches !== undefined && known.name !== undefined)
    found.push(lookUp('read/query-match', asking(query.matches), asking(known.name), envelope));
  const nothing = query.empty ?? NOBODY;
  if (mayBeAsked(query, nothing)) found.push(lookUp('read/query-empty', asking(nothing), asking(nothing), envelope));
  return found;
}

/** The queries of the command/query split that are about records of this resource (document 4.3). */
function queriesOf(target: Target, resource: Resource, known: Known): LookUp[] {
  return queriesAbout(target, resource).flatMap(({ address, found, empty }) => {
    const asking = (parameter: string): HttpRequest => ({
      method: 'GET',
      address: fillTemplate(address, { parameter }),
      headers: IN_JSON,
    });
    const nothing = asking(empty ?? NOBODY);
    const none: LookUp = { rule: 'query/empty', ours: nothing, theirs: nothing, envelope: '' };
    if (found === undefined || known.name === undefined) return [none];
    return [{ rule: 'query/status', ours: asking(found), theirs: asking(known.name), envelope: '' }, none];
  });
}

function sessionCheck({ claims, session }: Target): LookUp[] {
  if (claims.session === 'none') return [];
  const request: HttpRequest = { method: 'GET', address: session.address, anonymous: true, headers: IN_JSON };
  return [{ rule: 'session/unauthorized', ours: request, theirs: request, envelope: '' }];
}

// Owed in JSON, whatever is claimed (document 4.3, 4.4).
const IN_JSON = { accept: 'application/json' };

function acceptOf({ mediaTypes, representations }: Resource): string {
  const [first = 'json'] = representations;
  return mediaTypes[representations.includes('json') ? 'json' : first];
}

// Where the reference answers otherwise, the target has the thing at an address of its own.
function dueOf({ rule }: LookUp, { claims }: Target): number {
  if (rule === 'read/unknown-item' || rule === 'query/empty') return 404;
  if (rule === 'read/query-empty') return claims.emptyQuery;
  return rule === 'session/unauthorized' ? 401 : 200;
}

async function knownThere(
  resource: Resource,
  ask: (request: HttpRequest) => Promise<Answer>,
): Promise<Known | undefined> {
  if (resource.list === undefined) return { id: undefined, name: undefined };
  const answer = await ask({ method: 'GET', address: resource.list.address });
  // The reference wraps nothing.
  const entries = answer.representation.value;
  const [first]: unknown[] = Array.isArray(entries) ? entries : [];
  if (!isObject(first)) return undefined;
  const name = at(first, resource.query?.field ?? '/name');
  return {
    id: typeof first['id'] === 'string' ? first['id'] : undefined,
    name: typeof name === 'string' ? name : undefined,
  };
}
