import fc from 'fast-check';
import { decodeSegment } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { type FreshIds, uuidHolding } from '../../../core/ids/fresh-ids.ts';
import { once } from '../../../core/once.ts';
import type { Property, Trial } from '../../../core/run/trial.ts';
import type { Json, JsonObject } from '../../../core/target.ts';
import { aboutUnknown, idsToWriteTo, type UnknownId } from '../ids.ts';
import { type Breakage, FOLLOWED } from '../payload/break-json.ts';
import { malformed } from '../payload/malformed.ts';
import { nearNames } from './near-names.ts';
import {
  type JsonRequest,
  namesAction,
  needsNoBody,
  operationRequest,
  type Particulars,
  sampleParameters,
} from './operation-requests.ts';
import { type Asked, isFirst, rotated } from './operation-subjects.ts';

/** How many of the cases an operation is tried with that is not the first one of its form. */
const PART = 2;

/** Numbers, which a service may take for those of deals without looking whether they are: every operation is asked with one of them. */
const NUMBERS: readonly string[] = ['digits', 'many digits'];

/** The other shapes of which every operation is asked with some; the first one of a form is asked with all there are. */
const HANDFUL: readonly string[] = [
  'word',
  'UUID',
  'Chinese',
  'with a space',
  '200 characters',
  'needlessly percent-encoded',
];

/** Ids of deals that never were. */
export function unknownDeals(trial: Trial, asked: Asked): Property<UnknownId> {
  const property = idsToWriteTo(asked.resource, trial.records.fresh);
  const always = property.always ?? [];
  // Form G names the deal in the body, where percent-encoding means nothing.
  const possible = namesDealInBody(asked) ? always.filter(({ absurd }) => !absurd) : always;
  if (isFirst(trial)) return { ...property, always: possible, share: 0.1 };
  const [numbers, others] = [NUMBERS, HANDFUL].map((some) => possible.filter(({ shape }) => some.includes(shape)));
  // Where few shapes are ids of the target's kind, all of them may be numbers.
  const one = rotated(trial, numbers ?? [], 1);
  return { ...property, always: [...one, ...rotated(trial, others ?? [], PART - one.length)], share: 0.05 };
}

/** Whether the deal is named in the body and not in the address (form G). */
export function namesDealInBody({ spelling }: Asked): boolean {
  return spelling.payload === 'deal-action' && !spelling.address.includes('{id}');
}

/** The operation on a deal that never was, everything else being right. */
export function onUnknownDeal(asked: Asked, unknown: UnknownId, unique: string, record: JsonObject): HttpRequest {
  const reference = decodeSegment(unknown.encoded);
  const parameters = sampleParameters(asked, unique);
  const request = operationRequest(asked, { id: '', reference, record, parameters, commandId: uuidHolding(unique) });
  // Only an address can name a missing resource: a body that does may be answered 400.
  return namesDealInBody(asked) ? request : aboutUnknown(request, unknown);
}

const EVERYWHERE: readonly string[] = ['cut short', 'without the closing brace', 'a comma too many', 'nothing at all'];
const ABSENT: readonly string[] = ['nothing at all', 'only white space'];

/** Ways to break the body of an operation that leave it broken: what needs no body is not broken by having none. */
export function brokenBodies(trial: Trial, asked: Asked): Property<Breakage> {
  const breaks = ({ how }: Breakage): boolean => !(needsNoBody(asked) && ABSENT.includes(how));
  const always = (malformed.always ?? []).filter(breaks);
  const first = isFirst(trial);
  const everywhere = always.filter(({ how }) => EVERYWHERE.includes(how));
  const followed = always.filter(({ how }) => how === followedBy(trial));
  return {
    ...malformed,
    cases: malformed.cases.filter(breaks),
    always: first ? always : [...rotated(trial, everywhere, PART), ...followed],
    share: first ? 0.1 : 0.02,
  };
}

