import type { SavedBody, SavedExchange } from '../../core/save.ts';
import type { Logged } from '../log.ts';
import { lossOf } from '../message.ts';
import { reasonOf } from '../reasons.ts';
import { durationsOf } from './durations.ts';
import { withoutSecrets } from './redaction.ts';

type Lines = SavedExchange['request']['headers'];

/** The log as an HTTP Archive (HAR 1.2), for the network panel of any browser. Secrets are left out. */
export function harOf(logged: readonly Logged[]): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'assayer mock', version: '1' },
      comment: 'Secrets are left out. What a request took on its way to the mock is not known, and told as 0.',
      entries: logged.map(entryOf),
    },
  };
}

function entryOf(logged: Logged): object {
  const { request, response } = withoutSecrets(logged);
  const { at, ordinal, tenant, fault, reply } = logged;
  const { tookMs, waitMs, receiveMs } = durationsOf(logged);
  const answered = response?.headers ?? [];
  return {
    startedDateTime: new Date(at - tookMs).toISOString(),
    time: waitMs + receiveMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: valuesOf(request.headers, 'cookie').flatMap((field) => field.split(';').flatMap(cookieOf)),
      headers: named(request.headers),
      queryString: queryOf(request.url),
      ...(request.body === undefined ? {} : { postData: postData(request.body, request.headers) }),
      headersSize: -1,
      // By custom, -1 is a size that is not known.
      bodySize: logged.ask.body === 'too-large' ? -1 : (request.body?.bytes ?? 0),
    },
    response: {
      // By custom, 0 is the status of an answer that never came.
      status: lossOf(reply.fault) !== undefined ? 0 : reply.status,
      statusText: lossOf(reply.fault) !== undefined ? '' : reasonOf(reply.status),
      httpVersion: 'HTTP/1.1',
      cookies: valuesOf(answered, 'set-cookie').flatMap((field) => cookieOf(field.split(';', 1)[0] ?? '')),
      headers: named(answered),
      content: content(response?.body, answered),
      redirectURL: reply.status >= 300 && reply.status < 400 ? (valuesOf(answered, 'location')[0] ?? '') : '',
      headersSize: -1,
      bodySize: Math.min(response?.body?.bytes ?? 0, reply.fault?.truncateAt ?? Number.POSITIVE_INFINITY),
    },
    cache: {},
    timings: { send: 0, wait: waitMs, receive: receiveMs },
    // Names of one's own begin with an underscore.
    _ordinal: ordinal,
    _tenant: tenant,
    ...(fault === undefined ? {} : { _fault: fault }),
  };
}

function named(lines: Lines): object[] {
  return lines.map(([name, value]) => ({ name, value }));
}

function valuesOf(lines: Lines, name: string): string[] {
  return lines.flatMap(([n, value]) => (n.toLowerCase() === name ? [value] : []));
}

function cookieOf(pair: string): object[] {
  const at = pair.indexOf('=');
  return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
}

function queryOf(url: string): object[] {
  const at = url.indexOf('?');
  return at < 0 ? [] : [...new URLSearchParams(url.slice(at + 1))].map(([name, value]) => ({ name, value }));
}

function mimeType(lines: Lines): string {
  return valuesOf(lines, 'content-type')[0] ?? '';
}

// A request's body has no place for an encoding in HAR 1.2, so base64 is said in words.
function postData(body: SavedBody, lines: Lines): object {
  const note = [body.text === undefined ? 'base64' : '', body.cut === true ? 'cut' : ''].filter((word) => word !== '');
  return {
    mimeType: mimeType(lines),
    text: body.text ?? body.base64 ?? '',
    ...(note.length === 0 ? {} : { comment: note.join(', ') }),
  };
}

function content(body: SavedBody | undefined, lines: Lines): object {
  return {
    size: body?.bytes ?? 0,
    mimeType: mimeType(lines),
    ...(body === undefined ? {} : { text: body.text ?? body.base64 ?? '' }),
    ...(body?.base64 === undefined ? {} : { encoding: 'base64' }),
    ...(body?.cut === true ? { comment: 'cut' } : {}),
  };
}
