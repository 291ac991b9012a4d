import { REDACTED } from '../../core/redaction/redact.ts';
import type { SavedExchange } from '../../core/results/save.ts';

/** A request as code to be pasted. What is secret is left out, and a comment says so. */
export interface Snippets {
  /** The request by `fetch`. */
  readonly fetch: string;
  /** The answer as a handler of MSW, to be put before others: `server.use(…)`. */
  readonly msw: string;
  /** The request and what it is answered, as a test of Vitest. */
  readonly vitest: string;
}

type Lines = SavedExchange['request']['headers'];

// What fetch sends by itself, or lets nobody set.
const OWN =
  /^(?:host|connection|content-length|user-agent|accept-encoding|accept-language|transfer-encoding|origin|referer|cookie|date|sec-.*|x-mock-.*)$/iu;
// What belongs to one transfer, or is the mock's own.
const UNREPEATED =
  /^(?:content-length|date|connection|keep-alive|transfer-encoding|vary|set-cookie|access-control-.*|x-mock-.*)$/iu;

/** The snippets of an exchange. */
export function snippetsOf({ request, response }: SavedExchange): Snippets {
  const { status = 200, headers = [], body } = response ?? {};
  const { method, url } = request;
  const asked = fetchCall(request);
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const value = body?.cut === true || !/[/+]json\b/iu.test(type) ? undefined : parsed(body?.text);
  const title = `${method} ${new URL(url).pathname} answers ${status}`;
  return {
    fetch: `${asked}\n`,
    msw: mswHandler(request, { status, headers, text: body?.cut === true ? undefined : body?.text, value }),
    vitest: [
      `import { expect, test } from 'vitest';`,
      '',
      `test(${quoted(title)}, async () => {`,
      indented(asked),
      `  expect(answer.status).toBe(${status});`,
      ...(value === undefined ? [] : [indented(`expect(await answer.json()).toEqual(${json(value)});`)]),
      '});',
      '',
    ].join('\n'),
  };
}

function fetchCall({ method, url, headers, body }: SavedExchange['request']): string {
  const sent = headers.filter(([name, value]) => !OWN.test(name) && !value.includes(REDACTED));
  const secret = headers.filter(([, value]) => value.includes(REDACTED)).map(([name]) => name);
  const text = body?.cut === true ? undefined : body?.text;
  const isWhole = body === undefined || text !== undefined;
  const init = {
    ...(method === 'GET' ? {} : { method }),
    ...(sent.length === 0 ? {} : { headers: Object.fromEntries(sent) }),
    ...(text === undefined ? {} : { body: text }),
  };
  const isHidden = [url, text ?? ''].some((part) => part.includes(REDACTED));
  const notes = [
    ...(secret.length === 0 ? [] : [`// Left out, since it is secret: ${secret.map(inComment).join(', ')}`]),
    ...(isHidden ? [`// What is secret stands as ${REDACTED}.`] : []),
    ...(isWhole ? [] : ['// The body is left out: it is no text, or is not kept whole.']),
  ];
  const more = Object.keys(init).length === 0 ? '' : `, ${json(init)}`;
  return [...notes, `const answer = await fetch(${quoted(url)}${more});`].join('\n');
}

interface Answered {
  readonly status: number;
  readonly headers: Lines;
  readonly text: string | undefined;
  readonly value: unknown;
}

const METHODS: readonly string[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'];

function mswHandler({ method, url }: SavedExchange['request'], { status, headers, text, value }: Answered): string {
  const name = method.toLowerCase();
  const kept = headers.filter(([field, told]) => !UNREPEATED.test(field) && !told.includes(REDACTED));
  const isJson = value !== undefined;
  const fields = Object.fromEntries(isJson ? kept.filter(([field]) => !/^content-type$/iu.test(field)) : kept);
  const init = { status, ...(Object.keys(fields).length === 0 ? {} : { headers: fields }) };
  const answer = isJson
    ? `HttpResponse.json(${json(value)}, ${json(init)})`
    : `new HttpResponse(${text === undefined || text === '' ? 'null' : quoted(text)}, ${json(init)})`;
  const on = METHODS.includes(name) ? name : 'all';
  const pattern = `*${new URL(url).pathname.replace(/[*:+?(){}]/gu, String.raw`\$&`)}`;
  return `import { http, HttpResponse } from 'msw';\n\nserver.use(\n${indented(`http.${on}(${quoted(pattern)}, () => ${answer}),`)}\n);\n`;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined || text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

// JSON is JavaScript since ES2019, lone surrogates and line separators included.
function quoted(text: string): string {
  return JSON.stringify(text);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gmu, '  ');
}

// A field's name comes from the client.
function inComment(text: string): string {
  return text.replace(/[^\w-]/gu, '?');
}
