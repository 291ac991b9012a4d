import { type Exchange, header, type RecordedResponse } from '../core/http/exchange.ts';
import { parseHttpDate } from '../core/http/http-date.ts';
import { type Finding, fine } from './finding.ts';

/** What the fields of all answers tell of proxies, caches and CDNs between this machine and the service. */
export function findingsOfProxies(exchanges: readonly Exchange[]): Finding[] {
  const responses = exchanges.flatMap(({ response }) => (response === null ? [] : [response]));
  const has = (name: string, test: (value: string) => boolean): string | undefined =>
    responses.map(({ headers }) => header(headers, name)).find((value) => value !== undefined && test(value));
  const findings: Finding[] = [];
  const age = has('Age', (value) => Number(value) > 0);
  const hit = has('X-Cache', (value) => /\bhit\b/iu.test(value)) ?? has('CF-Cache-Status', (value) => value === 'HIT');
  if (age !== undefined || hit !== undefined) {
    const seen = age === undefined ? `X-Cache: ${hit}` : `Age: ${age}`;
    findings.push({
      subject: 'proxy',
      weight: 'warning',
      told: `a cache answers in place of the service (${seen}): what a run changes is not seen at once`,
      remedy:
        'go to the service itself, or let the cache pass what carries Cache-Control: no-cache (--header "Cache-Control: no-cache")',
    });
  }
  if (has('CF-Mitigated', () => true) !== undefined || responses.some(isChallenge)) {
    findings.push({
      subject: 'proxy',
      weight: 'blocks',
      told: 'a CDN asks who is there in place of the service (a page that tells browsers from programs)',
      remedy: 'let the address of this machine pass there, or go to the service itself',
    });
  }
  const via = has('Via', () => true);
  const cdn = via === undefined ? cdnOf(responses) : `Via: ${via}`;
  if (cdn !== undefined && findings.length === 0) {
    findings.push({
      subject: 'proxy',
      weight: 'note',
      told: `something stands before the service (${cdn}): it may rewrite fields such as ETag, Content-Encoding, Location and Allow`,
      remedy: 'where a rule about a field fails, compare with the service itself',
    });
  }
  const weakened = responses.find(isWeakened);
  if (weakened !== undefined) {
    findings.push({
      subject: 'proxy',
      weight: 'note',
      told: `an ETag was made weak beside Content-Encoding: ${header(weakened.headers, 'Content-Encoding')}, as proxies do that compress`,
      remedy: 'where a rule about validators fails, compare with the service itself',
    });
  }
  return findings.length === 0 ? [fine('proxy', 'no field of an answer tells of a proxy, a cache or a CDN')] : findings;
}

function isChallenge({ status, headers, body }: RecordedResponse): boolean {
  if (status !== 403 && status !== 503) return false;
  if (!/text\/html/iu.test(header(headers, 'Content-Type') ?? '')) return false;
  return /just a moment|attention required|captcha|are you (?:a )?human/iu.test(
    new TextDecoder().decode(body.slice(0, 4096)),
  );
}

const CDN_FIELDS: readonly string[] = [
  'CF-RAY',
  'X-Amz-Cf-Id',
  'X-Served-By',
  'X-Akamai-Transformed',
  'Fastly-Debug-Digest',
  'X-Azure-Ref',
];

function cdnOf(responses: readonly RecordedResponse[]): string | undefined {
  return CDN_FIELDS.find((name) => responses.some(({ headers }) => header(headers, name) !== undefined));
}

function isWeakened({ headers }: RecordedResponse): boolean {
  return /^W\//u.test(header(headers, 'ETag') ?? '') && header(headers, 'Content-Encoding') !== undefined;
}

/** What is worth a word, in milliseconds: less is the resolution of Date, and the way there and back. */
const OFF_MS = 30_000;

/** How far the clock of the service is from this machine's, by its Date field. */
export function findingsOfClock(exchanges: readonly Exchange[], startedAt: number): Finding[] {
  const differences = exchanges.flatMap(({ response, timings }) => {
    const date = response === null ? undefined : header(response.headers, 'Date');
    const age = response === null ? undefined : header(response.headers, 'Age');
    // Some caches say with each answer how old it is: 0 where they asked for it just now (RFC 9111 5.1).
    if (date === undefined || (age !== undefined && Number(age) !== 0)) return [];
    const sent = parseHttpDate(date);
    return sent === undefined ? [] : [sent - (startedAt + timings.startedAt + timings.total / 2)];
  });
  const [first] = differences;
  if (first === undefined) {
    return [
      {
        subject: 'clock',
        weight: 'note',
        told: 'no answer had a Date and came from no cache, so the clocks could not be compared',
      },
    ];
  }
  const least = differences.reduce((a, b) => (Math.abs(a) < Math.abs(b) ? a : b));
  if (Math.abs(least) <= OFF_MS) return [fine('clock', 'the clocks agree')];
  const way = least > 0 ? 'ahead of' : 'behind';
  return [
    {
      subject: 'clock',
      weight: 'warning',
      told: `the service is ${Math.round(Math.abs(least) / 1000)} s ${way} this machine: cookies and tokens may expire early or late, and Last-Modified may lie in the future`,
      remedy: 'set both clocks by NTP',
    },
  ];
}

/** About as many requests as a run sends. */
const OF_A_RUN = 3000;

/** Rate limits that were met, or that the fields of answers tell of. */
export function findingsOfLimits(exchanges: readonly Exchange[]): Finding[] {
  const refused = exchanges.find(({ response }) => response?.status === 429);
  if (refused?.response != null) {
    const wait = header(refused.response.headers, 'Retry-After');
    return [
      {
        subject: 'limits',
        weight: 'warning',
        told: `${refused.request.method} ${refused.request.url} was answered 429 after ${exchanges.length} requests${wait === undefined ? '' : ` (Retry-After: ${wait})`}`,
        remedy: 'send fewer requests with --rate, and raise --max-time; or lift the limit for the run',
      },
    ];
  }
  const told = exchanges.flatMap(({ response }) => (response === null ? [] : limitOf(response)))[0];
  if (told === undefined) return [fine('limits', 'no limit of requests was met or announced')];
  const isTight = told.left < OF_A_RUN;
  return [
    {
      subject: 'limits',
      weight: isTight ? 'warning' : 'note',
      told: `${told.field} says that ${told.left} requests are left; a run sends about ${OF_A_RUN}`,
      ...(isTight
        ? { remedy: 'send fewer requests with --rate, select rules with --rule, or lift the limit for the run' }
        : {}),
    },
  ];
}

function limitOf({ headers }: RecordedResponse): { field: string; left: number }[] {
  return ['RateLimit-Remaining', 'X-RateLimit-Remaining', 'X-Rate-Limit-Remaining'].flatMap((field) => {
    const value = header(headers, field);
    return value !== undefined && /^\d+$/u.test(value) ? [{ field: `${field}: ${value}`, left: Number(value) }] : [];
  });
}
