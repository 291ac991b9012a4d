import type { Answer } from '../answer.ts';
import { FORMS, type Form } from '../claims.ts';
import { fillTemplate } from '../http/address.ts';
import type { Exchange, HttpRequest, RecordedRequest } from '../http/exchange.ts';
import type { Home } from '../http/origins.ts';
import { type FreshIds, uuidHolding } from '../ids/fresh-ids.ts';
import { fillUnique, isPlaceholder } from '../ids/placeholders.ts';
import { idAt, idAtOrAbove, samePath } from '../ids/record-address.ts';
import { parseJson } from '../representation/json.ts';
import { idText, isObject } from '../representation/json-value.ts';
import { sameValue } from '../representation/same-value.ts';
import type { Command, JsonObject, Operation, Spelling } from '../target.ts';
import { operationBody } from './operation-body.ts';
import type { Claim } from './record-claim.ts';
import { fieldsFor } from './record-requests.ts';

/** What a run did to its own records that another operation undoes: a service may refuse to delete a deal that is held. */
export interface Undoing {
  /** Names the operations of the target, and the commands by their names. One that follows another one (`after`) undoes it. */
  know(operations: readonly Operation[], commands: readonly Command[]): void;
  /** Notes a write that was answered with success. */
  observe(answer: Answer): void;
  /** What undoes the last such operation that was carried out on a record of the run; undefined where there is none. */
  requestFor(claim: Claim): HttpRequest | undefined;
}

/** A way to ask for an operation: in one of its forms, or by a command. */
interface Way {
  readonly operation: Operation;
  readonly by: Form | 'command';
  readonly method: 'PUT' | 'POST';
  /** The id of the record on which a request asks for it so; undefined where it does not. */
  idIn(request: RecordedRequest): string | undefined;
  /** What asks for it on this record. */
  ask(id: string, record: JsonObject): { readonly address: string; readonly json: JsonObject };
}

/** Opens what one run knows of that. */
export function openUndoing({ home, fresh }: { readonly home: Home; readonly fresh: FreshIds }): Undoing {
  let operations: readonly Operation[] = [];
  let ways: readonly Way[] = [];
  // Few records are refused, so that they are looked through only then.
  const writes: Exchange[] = [];

  /** The last one of these that was carried out; `claim`: on this record. */
  const lastOf = (all: readonly Way[], claim?: Claim): Way | undefined => {
    const isAsked = (way: Way, { request }: Exchange): boolean => {
      const id = request.method === way.method ? way.idIn(request) : undefined;
      return id !== undefined && (claim === undefined || id === claim.id);
    };
    // An id may have been that of another record before.
    const isSince = ({ timings }: Exchange): boolean =>
      claim === undefined || timings.startedAt >= claim.answer.exchange.timings.startedAt;
    for (const exchange of writes.toReversed()) {
      const found = isSince(exchange) ? all.find((way) => isAsked(way, exchange)) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  /** One that was seen to be carried out, in whatever form; else the form of what it undoes is the likeliest to be served. */
  const likeliest = (all: readonly Way[], { by }: Way): Way | undefined =>
    lastOf(all) ?? all.find((way) => way.by === by) ?? all[0];

  return {
    know(known, commands) {
      operations = known;
      ways = known.flatMap((operation) => [...inForms(home, operation), ...byCommand(home, operation, commands)]);
    },
    observe({ succeeded, exchange }) {
      if (succeeded && ['PUT', 'POST'].includes(exchange.request.method)) writes.push(exchange);
    },
    requestFor(claim) {
      const { id, resource } = claim;
      const undo = operations.filter((one) => one.after !== undefined && one.resource === resource.name);
      if (id === undefined || undo.length === 0) return undefined;
      const names = new Set(undo.flatMap(({ name, after }) => [name, after]));
      const isMeant = ({ operation }: Way): boolean =>
        operation.resource === resource.name && names.has(operation.name);
      const last = lastOf(ways.filter(isMeant), claim);
      const undone = undo.find(({ after }) => after === last?.operation.name);
      const way =
        last &&
        likeliest(
          ways.filter(({ operation }) => operation === undone),
          last,
        );
      if (way === undefined || resource.never.includes(way.method)) return undefined;
      // What was sent as JSON is JSON.
      const record = isObject(claim.payload) ? (claim.payload as JsonObject) : {};
      const { address, json } = way.ask(id, record);
      const unique = fresh.unique();
      return {
        method: way.method,
        address: fillTemplate(address, { id, commandId: uuidHolding(unique) }),
        json: fillUnique(json, unique),
        headers: { ...fieldsFor(resource), 'content-type': resource.mediaTypes.request },
      };
    },
  };
}

function inForms(home: Home, operation: Operation): readonly Way[] {
  return FORMS.flatMap((form): Way[] => {
    const spelling = operation.forms[form];
    if (spelling === undefined) return [];
    const { method, address } = spelling;
    return [
      {
        operation,
        by: form,
        method,
        idIn: (request) => idAsked(home, request, operation.name, spelling),
        ask: (id, record) => ({ address, json: operationBody(operation, spelling, { id, record }) }),
      },
    ];
  });
}

/** A command of the name of an operation does the same (document 4.3). */
function byCommand(home: Home, operation: Operation, commands: readonly Command[]): readonly Way[] {
  return commands
    .filter(({ name }) => name === operation.name)
    .map(({ address, payload }): Way => {
      const [naming = ''] = Object.keys(payload).filter((member) => payload[member] === '{deal}');
      const idIn: Way['idIn'] = ({ url, body }) =>
        samePath(home, address, url) ? idText(sentIn(body)[naming]) : undefined;
      return {
        operation,
        by: 'command',
        method: 'POST',
        idIn,
        ask: (id) => ({ address, json: { ...payload, [naming]: id } }),
      };
    });
}

/** The id of the record on which a request asks for an operation in this form; undefined where it is no such request. */
function idAsked(
  home: Home,
  { url, body }: RecordedRequest,
  name: string,
  { address, payload }: Spelling,
): string | undefined {
  if (payload === 'parameters') return idAt(home, address, url);
  const sent = sentIn(body);
  if (typeof payload === 'object') return showsAll(sent, payload.attributes) ? idAt(home, address, url) : undefined;
  if (sent['action'] !== name) return undefined;
  return payload === 'action' ? idAtOrAbove(home, address, url) : idText(sent['deal']);
}

function showsAll(sent: Readonly<Record<string, unknown>>, attributes: JsonObject): boolean {
  return Object.entries(attributes).every(([member, due]) =>
    isPlaceholder(due) ? member in sent : sameValue(sent[member], due),
  );
}

function sentIn(body: Uint8Array | null): Readonly<Record<string, unknown>> {
  const read = body === null ? undefined : parseJson(new TextDecoder().decode(body));
  return read !== undefined && 'value' in read && isObject(read.value) ? read.value : {};
}