/** A way by which other text follows a whole one, for every second operation and form; for each where few forms are served. */
function followedBy(trial: Trial): string | undefined {
  const isFew = trial.target.claims.operationForms.length <= PART;
  const turns = isFew ? FOLLOWED : FOLLOWED.flatMap((how) => [how, undefined]);
  return rotated(trial, turns, 1)[0];
}

/** A payload that lacks something, and what. */
export interface Faulty {
  readonly fault: string;
  readonly parametersOf: (right: JsonObject) => JsonObject;
}

// No lenient reader takes an object for a text, a number or a date, as it might take "25" for 25.
const WRONG: Json = { not: 'a scalar' };

/** The parameters with each required one left out, and of a wrong type, in turn. */
export function faultyParameters(asked: Asked): Faulty[] {
  return asked.operation.parameters
    .filter(({ required }) => required)
    .flatMap(({ name, type }) => [
      ...(canLack(asked) ? [{ fault: `without ${name}`, parametersOf: without(name) }] : []),
      ...(isSent(asked, name)
        ? [
            {
              fault: `with an object as ${name}, a ${type}`,
              parametersOf: (p: JsonObject) => ({ ...p, [name]: WRONG }),
            },
          ]
        : []),
    ]);
}

// Form D sends the attributes of a deal, which left-out-attributes.ts leaves out.
function canLack({ spelling }: Asked): boolean {
  return typeof spelling.payload === 'string';
}

function isSent({ spelling }: Asked, name: string): boolean {
  return typeof spelling.payload === 'string' || Object.values(spelling.payload.attributes).includes(`{${name}}`);
}

function without(name: string): Faulty['parametersOf'] {
  return ({ [name]: _left, ...rest }) => rest;
}

/** A request for something that is no operation, everything else being right. */
export interface NoOperation {
  readonly named: string;
  readonly requestOf: (what: Particulars) => HttpRequest;
  readonly due: 400 | 404;
  /** Whether it may be refused otherwise before anything is looked for. */
  readonly isOdd?: true;
}

/** Names that no operation has; the second and third are members that every object has in some languages. */
const NAMES: readonly string[] = ['NoSuchAction', 'constructor', 'toString'];
const VERBS: readonly string[] = ['no-such-verb', 'constructor', 'toString'];

/** Requests for operations that do not exist: another action in the body, or another verb in the path. */
export function noOperations(trial: Trial, asked: Asked): NoOperation[] {
  const many = isFirst(trial) ? 3 : 1;
  if (namesAction(asked)) {
    // Where form D shares the address of form C, what names no action may be attributes of the deal.
    const isDocument = asked.spelling.address.includes('{commandId}');
    const shapeless =
      isFirst(trial) && isDocument
        ? [
            { named: 'an object', action: {} },
            { named: 'null', action: null },
            // As the name of a member, a list of one text is that text in some languages.
            { named: 'a list of its name', action: [asked.operation.name] },
          ]
        : [];
    // Readers that look for how the name begins, or ends, would carry out the operation.
    const { name } = asked.operation;
    const longer = isFirst(trial) ? [`${name}X`, `X${name}`, ...nearNames(name, trial.target)] : [];
    const named = [...NAMES.slice(0, many), ...longer].map((other) => ({ named: other, action: other }));
    const cases = [...named, ...shapeless].map(
      ({ named: told, action }): NoOperation => ({ named: told, requestOf: acting(asked, action), due: 400 }),
    );
    return shapeless.length === 0 ? cases : [...cases, { named: 'nothing', requestOf: actingNot(asked), due: 400 }];
  }
  const verb = verbOf(asked);
  if (verb === undefined) return [];
  const longer = isFirst(trial) ? [`${verb}xq`, `xq${verb}`] : [];
  // A pattern that ends at the end of a line, or does not end, takes these for the verb.
  const odd = isFirst(trial) ? [`${verb}%0A`, `${verb}/xq`] : [];
  return [
    ...[...VERBS.slice(0, many), ...longer].map(
      (name): NoOperation => ({ named: name, requestOf: spelt(asked, verb, name, 'missing'), due: 404 }),
    ),
    ...odd.map(
      (name): NoOperation => ({ named: name, requestOf: spelt(asked, verb, name, 'absurd'), due: 404, isOdd: true }),
    ),
  ];
}

