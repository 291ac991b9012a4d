import { isObject } from '../../core/representation/json-value.ts';
import type { Json, JsonObject } from '../../fixtures/json.ts';
import { controlPath } from '../faces/control-address.ts';
import type { Mock } from '../interface.ts';
import { refuse } from '../service/problems.ts';
import { refuseViolations } from '../service/validation.ts';
import type { TenantState } from '../state/world.ts';
import type { BodyName } from './body-checks.ts';
import { textWithin } from './body-limit.ts';
import type { FaultLibrary } from './faults.ts';

/** A request of the control API that reached its route. */
export interface ControlCall {
  readonly mock: Mock;
  /** The deliberate faults that the mock can serve with. */
  readonly faults: FaultLibrary;
  /** The world of the tenant that the request names. */
  readonly world: TenantState;
  readonly request: Request;
  readonly url: URL;
  /** What stands before `/_mock` in this request's path: the base path, and the tenant's prefix where there is one. */
  readonly mount: string;
  /** The values of the pattern's parts, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** One thing that the control API does; its description (`/_mock/control.json`) is made from the same. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/_mock`: `/sessions/:id`. */
  readonly path: string;
  /** One sentence: what it does. */
  readonly title: string;
  /** JSON Schema of the body; absent: there is none. */
  readonly body?: JsonObject;
  /** What the query can hold, by name and in words; absent: nothing. */
  readonly query?: Readonly<Record<string, string>>;
  /** What comes back when all went well: the status, and in words what the body is. */
  readonly answers: Readonly<Record<number, string>>;
  /** The media type of the answer's body; JSON by default. */
  readonly type?: string;
  readonly handle: (call: ControlCall) => Response | Promise<Response>;
}

/** Of a body that is wrong throughout, so much tells enough. */
const TOLD = 20;

/** Reads the body as a text; refuses with 413 one that is larger than its address takes. */
export function textOf({ request, url, mock }: ControlCall): Promise<string> {
  return textWithin(request, controlPath(url.pathname, mock.options.basePath) ?? '/');
}

/** Reads the body as a JSON object that keeps the schema, where one is named; nothing at all counts as an empty object. Refuses with 400. */
export async function bodyOf(call: ControlCall, schema?: BodyName): Promise<JsonObject> {
  const text = await textOf(call);
  const value = text.trim() === '' ? {} : parse(text);
  if (!isObject(value)) return refuse(400, 'the body is no JSON object');
  if (schema === undefined) return value;
  // Loaded where it is needed: the checks of bodies are half of the control API.
  const { violationsOf } = await import('./body-validation.ts');
  refuseViolations(violationsOf(schema, value).slice(0, TOLD));
  return value;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json; // JSON.parse gives what JSON can write and nothing else
  } catch (cause) {
    return refuse(400, `the body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** An answer in JSON. */
export function json(value: unknown, status = 200, fields: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${JSON.stringify(value, null, 2)}\n`, {
    status,
    headers: { 'content-type': 'application/json', ...fields },
  });
}

/** An answer that says that it is done. */
export function done(fields: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 204, headers: fields });
}
