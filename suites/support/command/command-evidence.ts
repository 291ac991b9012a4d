import type { Answer } from '../../../core/answer.ts';
import { fillEncoded, fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import type { FreshIds } from '../../../core/ids/fresh-ids.ts';
import { fillPlaceholders, fillUnique } from '../../../core/ids/placeholders.ts';
import { notExercised } from '../../../core/results/outcome.ts';
import type { Inapplicable, Subject } from '../../../core/rule.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Command, Json, JsonObject, Query, Resource, Target } from '../../../core/target.ts';
import { because } from '../because.ts';
import { createRecord, createRequest } from '../evidence.ts';
import { idsToWriteTo, type UnknownId } from '../ids.ts';
import { type Deal, referenceTo } from '../operation/operation-requests.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { createAlike } from '../view/namesakes.ts';

type Subjects = (target: Target) => readonly (Subject | Inapplicable)[];

/** A command that was sent, and the payload that it was sent with. */
export interface Commanded {
  readonly payload: JsonObject;
  readonly answer: Answer;
  /** The deal that it was sent for; undefined where it names none. */
  readonly deal: Deal | undefined;
}

/** Every command, as `command:HoldDeal`. */
export const eachCommand: Subjects = (target) => {
  if (target.unseenSplit !== undefined) return [{ id: 'commands', unserved: target.unseenSplit }];
  const why = whyNone(target, target.commands, 'commands');
  if (why !== undefined) return [{ id: 'commands', notApplicable: why }];
  if (target.unseenCommands !== undefined) return [{ id: 'commands', unserved: target.unseenCommands }];
  return target.commands.map((command) => {
    const id = `command:${command.name}`;
    if (!asksForDeal(command)) return { id };
    const resource = dealsOf(target);
    return typeof resource === 'string' ? { id, notApplicable: resource } : { id, resource };
  });
};

/** Every query, as `query:users`. */
export const eachQuery: Subjects = (target) => {
  if (target.unseenSplit !== undefined) return [{ id: 'queries', unserved: target.unseenSplit }];
  const why = whyNone(target, target.queries, 'queries');
  if (why !== undefined) return [{ id: 'queries', notApplicable: why }];
  return target.queries.map(({ name }) => ({ id: `query:${name}` }));
};

/** The command of this trial. The rule's `on` promised one. */
export function commandOf({ target, subject }: Trial): Command {
  const found = target.commands.find(({ name }) => subject.id === `command:${name}`);
  if (found === undefined) throw new Error(`subject ${subject.id} names no command of the target`);
  return found;
}

/** The query of this trial. The rule's `on` promised one. */
export function queryOf({ target, subject }: Trial): Query {
  const found = target.queries.find(({ name }) => subject.id === `query:${name}`);
  if (found === undefined) throw new Error(`subject ${subject.id} names no query of the target`);
  return found;
}

/** The query of this trial with a parameter that finds something. */
export function findableQuery(trial: Trial): Promise<Query> {
  return findable(trial, queryOf(trial));
}

/** A query with a parameter that finds something: that of a new record where the file tells it with `{unique}`. */
export async function findable(trial: Trial, query: Query): Promise<Query> {
  const { found, resource } = query;
  if (found?.includes('{unique}') !== true) return query;
  const { unique } = await recordToFind(trial, resource);
  return { ...query, found: found.replaceAll('{unique}', unique) };
}

/** A record that was made to be found, and its fresh value. */
interface Findable {
  readonly unique: string;
  readonly answer: Answer;
}

/** A new record that queries of its resource find by its fresh value; shared. */
export const recordToFind: Evidence<Findable, [name: string]> = evidence((_trial, name) => name, anotherToFind);

/** The same, of its own. */
export async function anotherToFind(trial: Trial, name: string): Promise<Findable> {
  const resource = trial.target.resources.find((other) => other.name === name);
  const why =
    resource === undefined
      ? `the target has no resource ${name}; name the query’s resource in the target file`
      : whyNotCreatable(resource);
  if (resource === undefined || why !== undefined) notExercised(`no record can be made to query for: ${why ?? ''}`);
  const unique = trial.unique();
  const request = createRequest(resource, fillUnique(resource.create?.sample ?? {}, unique), unique);
  const answer = await trial.send(withFieldsOf(resource, request));
  return { unique, answer: answer.asControl('creating a record to query for') };
}

/** The command sent once with a payload of its own, shared. */
export const commanded: Evidence<Commanded> = evidence(
  (trial) => commandOf(trial).name,
  (shared) => commandedAnew(shared),
);

/** The command sent with another payload of its own, and with these fields. */
export async function commandedAnew(trial: Trial, fields: Readonly<Record<string, string>> = {}): Promise<Commanded> {
  const command = commandOf(trial);
  const { payload, deal } = await payloadFor(trial, command);
  const request = { ...commandRequest(command.address, payload), headers: fields };
  return { payload, deal, answer: await trial.send(request) };
}

/** The request that sends a command (document 4.3). */
export function commandRequest(address: string, payload: JsonObject): HttpRequest & { readonly json: JsonObject } {
  return { method: 'POST', address, json: payload, aim: 'command' };
}

/** Addresses at which the target serves no command: its own with another name in the place of the name, also one that holds the name. */
export function unknownCommands({ name, address }: Command): string[] {
  const segments = address.split('/');
  const own = segments.lastIndexOf(encodeURIComponent(name));
  const place = own === -1 ? segments.findLastIndex((segment) => segment !== '') : own;
  const longer = own === -1 ? [] : longerNames(name);
  return ['NoSuchCommand', 'constructor', 'no%20such%20command', ...longer].map((other) =>
    segments.map((segment, i) => (i === place ? other : segment)).join('/'),
  );
}

/**
 * The address of a command with more in the segment of its name: a segment is compared as a whole, decoded once (RFC 3986 2.4, 3.3). A
 * semicolon and a dot are left out: what follows them may be read apart.
 */
export function prolongedCommands({ name, address }: Command): readonly string[] {
  const own = encodeURIComponent(name);
  const segments = address.split('/');
  const place = segments.lastIndexOf(own);
  const behind = ['+x', '%20x', ',x', ':x', '%2Fx', '%23x', '%3Fx', '%E2%80%8B'];
  return place === -1 ? [] : behind.map((more) => segments.with(place, own + more).join('/'));
}

/** Addresses at which the target serves no query: its own with another name in the place of the name. */
export function unknownQueries({ name, address }: Query): string[] {
  const segments = address.split('/');
  const place = segments.lastIndexOf(encodeURIComponent(name));
  if (place === -1) return [];
  return ['NoSuchResult', 'constructor', ...longerNames(name)].map((other) =>
    segments.map((segment, i) => (i === place ? other : segment)).join('/'),
  );
}

/** Names that a reader takes for this one that looks for how a name begins, or ends (RFC 3986 6.2.1: they are others). */
function longerNames(name: string): readonly string[] {
  return [`${encodeURIComponent(name)}xq`, `xq${encodeURIComponent(name)}`];
}

/** Parameters that find nothing and that careless readers break on; whether they may be refused is not shown (document 4.3). */
export const ODD_PARAMETERS: readonly string[] = ['没有 größe', "no'one", '50% _', 'n'.repeat(200)];

const SHAPES: readonly string[] = ['many digits', 'word', 'UUID', 'Chinese'];

/** Ids of no deal, in shapes that a body may rightly hold. */
export function unknownDeals(resource: Resource, fresh: FreshIds): readonly UnknownId[] {
  return (idsToWriteTo(resource, fresh).always ?? []).filter(({ shape }) => SHAPES.includes(shape));
}

/** The query that finds something, shared. */
export const found: Evidence<Answer> = evidence(
  (trial) => queryOf(trial).name,
  async (shared) => {
    const request = findingRequest(await findableQuery(shared));
    return shared.until(
      () => shared.send(request),
      ({ status }) => status !== 404,
    );
  },
);

/** The request of a query that finds something. */
export function findingRequest(query: Query): HttpRequest {
  if (query.found === undefined)
    notExercised(`no parameter is known with which the query ${query.name} finds something${because(query.unfound)}`);
  return { method: 'GET', address: fillTemplate(query.address, { parameter: query.found }) };
}

/** The same with each letter and digit of the parameter percent-encoded, so many times over. */
export function encodedRequest(query: Query, times: 1 | 2): HttpRequest {
  const { address } = findingRequest(query);
  const once = [...encoder.encode(query.found)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  const parameter = once.join('').replaceAll('%', times === 2 ? '%25' : '%');
  return { method: 'GET', address: query.found === undefined ? address : fillEncoded(query.address, { parameter }) };
}

const encoder = new TextEncoder();

/**
 * A payload of the command. A deal that it asks for is made, and what has to come before is done to it first. With `like`, one with the members
 * of that one, where the target takes them twice.
 */
export async function payloadFor(trial: Trial, command: Command, like?: Deal): Promise<Omit<Commanded, 'answer'>> {
  const unique = trial.unique();
  if (!asksForDeal(command)) return { payload: filled(command, unique, {}), deal: undefined };
  const record = like === undefined ? await createRecord(trial) : await createAlike(trial, like);
  const { id } = record;
  if (id === undefined) notExercised('the id of a new record is not known, so no command can name it', record.answer);
  const deal = { ...record, id };
  const reference = referenceTo(deal, resourceOf(trial));
  await doBefore(trial, command, reference);
  return { payload: filled(command, unique, { deal: reference }), deal };
}

/** The command's payload for a deal of this id. */
export function payloadAbout(command: Command, deal: Json, unique: string): JsonObject {
  return filled(command, unique, { deal });
}

// An unhold follows a hold: commands bear the names of operations, which say what follows what.
async function doBefore(trial: Trial, command: Command, deal: Json): Promise<void> {
  const { operations, commands } = trial.target;
  const after = operations.find(({ name }) => name === command.name)?.after;
  const before = commands.find(({ name }) => name === after);
  if (before === undefined || before === command) return;
  const answer = await trial.send(commandRequest(before.address, filled(before, trial.unique(), { deal })));
  answer.asControl(`${before.name}, which ${command.name} follows,`);
}

function filled({ payload }: Command, unique: string, values: JsonObject): JsonObject {
  return fillPlaceholders(payload, values, { unique });
}

/** Whether the command names a deal among its properties. */
export function asksForDeal({ payload }: Command): boolean {
  return Object.values(payload).includes('{deal}');
}

function dealsOf(target: Target): Resource | string {
  const name = target.operations[0]?.resource ?? 'deals';
  const resource = target.resources.find((other) => other.name === name);
  if (resource === undefined) return `the target has no resource ${name} for a command to work on`;
  return whyNotCreatable(resource) ?? resource;
}

function whyNone(target: Target, list: readonly unknown[], what: string): string | undefined {
  if (!target.claims.commandQuery) return 'the command/query split is not claimed (commandQuery = false)';
  return list.length === 0 ? `the target lists no ${what}` : undefined;
}
