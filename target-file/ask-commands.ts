import type { Answer } from '../core/answer.ts';
import { fillTemplate } from '../core/http/address.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { fillPlaceholders, fillUnique } from '../core/ids/placeholders.ts';
import { isObject } from '../core/representation/json-value.ts';
import type { Command, Query } from '../core/target.ts';
import { isBroken, toldBroken } from './broken-answer.ts';
import type { Draft, DraftResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';
import type { Made } from './inquiry-writes.ts';

/** Whether the command/query split was seen, how, and what was found to ask it. */
export interface SeenCommandQuery {
  readonly commandQuery: boolean;
  readonly why: string;
  readonly commands: readonly Command[];
  readonly queries: readonly Query[];
  /** Why nothing is known of either: what was asked broke down, as did what names nothing. */
  readonly unknown?: string;
  /** How the guessed command was refused. The document shows no payload of a command (4.3), so that this is no fault. */
  readonly refused?: string;
}

/** Tries a command on a fresh deal and a query for a known record (document 4.3). */
export async function askCommandQuery(inquiry: Inquiry, draft: Draft): Promise<SeenCommandQuery | undefined> {
  if (!draft.open.commandQuery || draft.claims.commandQuery === false) return undefined;
  const [command, asked] = await Promise.all([
    tryCommand(inquiry, draft),
    Promise.all(draft.queries.map((query) => askQuery(inquiry, draft, query))),
  ]);
  // The document shows no name of a result (4.3), so that only what is found is known to be offered beside the users.
  const queries = asked.filter(
    ({ name, found: parameter }, i) => i === 0 || name !== 'deals' || parameter !== undefined,
  );
  const found = queries.some((query) => query.found !== undefined);
  const isSeen = command.served || found;
  const broken = [command.broken, ...queries.map(({ unfound }) => unfound)].filter((told) => told !== undefined);
  return {
    ...(isSeen || broken.length === 0 ? {} : { unknown: [...new Set(broken)].join('; ') }),
    ...(command.refused === undefined ? {} : { refused: command.refused }),
    commandQuery: isSeen,
    why: `${command.told}; ${found ? 'a query was seen to find something' : 'no query was seen to find anything'}`,
    commands: draft.commands,
    queries,
  };
}

interface TriedCommand {
  readonly served: boolean;
  readonly told: string;
  readonly broken?: string;
  readonly refused?: string;
}

/** A command is served when it is answered otherwise than a name that nobody gave. */
async function tryCommand(inquiry: Inquiry, draft: Draft): Promise<TriedCommand> {
  const [command] = draft.commands;
  const deals = draft.resources.find((r) => r.name === 'deals');
  if (command === undefined || deals === undefined || !inquiry.mayWrite || draft.claims.commandQuery !== undefined) {
    return { served: false, told: 'no command was tried' };
  }
  const created = await inquiry.create(deals);
  const deal = created?.made;
  if (deal === undefined) {
    const broken = isBroken(created?.answer) ? { broken: toldBroken(created.answer) } : {};
    return { served: false, told: 'no deal could be made to try a command on', ...broken };
  }
  const nothing = `/command/Assayer${inquiry.unique()}/`;
  const send = async (address: string): Promise<Answer | undefined> => {
    const first = await inquiry.write(deal, commandRequest(command, deal, address));
    if (!isBroken(first)) return first;
    // Alone, and on another deal: it may have been carried out on this one.
    const other = (await inquiry.create(deals))?.made ?? deal;
    return inquiry.write(other, commandRequest(command, other, address), undefined, 'alone');
  };
  const [answer, control] = await Promise.all([send(command.address), send(nothing)]);
  const told = `POST ${command.address} was answered ${answer?.status ?? 'nothing'}`;
  // A success that came to another deal shows no command that works, and no more are sent.
  const stopped = inquiry.whyNoMore(deals);
  if (stopped !== undefined) return { served: false, told, broken: stopped };
  // A breakdown over this command alone says that the command is known.
  const answers = (one: typeof answer): boolean => one?.succeeded === true || isBroken(one);
  const isUnknown = isBroken(answer) && isBroken(control);
  const broken = isUnknown ? { broken: `${toldBroken(answer)}, as was POST ${nothing}, which names nothing` } : {};
  const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500;
  const refused = isRefused ? { refused: `which commands are served is not known: ${told}, and was a guess` } : {};
  return { served: answers(answer) && !answers(control), told, ...broken, ...refused };
}

/** A command on a deal, sent to the address of the command unless another one is named. */
export function commandRequest(command: Command, { id }: Made, address: string = command.address): HttpRequest {
  const { name, payload } = command;
  return { method: 'POST', address, json: fillPlaceholders(payload, { deal: id }), operation: name };
}

async function askQuery(inquiry: Inquiry, draft: Draft, query: Query): Promise<Query> {
  if (query.found !== undefined) return query;
  const resource = draft.resources.find(({ name }) => name === query.resource);
  const parameters = [resource?.query?.matches, resource?.known].filter((p): p is string => p !== undefined);
  let unfound: { readonly unfound?: string } = resource?.unlisted === undefined ? {} : { unfound: resource.unlisted };
  for (const parameter of parameters) {
    const answer = await inquiry.ask({ method: 'GET', address: fillTemplate(query.address, { parameter }) });
    if (await hasFound(inquiry, query, answer)) return { ...query, found: parameter };
    if (isBroken(answer)) unfound = { unfound: toldBroken(answer) };
  }
  const found = (await findsNew(inquiry, resource, query)) ?? (await findsKnown(inquiry, resource, query));
  return found ?? { ...query, ...unfound };
}

/** Looks the known record up by the text of the member that a new one was not found by. */
async function findsKnown(
  inquiry: Inquiry,
  resource: DraftResource | undefined,
  query: Query,
): Promise<Query | undefined> {
  const { known, item, create } = resource ?? {};
  const [member] = Object.entries(create?.sample ?? {}).find(([, value]) => String(value).includes('{unique}')) ?? [];
  if (known === undefined || item === undefined || member === undefined) return undefined;
  const read = await inquiry.ask({ method: 'GET', address: fillTemplate(item.address, { id: known }) });
  const record = read?.succeeded === true ? read.representation.value : undefined;
  const parameter = isObject(record) ? record[member] : undefined;
  if (typeof parameter !== 'string' || parameter === '') return undefined;
  const answer = await inquiry.ask({ method: 'GET', address: fillTemplate(query.address, { parameter }) });
  return (await hasFound(inquiry, query, answer)) ? { ...query, found: parameter } : undefined;
}

/** Looks a new record up by a text that it was created with; each check will make one of its own. */
async function findsNew(
  inquiry: Inquiry,
  resource: DraftResource | undefined,
  query: Query,
): Promise<Query | undefined> {
  const texts = Object.values(resource?.create?.sample ?? {});
  const text = texts.find((value): value is string => typeof value === 'string' && value.includes('{unique}'));
  if (resource === undefined || text === undefined) return undefined;
  const made = await inquiry.create(resource);
  const sent = made?.answer.exchange.request.body;
  const unique = new RegExp(`${inquiry.nonce}[0-9a-z]*`, 'u').exec(
    new TextDecoder().decode(sent ?? new Uint8Array()),
  )?.[0];
  if (made?.made === undefined || unique === undefined) return undefined;
  const { parameter } = fillUnique({ parameter: text }, unique);
  const address = fillTemplate(query.address, { parameter: String(parameter) });
  const answer = await inquiry.until(() => inquiry.ask({ method: 'GET', address }), holdsRecords);
  return (await hasFound(inquiry, query, answer)) ? { ...query, found: text } : undefined;
}

/** What a query that finds something is answered (document 4.3). */
function holdsRecords(answer: Answer | undefined): boolean {
  const records = answer?.status === 200 ? answer.representation.value : undefined;
  return Array.isArray(records) && records.length > 0;
}

/**
 * Whether a query has found something. What is 404 for a made-up parameter and not for this one has found something, whatever it makes
 * of it: query/status judges that.
 */
async function hasFound(inquiry: Inquiry, query: Query, answer: Answer | undefined): Promise<boolean> {
  if (holdsRecords(answer)) return true;
  return (answer?.succeeded === true || isBroken(answer)) && (await findsNothing(inquiry, query));
}

async function findsNothing(inquiry: Inquiry, query: Query): Promise<boolean> {
  const address = fillTemplate(query.address, { parameter: `nothing ${inquiry.unique()}` });
  return (await inquiry.ask({ method: 'GET', address }))?.status === 404;
}
