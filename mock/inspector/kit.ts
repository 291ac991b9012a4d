import type { ExchangeSummary } from '../control/exchanges.ts';

/** What is put on an element: `on…` listens, true and false are attributes without a value, the rest is text. */
export type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void)>>;

/** An answer of the control API. */
export interface Told {
  /** 0: it could not be reached. */
  readonly status: number;
  readonly ok: boolean;
  /** The JSON, or undefined where there is none. */
  readonly json: unknown;
  /** Why it was refused, in words. */
  readonly why: string;
}

/** What every panel is made with. */
export interface Kit {
  h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes?: Attributes,
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[K];
  /** A text whose control, format and other invisible characters can be seen; line breaks stay where `lines`. */
  visible(text: string, lines?: boolean): string;
  /** Text of a body for reading: JSON is set out and coloured. */
  code(text: string): HTMLElement;
  /** Asks the control API as the chosen tenant; `path` is below `/_mock/`. */
  ask(method: string, path: string, body?: unknown): Promise<Told>;
  /** Puts a text, which is JSON already, as the chosen tenant. */
  put(path: string, text: string): Promise<Told>;
  /** A link by which the browser keeps what is at its address of the control API, asked for as the chosen tenant. */
  download(path: string, file: string, words: string): HTMLAnchorElement;
  /** Where the mock is: scheme, host and port. */
  readonly origin: string;
  /** Says what was done, or what was not. */
  say(text: string, isBad?: boolean): void;
  /** The chosen tenant: `*` is all, empty those who name none. */
  tenant(): string;
  /** Says at the name of a part how much of what it switches is on, so that nobody forgets. */
  flag(part: string, on: number): void;
  /** The status of an answer, or how it was lost. */
  status(status: number, fault: object | undefined): HTMLElement;
  /** How an answer was lost on its way, such as `reset`; undefined: it arrived. */
  lossOf(fault: object | undefined): string | undefined;
  /** `4 deals`, `1 deal`. */
  count(n: number, one: string): string;
  /** `0.21 ms`, `12 ms`, `1.2 s`. */
  duration(ms: number): string;
}

/** A part of the page. */
export interface Panel {
  /** It came into view, or the tenant is another. */
  show(): void;
  /** The state of a tenant is another. */
  changed?(tenant: string): void;
  /** These were asked. */
  asked?(exchanges: readonly ExchangeSummary[]): void;
}

/** The tools of the page. Data becomes text nodes and nothing else, so whatever a client sent stays what it is: text. */
export function createKit(base: string, tenant: () => string, say: Kit['say']): Kit {
  const { origin } = new URL(base);
  const h: Kit['h'] = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === 'function') element.addEventListener(name.slice(2), value);
      else if (typeof value === 'boolean') element.toggleAttribute(name, value);
      else element.setAttribute(name, String(value));
    }
    element.append(...children);
    return element;
  };

  const visible = (text: string, lines = false): string =>
    text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (char) => {
      if (lines && (char === '\n' || char === '\t')) return char;
      return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
    });

  const setOut = (text: string): string => {
    // Reading would round long numbers: they stay as they came.
    if (!/^\s*[[{]/u.test(text) || /\d{16}|\d[eE]/u.test(text)) return text;
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };
  const code = (text: string): HTMLElement => {
    const pre = h('pre', { tabindex: 0 });
    const shown = visible(setOut(text), true);
    if (!/^\s*[[{"]/u.test(shown)) {
      pre.append(shown);
      return pre;
    }
    let end = 0;
    for (const match of shown.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/gu)) {
      const [token, quoted, colon] = match;
      const kind = quoted === undefined ? 'scalar' : colon === undefined ? 'string' : 'member';
      pre.append(shown.slice(end, match.index), h('span', { class: kind }, token));
      end = match.index + token.length;
    }
    pre.append(shown.slice(end));
    return pre;
  };

  const send = (method: string, path: string, body?: string): Promise<Response> => {
    const whose = tenant() === '*' ? '' : tenant();
    const headers = { 'x-mock-tenant': whose, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    return fetch(base + path, { method, headers, ...(body === undefined ? {} : { body }) });
  };
  const ask: Kit['ask'] = (method, path, body) =>
    told(method, path, body === undefined ? undefined : JSON.stringify(body));
  const told = async (method: string, path: string, body?: string): Promise<Told> => {
    try {
      const response = await send(method, path, body);
      const text = await response.text();
      const json: unknown = /json/u.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined;
      return { status: response.status, ok: response.ok, json, why: response.ok ? '' : whyOf(json, response.status) };
    } catch {
      return { status: 0, ok: false, json: undefined, why: 'the mock cannot be reached' };
    }
  };
  const whyOf = (json: unknown, status: number): string => {
    // Problem details (RFC 9457); other JSON has neither member.
    const { detail, errors = [] } = (json ?? {}) as { detail?: string; errors?: { pointer: string; detail: string }[] };
    // Most details say all of it already.
    const told = errors.map((error) => `${error.pointer} ${error.detail}`);
    const more = told.filter((one) => !detail?.includes(one)).join('; ');
    return [detail ?? `answered ${status}`, more].filter((part) => part !== '').join(': ');
  };
  const save = async (path: string, file: string): Promise<void> => {
    try {
      const response = await send('GET', path);
      if (!response.ok) return say(`${file} was refused: answered ${response.status}`, true);
      const href = URL.createObjectURL(await response.blob());
      h('a', { href, download: file }).click();
      // The browser has begun to read it by then.
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    } catch {
      say(`${file}: the mock cannot be reached`, true);
    }
  };
  const download: Kit['download'] = (path, file, words) => {
    const link = h('a', { class: 'button', href: path, download: file }, words);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      void save(link.getAttribute('href') ?? '', file);
    });
    return link;
  };
  const flag = (part: string, on: number): void => {
    const link = document.querySelector(`nav a[href="#${part}"]`);
    link?.querySelector('.on')?.remove();
    if (on > 0) link?.append(h('span', { class: 'on' }, String(on), h('span', { class: 'hidden' }, ' on')));
  };
  const lossOf = (fault: object | undefined): string | undefined =>
    ['reset', 'silent', 'empty', 'garbage'].find((loss) => fault !== undefined && loss in fault);
  const status: Kit['status'] = (code, fault) => {
    const loss = lossOf(fault);
    const kind = loss === undefined ? String(code)[0] : '5';
    return h('span', { class: `status s${kind}` }, loss ?? String(code));
  };
  const count = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;
  const duration = (ms: number): string => {
    if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
    return `${ms.toFixed(ms < 1 ? 2 : ms < 10 ? 1 : 0)} ms`;
  };
  const put: Kit['put'] = (path, text) => told('PUT', path, text);
  return { h, visible, code, ask, put, download, origin, say, tenant, flag, status, lossOf, count, duration };
}
