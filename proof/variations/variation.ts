import type { JsonObject } from '../../fixtures/json.ts';
import type { Fetch, Mock } from '../../mock/interface.ts';
import type { MockOptions } from '../../mock/options.ts';
import { look, type RequestView } from '../deviations/deviation.ts';

/** Stands between the wire and the mock. */
export type Wrap = (fetch: Fetch, mock: Mock) => Fetch;

/** An unusual but legal way to behave: a wrapper around the conformant mock, which knows nothing of it. */
export interface Variation {
  /** `location-with-fragment`: stable, in the words of what is unusual. */
  readonly id: string;
  /** One sentence: what the server does. */
  readonly title: string;
  /** Why that is legal: the clause of the document, or the section of the RFC. */
  readonly source: string;
  readonly wrap: Wrap;
  /** What the mock itself is told. */
  readonly options?: MockOptions;
  /** What a target file has to say of it, over the mock's own; resources are merged by name. */
  readonly file?: JsonObject;
  /** Operations whose effect no target file of it tells, since its records show nothing of it. */
  readonly untoldEffects?: readonly string[];
  /** Why it cannot be judged without a target file; absent: it can. */
  readonly needsFile?: string;
  /** Milliseconds that effects take to show. */
  readonly settleMs?: number;
  /** Rules that can no longer be exercised, each with the reason: `read/head`, or `read/* on users*`. */
  readonly hides?: Readonly<Record<string, string>>;
  /** Recommendations (`should`) that it does not keep, each with the reason why a legal server need not. Never a `must`. */
  readonly departs?: Readonly<Record<string, string>>;
  /** Others change or delete records of theirs meanwhile: the run tells what became of those. */
  readonly othersWork?: true;
  /** What it is about, in words; two that share a word exclude each other. */
  readonly group?: string;
  /** Where it stands: what things are called, what is said, how it is written, how it is coded, how it travels. The later wraps the earlier. */
  readonly layer?: Layer;
  /** Why its answers are the same bytes as the mock's; absent: they differ. */
  readonly unseen?: string;
}

const LAYERS = ['identity', 'message', 'notation', 'coding', 'connection'] as const;
type Layer = (typeof LAYERS)[number];

/** Whether two can be had at the same time. */
export function gettingAlong(a: Variation, b: Variation): boolean {
  const words = (a.group ?? '').split(' ');
  return a.group === undefined || !(b.group ?? '').split(' ').some((word) => words.includes(word));
}

/** Several variations as one wrapper, the outer layers outside. */
export function together(variations: readonly Variation[]): Wrap {
  const ordered = LAYERS.flatMap((layer) => variations.filter((v) => (v.layer ?? 'message') === layer));
  return (fetch, mock) => ordered.reduce((inner, { wrap }) => wrap(inner, mock), fetch);
}

/** The mock as it is: for what an option alone brings about. */
export const asItIs: Wrap = (fetch) => fetch;

/** Changes answers. */
export function answers(change: (response: Response, seen: RequestView) => Response | Promise<Response>): Wrap {
  return (fetch) => async (request) => {
    const seen = await look(request);
    return change(await fetch(request), seen);
  };
}

/** Adds or replaces fields of every answer that `where` allows; `undefined` takes a field away. */
export function fields(
  of: (response: Response, seen: RequestView) => Readonly<Record<string, string | undefined>>,
  where: (response: Response, seen: RequestView) => boolean = () => true,
): Wrap {
  return answers((response, seen) => {
    if (!where(response, seen)) return response;
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(of(response, seen))) {
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    return new Response(response.body, { status: response.status, headers });
  });
}

/** The same answer with another body. Its length is no longer known, so HEAD is not told it either. */
export async function rewritten(
  response: Response,
  change: (text: string) => string | Uint8Array<ArrayBuffer>,
  described: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = new Headers({ ...Object.fromEntries(response.headers), ...described });
  headers.delete('content-length');
  const body = response.body === null ? null : change(await response.text());
  return new Response(body, { status: response.status, headers });
}

/** Whether an answer is a success in this syntax. */
export function isIn(response: Response, syntax: 'json' | 'xml' | 'html'): boolean {
  const type = response.headers.get('content-type') ?? '';
  return response.status < 300 && !type.startsWith('application/problem') && type.includes(syntax);
}

/** Changes the bodies of successes in one syntax, and what describes them. */
export function bodies(
  syntax: 'json' | 'xml' | 'html',
  change: (text: string, seen: RequestView) => string | Uint8Array<ArrayBuffer>,
  described: Readonly<Record<string, string>> = {},
): Wrap {
  return answers((response, seen) =>
    isIn(response, syntax) ? rewritten(response, (text) => change(text, seen), described) : response,
  );
}

/** A record as the mock shows it in JSON. */
export type Shown = Readonly<Record<string, unknown>>;

/** Changes every record that a success in JSON shows: alone, or in an array. */
export function records(change: (record: Shown, seen: RequestView, listed: boolean) => unknown): Wrap {
  return bodies('json', (text, seen) => {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return JSON.stringify(value.map((v) => (isRecord(v) ? change(v, seen, true) : v)));
    return isRecord(value) ? JSON.stringify(change(value, seen, false)) : text;
  });
}

function isRecord(value: unknown): value is Shown {
  return typeof value === 'object' && value !== null && '_links' in value;
}

/** Answers some requests itself; `undefined` lets the mock answer. */
export function instead(
  answer: (seen: RequestView, next: Fetch, mock: Mock) => Response | undefined | Promise<Response | undefined>,
): Wrap {
  return (fetch, mock) => async (request) => {
    const seen = await look(request);
    return (await answer(seen, fetch, mock)) ?? fetch(request);
  };
}

/** Refuses with a problem (RFC 9457). */
export function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify({ title: `refused with ${status}`, status }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

/** A request like another one, elsewhere or with another body. */
export function redirected(request: Request, path: string, body?: string): Request {
  const { search, origin } = new URL(request.url);
  const { method, headers } = request;
  const copy = new Headers(headers);
  copy.delete('content-length');
  const content = body ?? request.body;
  return new Request(origin + path + search, {
    method,
    headers: copy,
    ...(content === null ? {} : { body: content, duplex: 'half' }),
  } as RequestInit); // `duplex` is part of Fetch and not yet of the DOM's types
}

/** Whether a text is JSON (RFC 8259). */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
