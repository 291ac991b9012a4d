import type { Fetch, Mock } from '../../mock/interface.ts';
import type { MockOptions } from '../../mock/options.ts';
import { look, type Next, type RequestView } from '../deviations/deviation.ts';
import { resent } from '../deviations/requests.ts';
import { type Found, placeFinder, representationOf } from './places.ts';
import { isRepresentative } from './scope.ts';

/** One kind of answer of the plain mock, as the driver met it. */
export interface Cell extends Found {
  /** `deals.id.delete`: the route of the mock and the method. */
  readonly place: string;
  readonly status: number;
  /** `json`, `xml`, `html`, `problem` for the JSON of errors, or `none`. */
  readonly representation: string;
  /** Whether the body holds several records. */
  readonly list: boolean;
  /** Names of the header fields, in lower case. */
  readonly fields: ReadonlySet<string>;
  /** Members of the record, or of the first one of a list, as far as they are texts, numbers and booleans. */
  readonly members: readonly string[];
  /** The sections of the driver that meet it. */
  readonly sections: readonly number[];
}

export type { Next };

/** A request that reached the place of a fault. */
export interface Call extends RequestView, Found {
  readonly mock: Mock;
  /** What the fault remembers from request to request; empty for each new server. */
  readonly memory: Map<string, unknown>;
}

/** What an operator does at a place: the fault itself, with its arguments as text and what is wrong in words. */
export interface Fault {
  /** Empty where the operator takes none. */
  readonly args: string;
  /** What the server does wrong, continuing “GET /users/{id}: ”. */
  readonly says: string;
  /** The clause that it offends, where that is not the place's own. */
  readonly clause?: string;
  /** Another answer in place of the right one. The request has been carried out. */
  readonly answer?: (response: Response, call: Call) => Response | Promise<Response>;
  /** Another way to take the request. */
  readonly take?: (call: Call, next: Next) => Promise<Response>;
}

/** One way to make faults, with all the faults that it makes. */
export interface Operator {
  /** `status-swap`: part of the id of each mutant. */
  readonly name: string;
  /** What a fault is bound to: a kind of answer in one representation, a status, or every request to a place. */
  readonly per: 'representation' | 'status' | 'place';
  /** Whether it is about the meaning of an operation, so that it is applied to all six of them, in each form. */
  readonly everyOperation?: true;
  /** The faults at one kind of answer; none where the operator makes no sense there. */
  readonly at: (cell: Cell) => readonly Fault[];
}

/** The mock with one generated fault. */
export interface Mutant extends Pick<Found, 'kind' | 'operation' | 'form'> {
  /** `deals.id.delete:204:status-swap(200)`. */
  readonly id: string;
  /** A sentence: what the server does wrong. */
  readonly title: string;
  readonly clause: string;
  readonly operator: string;
  readonly place: string;
  /** The answers that it changes; left out: how requests are taken, whatever the answer. */
  readonly status?: number;
  readonly representation?: string;
  /** The sections of the driver that reach its place. */
  readonly sections: readonly number[];
  /** The claims under which it shows; the mock's defaults otherwise. */
  readonly options?: MockOptions;
  readonly wrap: (fetch: Fetch, mock: Mock) => Fetch;
}

/** Every mutant that an operator makes of these kinds of answers. */
export function mutantsOf(operator: Operator, cells: readonly Cell[], options?: MockOptions): Mutant[] {
  const made = new Map<string, Mutant>();
  const reached = sectionsByPlace(cells);
  for (const cell of cells) {
    if (operator.everyOperation !== true && !isRepresentative(cell)) continue;
    const where = whereOf(operator, cell);
    for (const fault of operator.at(cell)) {
      const id = `${where}:${operator.name}${fault.args === '' ? '' : `(${fault.args})`}`;
      if (made.has(id)) continue;
      made.set(id, {
        id,
        title: `${titleOf(operator, cell)}: ${fault.says}.`,
        clause: fault.clause ?? cell.clause,
        operator: operator.name,
        place: cell.place,
        kind: cell.kind,
        operation: cell.operation,
        form: cell.form,
        ...(operator.per === 'place' ? {} : { status: cell.status }),
        ...(operator.per === 'representation' ? { representation: cell.representation } : {}),
        sections: reached.get(cell.place) ?? [],
        ...(options === undefined ? {} : { options }),
        wrap: wrapOf(operator, cell, fault),
      });
    }
  }
  return [...made.values()];
}

function sectionsByPlace(cells: readonly Cell[]): Map<string, readonly number[]> {
  const reached = new Map<string, readonly number[]>();
  for (const { place, sections } of cells)
    reached.set(place, [...new Set([...(reached.get(place) ?? []), ...sections])]);
  return reached;
}

function whereOf({ per }: Operator, { place, status, representation }: Cell): string {
  if (per === 'place') return place;
  return per === 'status' ? `${place}:${status}` : `${place}:${status}.${representation}`;
}

function titleOf({ per }: Operator, { address, status, representation }: Cell): string {
  if (per === 'place') return address;
  return per === 'status' ? `${address}, answer ${status}` : `${address}, answer ${status} in ${representation}`;
}

function wrapOf(operator: Operator, cell: Cell, { answer, take }: Fault): Mutant['wrap'] {
  return (fetch, mock) => {
    const find = placeFinder(mock);
    const memory = new Map<string, unknown>();
    return async (request) => {
      const found = find(request);
      if (found.place !== cell.place) return fetch(request);
      const call: Call = { ...(await look(request)), ...found, mock, memory };
      if (take !== undefined) return take(call, fetch);
      const response = await fetch(request);
      return answer !== undefined && meets(response, operator, cell) ? answer(response, call) : response;
    };
  };
}

function meets(response: Response, { per }: Operator, { status, representation }: Cell): boolean {
  if (per === 'place') return true;
  if (response.status !== status) return false;
  return per === 'status' || representationOf(response) === representation;
}

/** The same request with other fields, `undefined` taking one away, or with another method, target or body. */
export function changed(
  call: RequestView,
  fields: Readonly<Record<string, string | undefined>>,
  other: Parameters<typeof resent>[1] = {},
): Request {
  const request = resent(call, other);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) request.headers.delete(name);
    else request.headers.set(name, value);
  }
  return request;
}

/** Every `n`-th answer only, counted from the place's first. */
export function everyNth(
  n: number,
  change: (response: Response, call: Call) => Response | Promise<Response>,
): NonNullable<Fault['answer']> {
  return (response, call) => {
    const count = Number(call.memory.get('count') ?? 0) + 1;
    call.memory.set('count', count);
    return count % n === 0 ? change(response, call) : response;
  };
}
