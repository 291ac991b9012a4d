import type { Exchange } from '../../core/http/exchange.ts';
import type { JsonObject } from '../../fixtures/json.ts';
import type { Operation } from '../../fixtures/openapi/document.ts';
import { describeApi, type OpenApi } from '../../fixtures/openapi.ts';
import { OPERATIONS } from '../../fixtures/operations.ts';
import { SEED_USERS, type Seed } from '../../fixtures/seed.ts';
import { createMock, type Mock, type MockOptions } from '../../mock/index.ts';
import { ask } from './ask.ts';

/** A tour of a description: every answer that it has, asked for. */
export interface Tour {
  readonly api: OpenApi;
  /** As `PUT /commands/{commandId} 201`. */
  readonly described: readonly string[];
  /** The same, as it was seen. */
  readonly seen: readonly string[];
  readonly exchanges: readonly Exchange[];
}

interface Place {
  readonly method: string;
  readonly template: string;
  readonly operation: Operation;
}

/** Asks a mock for every answer that its description has. */
export async function tour(options: MockOptions): Promise<Tour> {
  const mock = createMock({ ...options, seed: SCENE, bodyLimit: 1000 });
  const down = createMock({ ...options, seed: SCENE, unavailable: ['deals', 'users', 'commands', 'session'] });
  const api = describeApi(mock.options);
  const places = placesOf(api, mock.options.representations[0]);
  await setScene(mock, places);
  const visits = await Promise.all(
    places.flatMap((place) =>
      statusesOf(place).map(async (status) => {
        const exchange = await visit(status === 503 ? down : mock, place, status);
        return { exchange, stop: stopAt(place, exchange.response?.status) };
      }),
    ),
  );
  return {
    api,
    described: places.flatMap((place) => statusesOf(place).map((status) => stopAt(place, status))),
    seen: visits.map(({ stop }) => stop),
    exchanges: visits.map(({ exchange }) => exchange),
  };
}

/** Asks at every described address with methods that OpenAPI says nothing of, or that this description does not have. */
export async function tourOfMethods(options: MockOptions): Promise<Pick<Tour, 'api' | 'exchanges'>> {
  const mock = createMock({ ...options, seed: SCENE });
  const api = describeApi(mock.options);
  const places = placesOf(api, mock.options.representations[0]);
  await setScene(mock, places);
  const questions = places.flatMap((place) => {
    const methods = ['OPTIONS', 'PATCH', 'DELETE', ...(place.method === 'GET' ? ['HEAD'] : [])];
    return methods.map((method) => ask(mock, method, fill(place, 'nobody')));
  });
  return { api, exchanges: await Promise.all(questions) };
}

// A deal for each operation, so that one does not rule out the next; others are in the state that some answers need.
const SCENE: Seed = {
  users: SEED_USERS,
  deals: [
    ...OPERATIONS.map(({ name }) => ({ id: name, name, price: 1, held: true })),
    { id: 'ready', name: 'ready', price: 1 },
    { id: 'spare', name: 'spare', price: 1 },
    { id: 'gone', name: 'gone', price: 1 },
    { id: 'canceled', name: 'canceled', price: 1, canceled: true },
    { id: 'completed', name: 'completed', price: 1, completed: true },
  ],
};

/** Leaves behind what is read below a deal, and a deal that is gone. */
async function setScene(mock: Mock, places: readonly Place[]): Promise<void> {
  const { version, basePath } = mock.options;
  await ask(mock, 'DELETE', `${basePath}/rest/${version}/deals/gone`);
  for (const place of places) if (place.method === 'PUT' || place.method === 'POST') await visit(mock, place, 204);
}

function placesOf({ paths, servers }: OpenApi, suffix = ''): Place[] {
  const base = servers[0]?.url === '/' ? '' : (servers[0]?.url ?? '');
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template: base + path.replace('{suffix}', suffix),
      operation,
    })),
  );
}

function statusesOf({ operation }: Place): number[] {
  return Object.keys(operation.responses).map(Number);
}

function stopAt({ method, template }: Place, status: number | undefined): string {
  return `${method} ${template} ${status}`;
}

/** Asks at a place in the way that leads to a status. */
function visit(mock: Mock, place: Place, status: number): Promise<Exchange> {
  const { method, operation } = place;
  const deal = dealFor(place, status);
  const query = queryFor(method, status);
  const headers = { cookie: status === 401 ? '' : 'USER_TOKEN=let-me-in', ...headersFor(status) };
  const body = operation.requestBody === undefined ? undefined : bodyFor(place, status, deal);
  return ask(mock, method, fill(place, deal, status) + query, headers, body);
}

function queryFor(method: string, status: number): string {
  if (status === 406) return '?format=png';
  return method === 'GET' && status === 204 ? '?name=nobody' : '';
}

function isCommandDocument(template: string): boolean {
  return template.includes('{commandId}');
}

function dealFor({ method, operation, template }: Place, status: number): string {
  const name = OPERATIONS.find((o) => operation.operationId.includes(o.name))?.name;
  if (status === 404) return 'nobody';
  if (status === 410) return 'gone';
  if (status === 409 && !isCommandDocument(template)) return name === 'CancelDeal' ? 'completed' : 'canceled';
  return method === 'DELETE' && status === 204 ? 'spare' : (name ?? 'ready');
}

function fill({ template, operation, method }: Place, deal: string, status = 0): string {
  const isAboutUsers = operation.tags.includes('users');
  const values: Readonly<Record<string, string>> = {
    id: isAboutUsers && status !== 404 ? '1' : deal,
    index: '1',
    // A command that is known has no second effect; any other status is of a first.
    commandId: [201, 404].includes(status) ? `${method}-${status}` : 'known',
    parameter: deal === 'ready' && template.includes('users') ? 'Ada%20Lovelace' : deal,
  };
  return template.replace(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? name);
}

function headersFor(status: number): Readonly<Record<string, string>> {
  if (status === 304) return { 'if-none-match': '*' };
  if (status === 406) return { accept: 'image/png' };
  if (status === 412) return { 'if-match': '"another state"' };
  if (status === 415) return { 'content-type': 'text/csv' };
  return {};
}

function bodyFor(place: Place, status: number, deal: string): string {
  if (status === 400) return '{';
  if (status === 413) return ' '.repeat(1001);
  const payload = payloadFor(place, deal);
  // A known command id with other content.
  if (status === 409 && isCommandDocument(place.template))
    return JSON.stringify({ ...payload, params: { reason: 'another reason' } });
  return JSON.stringify(payload);
}

function payloadFor({ operation, template }: Place, deal: string): JsonObject {
  const { operationId } = operation;
  if (operationId === 'createDeal') return { name: 'a deal', price: 1, further: [1] };
  const named = OPERATIONS.find(({ name }) => operationId.includes(name));
  const parameters = Object.fromEntries((named?.parameters ?? []).map(({ name, sample }) => [name, sample]));
  if (named !== undefined) return template.includes('/command/') ? { id: deal, ...parameters } : parameters;
  // Form D alone takes attributes in place of an action.
  if (!JSON.stringify(operation.requestBody).includes('Command')) return { held: true, holdReason: 'a reason' };
  return operationId === 'putCommand' ? { ...HOLD, deal } : HOLD;
}

const HOLD: JsonObject = { action: 'HoldDeal', params: { reason: 'a reason' } };