/**
 * The operation with the letters of its action in the other case; undefined where nothing names an action. Whether it is the same name is
 * not shown (document 2).
 */
export function actingInOtherCase(asked: Asked): NoOperation['requestOf'] | undefined {
  const { name } = asked.operation;
  const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  return namesAction(asked) && other !== name ? acting(asked, other) : undefined;
}

function acting(asked: Asked, action: Json): NoOperation['requestOf'] {
  return (what) => {
    const request: JsonRequest = operationRequest(asked, what);
    return { ...request, json: { ...request.json, action } };
  };
}

function actingNot(asked: Asked): NoOperation['requestOf'] {
  return (what) => {
    const request: JsonRequest = operationRequest(asked, what);
    const { action: _action, ...json } = request.json;
    return { ...request, json };
  };
}

function spelt(asked: Asked, verb: string, name: string, about: 'missing' | 'absurd'): NoOperation['requestOf'] {
  return (what) => {
    const path = asked.spelling.address.split('/').map((segment) => (segment === verb ? name : segment));
    const spelling = { ...asked.spelling, address: path.join('/') };
    return { ...operationRequest({ ...asked, spelling }, what), about };
  };
}

/** The path segment that names the operation: the last one that is fixed and not part of the deal's own address. */
function verbOf({ spelling, resource }: Asked): string | undefined {
  const own = [resource.item, resource.delete, resource.create].flatMap((place) => place?.address.split('/') ?? []);
  return spelling.address
    .split('/')
    .filter((segment) => /^[^{}?]+$/u.test(segment) && !own.includes(segment))
    .at(-1);
}

/** A shape of command id; `idOf` makes one that was never used, percent-encoded. */
export interface CommandId {
  readonly shape: string;
  readonly idOf: (unique: string, fresh: FreshIds) => string;
}

const textual = (shape: string, before: string): CommandId => ({
  shape,
  idOf: (unique) => encodeURIComponent(before + unique),
});

const COMMAND_IDS: readonly CommandId[] = [
  { shape: 'UUID', idOf: (_, fresh) => fresh.newUuid() },
  textual('letters and digits', ''),
  textual('dashes, dots, underscores and tildes', 'a-b.c_d~'),
  textual('Unicode', 'größe-契約-'),
  textual('a space', 'a command '),
  { shape: 'upper case', idOf: (unique) => unique.toUpperCase() },
  { shape: 'digits', idOf: (unique) => Array.from(unique, (char) => char.charCodeAt(0)).join('') },
  textual('marks that addresses may hold', 'a+b:c@d,e!'),
  { shape: '100 characters', idOf: (unique) => unique.padEnd(100, 'x') },
];

const unreserved = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~');
// fast-check reads all of Unicode for it.
const letter = once(() =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((c) => /^[\p{L}\p{N}]+$/u.test(c)),
);

/** Ids that a client may choose for its commands: whatever a path segment can carry (document 4.2 F, G). */
export function commandIds(trial: Trial): Property<CommandId> {
  const first = isFirst(trial);
  return {
    cases: fc.oneof(
      fc.string({ unit: unreserved, maxLength: 70 }).map((text) => textual(`unreserved ${text}`, `x${text}`)),
      fc.string({ unit: letter(), maxLength: 12 }).map((text) => textual(`letters ${text}`, `x${text}`)),
    ),
    // That UUIDs are taken is known already: every other rule uses them.
    always: first ? COMMAND_IDS : rotated(trial, COMMAND_IDS.slice(1), 1),
    show: ({ shape }) => shape,
    share: 0.02,
  };
}
