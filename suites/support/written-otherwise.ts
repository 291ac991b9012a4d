import type { Answer } from '../../core/answer.ts';
import type { HttpRequest } from '../../core/http/exchange.ts';
import { isRefusal } from '../../core/http/status-kinds.ts';
import type { Trial } from '../../core/run/trial.ts';
import { lastMarksEncoded } from './address/marks-encoded.ts';
import { agrees } from './descriptions.ts';
import { addressed, type Created, created, createRequest, samplePayload, settles } from './evidence.ts';
import { beyondAscii } from './payload/fair-payloads.ts';
import { resourceOf } from './subjects.ts';
import { leavesGzipOut, toldApart } from './view/codings.ts';
import { saysTheSame } from './view/same-words.ts';

/** A way to write a creation that means what the usual one means. */
interface Way {
  readonly title: string;
  readonly write: (request: HttpRequest, type: string) => HttpRequest;
  /** Refusals that say nothing of it. */
  readonly mayAnswer?: readonly number[];
  /** It is sent only where a body in chunks was taken. */
  readonly isOfChunks?: true;
}

/** What stands in front of a service may refuse a message for reasons of its own. */
export const OF_OTHERS: readonly number[] = [401, 403, 407, 421, 502, 504];

// JSON ignores a charset (RFC 8259 11), which negotiate/labelled looks at; types of other kinds may refuse parameters, and JSON:API does. Who
// takes one takes it in every spelling.
const REFUSED: readonly number[] = [415];

const WAYS: readonly Way[] = [
  // Type, subtype and names of parameters have no case, nor has the charset; it may be quoted, and blanks may stand around the
  // semicolon (RFC 9110 8.3.1, 5.6.6). JSON is UTF-8 in any case (RFC 8259 8.1).
  { title: 'Content-Type in capitals', write: typed((type) => type.toUpperCase()) },
  { title: 'a charset', mayAnswer: REFUSED, write: typed((type) => `${type}; charset=utf-8`) },
  { title: 'a quoted charset', mayAnswer: REFUSED, write: typed((type) => `${type}; charset="UTF-8"`) },
  {
    title: 'blanks and capitals around the charset',
    mayAnswer: REFUSED,
    write: typed((type) => `${type} ;  Charset=Utf-8`),
  },
  // A server may ask for a length (RFC 9110 15.5.12).
  {
    title: 'a body in chunks (RFC 9112 7.1)',
    write: (request) => ({ ...request, written: { body: 'chunked' } }),
    mayAnswer: [411, 501],
  },
  {
    title: 'Chunked and the sizes of its chunks in capitals, with zeros in front (RFC 9112 7, 7.1)',
    write: (request) => ({ ...request, written: { body: 'chunked', chunks: 'spelling' } }),
    mayAnswer: [411, 501],
    isOfChunks: true,
  },
  // What stands in front refuses these for fear of who reads them otherwise behind it, and a server may limit them (RFC 9112 7.1.1). What is
  // taken is taken without them.
  {
    title: 'extensions of chunks and a trailer section (RFC 9112 7.1.1, 7.1.2)',
    write: (request) => ({ ...request, written: { body: 'chunked', chunks: 'extras' } }),
    mayAnswer: [400, 411, 413, 431, 501],
    isOfChunks: true,
  },
  // Old intermediaries refuse every expectation.
  {
    title: 'a body that waits for 100 (RFC 9110 10.1.1)',
    write: (request) => ({ ...request, written: { expect: '100-continue' } }),
    mayAnswer: [417],
  },
];

const AS_USUAL: Way = { title: 'nothing', write: (request) => request };

function typed(spell: (type: string) => string): Way['write'] {
  return (request, type) => ({ ...request, headers: { ...request.headers, 'content-type': spell(type) } });
}

/**
 * The sample, created in other words that mean the same: each is taken, and read back with the values that were sent. Its texts have letters
 * beyond ASCII, which a reader of another charset than the named one changes; where they are refused, the sample comes as it is.
 */
export async function createdInOtherWords(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { request: type } = resource.mediaTypes;
  const answers: Answer[] = [];
  let [areChunksTaken, isCharsetTaken] = [false, false];
  for (const way of WAYS) {
    if (way.isOfChunks === true && !areChunksTaken) continue;
    // A type with parameters of its own is left as it is.
    const isPlain = !type.includes(';');
    const { written } = way.write({ method: '', address: '' }, type);
    if (!isPlain && written === undefined) continue;
    if (written !== undefined && speaksOld(trial)) continue;
    const wide = await createdIn(trial, way, beyondAscii);
    const mayAnswer = way.mayAnswer === REFUSED && isCharsetTaken ? [] : (way.mayAnswer ?? []);
    const isPassed = (answer: Answer): boolean => [...OF_OTHERS, ...mayAnswer].includes(answer.status);
    const isRetried = isRefusal(wide.answer) && !isPassed(wide.answer);
    const record = isRetried ? await createdIn(trial, way, samplePayload) : wide;
    const { answer, payload } = record;
    answers.push(answer);
    if (isPassed(answer)) continue;
    areChunksTaken ||= written?.body === 'chunked';
    isCharsetTaken ||= way.mayAnswer === REFUSED && answer.succeeded;
    // A service may take so many records at most: at this very moment it has to take the usual one.
    if (!answer.succeeded) (await createdIn(trial, AS_USUAL, samplePayload)).answer.asControl('the sample as usual');
    answer.owes(answer.succeeded, `the sample to be created with ${way.title}, as it was without`);
    if (resource.item === undefined) continue;
    const read = await trial.send({ method: 'GET', address: addressed(record).address });
    answers.push(agrees(read.hasStatus(200), payload, resource));
  }
  return answers;
}

