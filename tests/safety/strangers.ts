import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A record as a server keeps it. */
export type Kept = Readonly<Record<string, unknown>> & { readonly id: string };

/** What a server answers. Without a body it is empty. */
interface Told {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
}

type Store = Map<string, Kept>;

/** A habit of a real framework or service, in which it differs from the plain server. */
export interface Stranger {
  readonly id: string;
  /** One sentence: what the server does. */
  readonly title: string;
  /** Records that are there before. */
  readonly deals: readonly Kept[];
  /** The id that an address means. */
  readId?(text: string): string;
  nextId?(store: Store, made: number): string;
  /** In place of a creation. */
  create?(payload: Readonly<Record<string, unknown>>, store: Store): Told | undefined;
  remove?(id: string, store: Store): Told;
  /** In place of a change by PUT of what is not there. */
  putMissing?(id: string, payload: Readonly<Record<string, unknown>>, store: Store): Told;
  shows?(deal: Kept): boolean;
  /** How many records a page of the list holds; all of them otherwise. */
  readonly page?: number;
}

/** A stranger on a port of this machine. */
export interface Running extends AsyncDisposable {
  readonly url: string;
  /** Records that were there before and are gone or were changed. */
  harmed(): string[];
  /** Records that were not there before, those left out that are marked as deleted. */
  added(): string[];
}

const many = (count: number, idOf: (nth: number) => string = String): Kept[] =>
  Array.from({ length: count }, (_, i) => ({ id: idOf(i + 1), name: `Deal of before ${i + 1}`, price: 100 + i }));

const lowestFree = (store: Store): string => {
  for (let id = 1; ; id += 1) if (!store.has(String(id))) return String(id);
};

/** Servers that keep the document badly or unusually, as frameworks make them easy to write. */
export const STRANGERS: readonly Stranger[] = [
  {
    id: 'ids-reused-and-paged',
    title: 'Gives a deleted id again, and lists twenty records at a time.',
    deals: many(60).filter(({ id }) => !['15', '44', '58'].includes(id)),
    nextId: lowestFree,
    page: 20,
  },
  {
    id: 'deleted-flag',
    title: 'Answers a deletion with 200, and shows the record ever after with a flag.',
    deals: [...many(30), { id: '31', name: 'Deleted before', price: 1, deleted: true }],
    remove(id, store) {
      const deal = store.get(id);
      if (deal === undefined) return { status: 404 };
      store.set(id, { ...deal, deleted: true });
      return { status: 200, body: { ...deal, deleted: true } };
    },
  },
  {
    id: 'existing-by-natural-key',
    title: 'Answers a creation with 201 and a record of before that has the same price, which it leaves as it is.',
    deals: many(60),
    page: 20,
    create(payload, store) {
      const found = [...store.values()].findLast(({ price }) => price === payload['price']);
      return found && { status: 201, body: found, location: found.id };
    },
  },
  {
    id: 'upserts-by-natural-key',
    title: 'Puts what is sent in the place of a record of before whose name is alike in its first eight letters.',
    deals: [...many(60), { id: '61', name: 'assayer, a firm of before', price: 7 }],
    page: 20,
    create(payload, store) {
      const key = (name: unknown): string => String(name).slice(0, 3).toLowerCase();
      const found = [...store.values()].find(({ name }) => key(name) === key(payload['name']) && key(name) !== 'dea');
      if (found === undefined || found.id === '61') return undefined;
      store.set(found.id, { ...payload, id: found.id });
      return { status: 201, body: store.get(found.id), location: found.id };
    },
  },
  {
    id: 'put-creates',
    title: 'Makes a record at whatever address it is put to.',
    deals: many(25),
    putMissing(id, payload, store) {
      store.set(id, { ...payload, id });
      return { status: 201, body: store.get(id), location: id };
    },
  },
  {
    id: 'cascades',
    title: 'Deletes with a record all that name it as their parent, and makes each new one the child of the first.',
    deals: many(12),
    create(payload, store) {
      const id = String(store.size + 1000);
      store.set(id, { ...payload, parent: '1', id });
      return { status: 201, body: store.get(id), location: id };
    },
    remove(id, store) {
      if (!store.delete(id)) return { status: 404 };
      for (const [child, { parent }] of store) if (parent === id) store.delete(child);
      return { status: 204 };
    },
  },
  {
    id: 'ids-read-to-the-first-letter',
    title: 'Reads an id as a number up to the first other character, as parseInt and MySQL do.',
    // With a record 0, which `0x…` is read as.
    deals: many(99, (nth) => String(nth - 1)),
    readId: (text) => String(Number.parseInt(text, 10)),
  },
  {
    id: 'words-read-as-zero',
    title: 'Reads what is no number as 0, as PHP and MySQL do, and has a record 0.',
    deals: many(99, (nth) => String(nth - 1)),
    readId: (text) => String(Number.parseInt(text, 10) || 0),
  },
  {
    id: 'ids-read-in-32-bits',
    title: 'Reads an id as a number of 32 bits.',
    deals: many(99),
    readId: (text) => (/^-?\d+$/u.test(text) ? String(Number(BigInt.asIntN(32, BigInt(text)))) : text),
  },
  {
    id: 'ids-cut-short',
    title: 'Keeps ten characters of an id.',
    deals: [
      ...many(20),
      ...['no', 'nnnnnnnnnn', 'nosuch', 'no-such-', 'n', 'x', 'null', 'undefined'].map((id) => ({ id, name: id })),
    ],
    readId: (text) => text.slice(0, 10),
  },
];

