import { type HarExchange, harOf } from '../../core/http/har.ts';
import { redactForm, redactJson, redactor, secretsIn } from '../../core/redaction/redact.ts';
import { saveExchange } from '../../core/results/save.ts';
import type { Seed } from '../../fixtures/seed.ts';
import type { PassedExchange } from '../upstream/breaches.ts';
import { type Recorded, recordedOf } from './recorded.ts';
import { type RecordedBase, seedOf } from './seed-of.ts';

/** What passed between a mock and the service behind it, without secrets. */
export interface Recorder {
  readonly take: (exchange: PassedExchange) => void;
  /** As an HTTP Archive. */
  har(): object;
  /** The users and deals that were read. */
  seed(indexBase: number): Seed;
  readonly size: number;
}

/** So much is kept, in characters of bodies; the oldest goes first. */
const LIMIT = 64 * 1024 * 1024;
const CREATOR = { name: 'assayer mock', version: '1' };
const COMMENT = 'What passed through assayer mock --upstream. Secrets are left out.';
// A shorter value of a cookie stands in bodies by chance.
const SHORTEST = 8;

interface Kept {
  readonly har: HarExchange;
  readonly recorded: Recorded | undefined;
  readonly size: number;
}

/** An empty recording of a service. */
export function createRecorder(base: RecordedBase, now: () => number = Date.now): Recorder {
  const kept: Kept[] = [];
  let size = 0;
  return {
    take(exchange) {
      const one = keptOf(exchange, now());
      kept.push(one);
      size += one.size;
      while (size > LIMIT && kept.length > 1) size -= kept.shift()?.size ?? 0;
    },
    har: () =>
      harOf(
        kept.map(({ har }) => har),
        CREATOR,
        COMMENT,
      ),
    seed: (indexBase) =>
      seedOf(
        kept.flatMap((one) => one.recorded ?? []),
        base,
        indexBase,
      ),
    get size() {
      return kept.length;
    },
  };
}

function keptOf(exchange: PassedExchange, now: number): Kept {
  const { request, response, timings } = exchange;
  const secrets = secretsOf(exchange);
  const saved = saveExchange(exchange, secrets);
  const clean = redactor(secrets);
  // The whole body, where what is shown elsewhere is its beginning.
  const whole = (body: Uint8Array | null): string | undefined => {
    const text = body === null || body.length === 0 ? undefined : utf8(body);
    return text === undefined ? undefined : clean(redactForm(redactJson(text)));
  };
  const [sent, given] = [whole(request.body), whole(response.body)];
  const bodyOf = (text: string | undefined, bytes: number): object =>
    text === undefined ? {} : { body: { text, bytes } };
  const har: HarExchange = {
    exchange: {
      ...saved,
      request: { ...saved.request, ...bodyOf(sent, request.body?.length ?? 0) },
      ...(saved.response === undefined
        ? {}
        : { response: { ...saved.response, ...bodyOf(given, response.body.length) } }),
    },
    startedAt: now - timings.total,
    waitMs: timings.firstByte ?? timings.total,
    receiveMs: timings.total - (timings.firstByte ?? timings.total),
  };
  const { method, url } = saved.request;
  const { status } = response;
  const recorded = recordedOf({ method, url, status, headers: saved.response?.headers ?? [], text: given });
  return { har, recorded, size: (sent?.length ?? 0) + (given?.length ?? 0) };
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function secretsOf({ request, response }: PassedExchange): string[] {
  const values = (name: string, lines: PassedExchange['request']['headers']): string[] =>
    lines.flatMap(([field, value]) => (field.toLowerCase() === name ? [value] : []));
  const cookies = values('cookie', request.headers).flatMap((field) => field.split(';'));
  const given = values('set-cookie', response.headers).map((field) => field.split(';', 1)[0] ?? '');
  const ofCookies = [...cookies, ...given].map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  const credentials = [request.headers, response.headers].flatMap((lines) => secretsIn(Object.fromEntries(lines)));
  return [...ofCookies, ...credentials].filter((secret) => secret.length >= SHORTEST);
}