/** A creation of this payload in one of the ways. */
async function createdIn(trial: Trial, { write }: Way, payloadOf: typeof samplePayload): Promise<Created> {
  const resource = resourceOf(trial);
  const unique = trial.unique();
  const payload = payloadOf(resource, unique);
  const answer = await trial.probe(write(createRequest(resource, payload, unique), resource.mediaTypes.request));
  const record = created(trial, answer, payload, unique);
  await settles(trial, record);
  return record;
}

/**
 * Whether the target answers as HTTP/1.0: then no chunks may be sent to it, and it gives no interim answers (RFC 9112 6.1, RFC 9110
 * 10.1.1).
 */
function speaksOld({ seen }: Trial): boolean {
  return seen.some(({ wire }) => wire?.isOld === true);
}

/**
 * What was created, read by its address in other words that name it as well, and without the Host that is due. The whole address
 * in the request line, which a server has to take (RFC 9112 3.2.2), is not sent: it ends many a small server for good.
 */
export async function readInOtherWords(trial: Trial, record: Answer): Promise<readonly Answer[]> {
  const address = record.exchange.request.url;
  const request: HttpRequest = { method: 'GET', address };
  const same = await decodesOnce(trial, address);
  const lost = await trial.probe({ ...request, written: { host: 'none' } });
  // A server in front may refuse it by another code. Two Host fields are refused by few: node:http takes the first. Host is due in HTTP/1.1
  // alone, which a server of HTTP/1.0 does not speak (RFC 9110 2.5).
  lost.owes(
    !lost.succeeded || lost.wire?.isOld === true,
    'status 400 for a request without a Host field (RFC 9112 3.2)',
  );
  return [...same, lost, await readByOldClient(trial, request), ...(await readInCoding(trial, record))];
}

/** What a server may say to HTTP/1.0, which it need not speak (RFC 9110 15.5.22, 15.6.6). */
const NOT_SPOKEN: readonly number[] = [400, 426, 505];

/** A client of HTTP/1.0 knows no chunks and no interim answers (RFC 9112 6.1, RFC 9110 15.2). */
async function readByOldClient(trial: Trial, request: HttpRequest): Promise<Answer> {
  const answer = await trial.probe({ ...request, written: { version: '1.0' } });
  if (!NOT_SPOKEN.includes(answer.status)) isTaken(answer, 'HTTP/1.0');
  const coding = answer.header('Transfer-Encoding');
  answer.owes(coding === undefined, 'no Transfer-Encoding to HTTP/1.0', `Transfer-Encoding: ${coding ?? ''}`);
  const interim = answer.wire?.interim ?? [];
  return answer.owes(interim.length === 0, 'no interim answer to HTTP/1.0', interim.join());
}

/**
 * What an operation made, by its address with a character percent-encoded, and with that encoding encoded once more, which is the name of
 * nothing: no address is decoded twice (RFC 3986 2.4, 6.2.2.2).
 */
export async function decodesOnce(trial: Trial, address: string): Promise<readonly Answer[]> {
  const encoded = lastCharacterEncoded(address);
  if (encoded === undefined) return [];
  const once = await trial.send({ method: 'GET', address: encoded });
  isTaken(once, 'an unreserved character of the path percent-encoded (RFC 3986 6.2.2.2)');
  const twice = await trial.send({ method: 'GET', address: encoded.replace(/%(?=[\dA-F]{2}$)/u, '%25') });
  const isDecodedTwice = twice.status === 200 && once.status === 200 && twice.text === once.text;
  return [once, twice.owes(!isDecodedTwice, 'the address to be decoded once (RFC 3986 2.4)')];
}

/** What is coded for a client that takes the coding tells the same (RFC 9110 8.4). */
async function readInCoding(trial: Trial, record: Answer): Promise<readonly Answer[]> {
  const ask = (codings: string): Promise<Answer> =>
    trial.send({ method: 'GET', address: record.exchange.request.url, headers: { 'accept-encoding': codings } });
  const coded = await ask('gzip, identity;q=0.5');
  const plain = await ask('identity');
  const without = leavesGzipOut(plain, await ask('gzip;q=0'));
  // Records that tell when they were read are never told twice alike.
  const isStill = plain.status === 200 && saysTheSame(plain, record);
  const isSame = coded.status === 200 && saysTheSame(coded, record);
  toldApart(plain, coded);
  coded.owes(!isStill || isSame, 'the same record for Accept-Encoding: gzip, identity;q=0.5');
  return [plain, coded, without];
}

function isTaken(answer: Answer, what: string): void {
  const isOther =
    answer.succeeded || (answer.status >= 300 && answer.status < 400) || OF_OTHERS.includes(answer.status);
  answer.owes(isOther, `the record, asked for with ${what}`);
}

/** The address with its last character percent-encoded; undefined where that is none of the unreserved, or of a parameter. */
function lastCharacterEncoded(address: string): string | undefined {
  const isWithin = address.includes('?') || (address.split('/').at(-1) ?? '').includes(';');
  if (isWithin || !/(?<!%[\dA-Fa-f]?)[A-Za-z\d]$/u.test(address)) return undefined;
  const last = address.slice(-1);
  return `${lastMarksEncoded(address.slice(0, -1))}%${last.charCodeAt(0).toString(16).toUpperCase()}`;
}
