import { arrivedAs } from '../../mock/faces/arrival.ts';
import { createMock, type Fetch, type Mock, type MockOptions, type Wrap } from '../../mock/index.ts';
import { SECTIONS } from './driver/index.ts';
import type { Step } from './driver/steps.ts';
import { fragmentsOf, membersOf } from './fragments.ts';
import type { Cell, Mutant } from './mutant.ts';
import { type Found, placeFinder, representationOf } from './places.ts';
import { isInScope } from './scope.ts';

const ORIGIN = 'http://127.0.0.1:9';
const NOW = Date.UTC(2026, 0, 1);

// Ids, validators and times are the same in every mock, so that a difference is the fault's own.
function mockOf(options: MockOptions | undefined, wrap?: Wrap): { readonly mock: Mock; readonly fetch: Fetch } {
  const mock = createMock({ ...options, deterministic: 1, now: () => NOW, logSize: 0 });
  return { mock, fetch: wrap?.(mock.fetch, mock) ?? mock.fetch };
}

function requestOf({ method, target, fields, body }: Step, etag: string): Request {
  const headers = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    value.replace('{etag}', etag).replace('{tag}', etag.replaceAll('"', '')),
  ]);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const request = new Request(ORIGIN + target, {
    method,
    headers,
    ...(bytes === undefined || bytes.length === 0 ? {} : { body: bytes }),
  });
  return arrivedAs(request, { target, body: bytes ?? new Uint8Array() });
}

/** One request of the driver and its answer. */
interface Answered {
  readonly request: Request;
  readonly response: Response;
  readonly text: string;
}

// A byte order mark is part of what is compared.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Every request of a section to one server, one after another. */
async function* drive(section: number, fetch: Fetch): AsyncGenerator<Answered> {
  let etag = '"none"';
  for (const step of SECTIONS[section] ?? []) {
    const request = requestOf(step, etag);
    const response = await fetch(request);
    etag = response.headers.get('etag') ?? etag;
    yield { request, response, text: decoder.decode(await response.arrayBuffer()) };
  }
}

/** An answer as far as two of them are compared. */
function told({ response, text }: Answered): string {
  const fields = [...response.headers].filter(([name]) => !name.startsWith('x-mock-') && name !== 'content-length');
  return `${response.status} ${JSON.stringify(fields)} ${text}`;
}

const known = new Map<string, Promise<readonly string[]>>();

function plainAnswers(section: number, options: MockOptions | undefined): Promise<readonly string[]> {
  const key = `${section} ${JSON.stringify(options ?? {})}`;
  const found = known.get(key) ?? takePlain(section, options);
  known.set(key, found);
  return found;
}

async function takePlain(section: number, options: MockOptions | undefined): Promise<readonly string[]> {
  const answers: string[] = [];
  for await (const answered of drive(section, mockOf(options).fetch)) answers.push(told(answered));
  return answers;
}

/**
 * Whether a mutant answers some request of the driver unlike the plain mock. One that does not is no fault at all. Only the
 * sections that reach its place are driven: to all others it hands on what comes.
 */
export async function isSeen({
  options,
  sections,
  wrap,
}: Pick<Mutant, 'options' | 'sections' | 'wrap'>): Promise<boolean> {
  for (const section of sections) {
    const plain = await plainAnswers(section, options);
    let at = 0;
    for await (const answered of drive(section, mockOf(options, wrap).fetch)) {
      if (told(answered) !== plain[at]) return true;
      at += 1;
    }
  }
  return false;
}

/** Every kind of answer that the driver meets, by place, status and representation. */
export async function cellsOf(options?: MockOptions): Promise<readonly Cell[]> {
  const cells = new Map<string, Cell>();
  for (const section of SECTIONS.keys()) {
    const { mock, fetch } = mockOf(options);
    const find = placeFinder(mock);
    for await (const { request, response, text } of drive(section, fetch)) {
      const cell = cellOf(section, find(request), response, text);
      const key = `${cell.place} ${cell.status} ${cell.representation}`;
      cells.set(key, joined(cells.get(key), cell));
    }
  }
  const all = [...cells.values()];
  return all.filter((cell) => isInScope(cell, all));
}

function cellOf(section: number, found: Found, response: Response, text: string): Cell {
  const representation = representationOf(response);
  const { list, all } = fragmentsOf(text, representation);
  return {
    ...found,
    status: response.status,
    representation,
    list,
    fields: new Set(response.headers.keys()),
    members: all.slice(0, 2).flatMap((fragment) => membersOf(fragment, representation)),
    sections: [section],
  };
}

function joined(before: Cell | undefined, cell: Cell): Cell {
  return {
    ...cell,
    list: cell.list || before?.list === true,
    fields: new Set([...(before?.fields ?? []), ...cell.fields]),
    members: [...new Set([...(before?.members ?? []), ...cell.members])],
    sections: [...new Set([...(before?.sections ?? []), ...cell.sections])],
  };
}