const USERS: readonly Kept[] = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Grace' },
];

/** Starts a stranger. */
export async function startStranger(stranger: Stranger): Promise<Running> {
  const store: Store = new Map(stranger.deals.map((deal) => [deal.id, deal]));
  const before = new Map(store);
  let made = 0;

  const create = (payload: Readonly<Record<string, unknown>>): Told => {
    const told = stranger.create?.(payload, store);
    if (told !== undefined) return told;
    made += 1;
    const id = stranger.nextId?.(store, made) ?? String(1000 + made);
    store.set(id, { ...payload, id });
    return { status: 201, body: store.get(id), location: id };
  };
  const onDeal = (method: string, id: string, payload: () => unknown): Told => {
    const deal = store.get(id);
    if (method === 'DELETE' && stranger.remove !== undefined) return stranger.remove(id, store);
    if (method === 'DELETE') return { status: store.delete(id) ? 204 : 404 };
    const sent = method === 'PUT' ? payload() : undefined;
    if (method === 'PUT' && !isObject(sent)) return { status: 400 };
    if (deal === undefined && isObject(sent)) return stranger.putMissing?.(id, sent, store) ?? { status: 404 };
    if (deal === undefined) return { status: 404 };
    if (isObject(sent)) store.set(id, { ...deal, ...sent, id });
    return { status: 200, body: store.get(id) };
  };
  const onOperation = (method: string, id: string, verb: string, payload: () => unknown): Told => {
    const deal = store.get(id);
    if (method !== 'PUT' || verb !== 'hold') return { status: 404 };
    if (deal === undefined) return { status: 404 };
    const sent = payload();
    if (!isObject(sent)) return { status: 400 };
    store.set(id, { ...deal, held: true, holdReason: sent['reason'] });
    return { status: 204 };
  };
  const answer = (method: string, url: URL, cookie: string, payload: () => unknown): Told => {
    const [, first, ...rest] = url.pathname.split('/').map(decode);
    if (url.pathname === '/') return cookie.includes('USER_TOKEN=') ? { status: 200, body: 'OK' } : { status: 401 };
    if (first === 'users') return usersAt(method, rest, url);
    const [version, collection, id = '', ...below] = rest;
    if (first !== 'rest' || version !== '1' || collection !== 'deals') return { status: 404 };
    if (id !== '') {
      const meant = stranger.readId?.(id) ?? id;
      const [verb = ''] = below;
      return verb === '' ? onDeal(method, meant, payload) : onOperation(method, meant, verb, payload);
    }
    if (method === 'GET') return { status: 200, body: [...store.values()].slice(0, stranger.page) };
    const sent = method === 'POST' ? payload() : undefined;
    if (method !== 'POST') return { status: 405 };
    return isObject(sent) && 'name' in sent ? create(sent) : { status: 400 };
  };

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const { method = 'GET', url = '/', headers } = request;
    const told = answer(method, new URL(url, 'http://localhost'), headers.cookie ?? '', () => parse(body));
    reply(response, told);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    harmed: () =>
      [...before].flatMap(([id, deal]) => {
        const now = store.get(id);
        if (now === undefined) return [`deal ${id} is gone`];
        return now === deal ? [] : [`deal ${id} was changed: ${JSON.stringify(now)}`];
      }),
    added: () =>
      [...store.values()].filter((one) => !before.has(one.id) && one['deleted'] !== true).map(({ id }) => id),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function usersAt(method: string, [id, nested, index]: readonly string[], url: URL): Told {
  if (method !== 'GET') return { status: 405 };
  const name = url.searchParams.get('name');
  if (id === undefined || id === '')
    return { status: 200, body: USERS.filter((user) => name === null || user['name'] === name) };
  const user = USERS.find((one) => one.id === id);
  if (user === undefined) return { status: 404 };
  if (nested === undefined) return { status: 200, body: user };
  return index === '0' && ['ssh-keys', 'address'].includes(nested)
    ? { status: 200, body: { value: 'x' } }
    : { status: 404 };
}

function reply(response: ServerResponse, { status, body, location }: Told): void {
  if (location !== undefined) response.setHeader('location', `/rest/1/deals/${encodeURIComponent(location)}`);
  if (status === 401) response.setHeader('www-authenticate', 'Session');
  if (status === 405) response.setHeader('allow', 'GET');
  const text = body === undefined ? '' : JSON.stringify(body);
  if (text !== '') response.setHeader('content-type', 'application/json');
  response.writeHead(status).end(text);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
