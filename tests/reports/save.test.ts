import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange, HeaderLines, RecordedRequest, RecordedResponse } from '../../core/http/exchange.ts';
import { redactForm, redactJson, redactor, secretsIn } from '../../core/redaction/redact.ts';
import { saveExchange, saveResult, withShortHead } from '../../core/results/save.ts';
import { anyCodePoint } from '../any-text.ts';
import { failure } from './sample.ts';

// Lone surrogates cannot be written as UTF-8.
const wellFormed = (text: string): string => Buffer.from(text).toString();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function exchange(request: Partial<RecordedRequest> = {}, response: Partial<RecordedResponse> = {}): Exchange {
  return {
    id: 'x1',
    request: { method: 'GET', url: 'http://h.test/users', headers: [], body: null, ...request },
    response: { status: 200, statusText: 'OK', headers: [], body: new Uint8Array(), ...response },
    timings: { startedAt: 0, firstByte: 1, total: 2 },
  };
}

const sentFields = (headers: HeaderLines, secrets: readonly string[] = [], madeUp: readonly string[] = []) =>
  saveExchange(exchange({ headers }), secrets, madeUp).request.headers;

describe('by its place', () => {
  test.each([
    ['Authorization', 'Bearer abc', 'Bearer [redacted]'],
    ['authorization', 'abc', '[redacted]'],
    ['Proxy-Authorization', 'Basic dTpw', 'Basic [redacted]'],
    ['X-Api-Key', 'abc', '[redacted]'],
    ['apikey', 'abc', '[redacted]'],
    ['X-Auth-Token', 'abc', '[redacted]'],
    ['Cookie', 'a=1; USER_TOKEN=xyz', 'a=[redacted]; USER_TOKEN=[redacted]'],
    ['Referer', 'http://u:p@h.test/?token=abc&x=1#f', 'http://[redacted]@h.test/?token=[redacted]&x=1#f'],
    ['Accept', 'application/json;q=0.5', 'application/json;q=0.5'],
    ['If-None-Match', '"abc"', '"abc"'],
    ['Idempotency-Key', 'abc', 'abc'],
  ])('the field %s: %s is saved as %s', (name, value, saved) => {
    expect(sentFields([[name, value]])).toEqual([[name, saved]]);
  });

  test('a cookie that the request made up, or that is listed as made up, is kept', () => {
    const headers: HeaderLines = [['Cookie', 'a=1; USER_TOKEN=xyz']];
    expect(sentFields(headers, [], ['1', 'xyz'])).toEqual(headers);
    expect(saveExchange(exchange({ headers, cookiesAreMadeUp: true }), []).request.headers).toEqual(headers);
  });

  test('a listed secret is taken out of made-up cookies too, however short', () => {
    const made = exchange({ headers: [['Cookie', 'a=1; USER_TOKEN=xyz']], cookiesAreMadeUp: true });
    expect(saveExchange(made, ['xyz'], ['xyz']).request.headers).toEqual([['Cookie', 'a=1; USER_TOKEN=[redacted]']]);
  });

  test('Set-Cookie keeps its name and attributes; WWW-Authenticate is evidence and stays whole', () => {
    const headers: HeaderLines = [
      ['Set-Cookie', 'USER_TOKEN=abc; Path=/; HttpOnly'],
      ['WWW-Authenticate', 'Cookie realm="deals"'],
      ['Location', '/x?access_token=abc'],
    ];
    expect(saveExchange(exchange({}, { headers }), []).response?.headers).toEqual([
      ['Set-Cookie', 'USER_TOKEN=[redacted]; Path=/; HttpOnly'],
      ['WWW-Authenticate', 'Cookie realm="deals"'],
      ['Location', '/x?access_token=[redacted]'],
    ]);
  });

  test.each([
    ['{"token":"a","b":"c"}', '{"token":"[redacted]","b":"c"}'],
    ['{ "Api_Key" : 12, "b": [1] }', '{ "Api_Key" : "[redacted]", "b": [1] }'],
    [
      '{"a":{"password":{"x":["y",{"z":1}]},"c":"d"}}',
      '{"a":{"password":{"x":["[redacted]",{"z":"[redacted]"}]},"c":"d"}}',
    ],
    ['[{"secret":null},{"k":"token"}]', '[{"secret":"[redacted]"},{"k":"token"}]'],
    ['{"tok\\u0065n":"a\\"b","c":1}', '{"tok\\u0065n":"[redacted]","c":1}'],
    ['{"signature":"cut of', '{"signature":"[redacted]"'],
    ['{"tokens":["a"],"name":"key"}', '{"tokens":["a"],"name":"key"}'],
    ['token: "a"', 'token: "a"'],
  ])('the JSON %s is saved as %s', (text, saved) => {
    expect(redactJson(text)).toBe(saved);
  });

  test('JSON without secret members stays as it is, character by character', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: anyCodePoint }), (text) => {
        fc.pre(!/token|key|secret|password|passwd|sig/iu.test(text.replace(/\\u[0-9a-f]{4}/giu, '')));
        expect(redactJson(text)).toBe(text);
      }),
    );
  });

  test('a form body loses its passwords, other bodies keep what only looks like one', () => {
    expect(redactForm('user=a&password=b%20c&client-secret=')).toBe(
      'user=a&password=[redacted]&client-secret=[redacted]',
    );
    const headers: HeaderLines = [['content-type', 'application/x-www-form-urlencoded; charset=utf-8']];
    const form = saveExchange(exchange({ headers, body: bytes('password=abc&b=1') }), []);
    expect(form.request.body?.text).toBe('password=[redacted]&b=1');
    expect(saveExchange(exchange({ body: bytes('password=abc') }), []).request.body?.text).toBe('password=abc');
  });
});

describe('a listed secret', () => {
  // Begins with what no name, number or mark of ours holds, so that finding it again means that it leaked.
  const secret = fc.string({ unit: anyCodePoint, minLength: 1, maxLength: 12 }).map((text) => `Zq9-${text}`);

  const spelt = (given: string): fc.Arbitrary<string> =>
    fc.constantFrom(
      given,
      encodeURIComponent(wellFormed(given)),
      encodeURIComponent(wellFormed(given)).replace(/%../gu, (triplet) => triplet.toLowerCase()),
      [...bytes(given)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      new URLSearchParams({ a: given }).toString().slice(2),
      JSON.stringify(given).slice(1, -1),
      [...given]
        .map((c) =>
          c
            .split('')
            .map((u) => `\\u${u.charCodeAt(0).toString(16).padStart(4, '0')}`)
            .join(''),
        )
        .join(''),
      given.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
      Buffer.from(given).toString('hex'),
      Buffer.from(given).toString('hex').toUpperCase(),
      // Percent-encoding inside JSON inside percent-encoding.
      encodeURIComponent(JSON.stringify(encodeURIComponent(wellFormed(given)))),
    );

  const case_ = secret.chain((given) =>
    fc.record({
      given: fc.constant(wellFormed(given)),
      shown: spelt(wellFormed(given)),
      // By chance it would be how each secret begins once in some 140,000 cases.
      around: fc.string({ maxLength: 8 }).filter((text) => !text.includes('Zq9')),
    }),
  );

  test('is found nowhere in what is saved, whatever its spelling and place', () => {
    fc.assert(
      fc.property(case_, ({ given, shown, around }) => {
        const text = `${around}${shown}${around}`;
        const saved = saveExchange(
          {
            id: 'x1',
            request: {
              method: 'POST',
              url: `http://h.test/${shown}?q=${shown}`,
              headers: [
                ['X-A', text],
                ['Cookie', `a=${text}`],
              ],
              body: bytes(text),
              cookiesAreMadeUp: true,
            },
            response: {
              status: 200,
              statusText: text,
              headers: [
                ['Location', text],
                ['Set-Cookie', text],
              ],
              body: bytes(`{"a":"${text}"}`),
            },
            failure: { kind: 'malformed', message: text },
            wire: { afterHeaders: bytes(text), interim: [] },
            timings: { startedAt: 0, firstByte: 1, total: 2 },
          },
          [given],
        );
        const told = JSON.stringify(saved);
        for (const leak of [shown, JSON.stringify(shown).slice(1, -1), 'Zq9', '%5a%71', '\\u005a'])
          expect(told).not.toContain(leak);
      }),
      { numRuns: 400 },
    );
  });

  test('is not left in part where it stands for the name of a cookie, and its end for the value', () => {
    const given = 'Zq9-;=geheim=nis';
    const headers: HeaderLines = [
      ['Set-Cookie', given],
      ['Set-Cookie', `a=b; Path=${given}`],
      ['Cookie', `a=b; ${given}`],
    ];
    expect(JSON.stringify(saveExchange(exchange({ headers }, { headers }), [given]))).not.toMatch(/Zq9|geheim|nis/u);
  });

  test.each(['', 'a', 'ab'])('is found in base64 of a text that holds it behind “%s”', (before) => {
    const coded = Buffer.from(`${before}Zq9-geheimnis?>~ and more`).toString('base64');
    const safe = coded.replaceAll('+', '-').replaceAll('/', '_');
    const inner = coded.slice(4, 16);
    for (const text of [coded, safe, encodeURIComponent(coded)]) {
      expect(redactor(['Zq9-geheimnis?>~'])(`"${text}"`)).not.toContain(inner);
    }
  });

  test('that is cut inside an escape is taken out as far as it goes', () => {
    const clean = redactor(['Zq9-ge"heim']);
    expect(clean('{"a":"Zq9-ge\\…')).toBe('{"a":"[redacted]…');
    expect(clean('/Zq9-ge%2…')).toBe('/[redacted]…');
    expect(clean('Zq9-ge"he', true)).toBe('[redacted]');
  });

  test('is found among bytes that are no text', () => {
    const body = new Uint8Array([0xff, 0xfe, ...bytes('Zq9-geheimnis-ä'), 0xff]);
    const saved = saveExchange(exchange({}, { body }), ['Zq9-geheimnis-ä']).response?.body;
    expect(atob(saved?.base64 ?? '')).toBe('\xff\xfe[redacted]\xff');
    expect(saved?.bytes).toBe(body.length);
  });

  test('leaves no rest where two overlap', () => {
    expect(redactor(['abcd', 'cdefg'])('xabcdefgx')).toBe('x[redacted]x');
    expect(redactor(['aaaa'])('aaaaaa')).toBe('[redacted]');
  });

  test('of less than four characters is left alone where it occurs by chance', () => {
    expect(redactor(['abc', ''])('abc')).toBe('abc');
  });

  test('that the cut of a body runs through does not show in part', () => {
    const body = bytes(`${'a'.repeat(16 * 1024 - 5)}Zq9-geheimnis`);
    expect(saveExchange(exchange({}, { body }), ['Zq9-geheimnis']).response?.body?.text).not.toContain('Zq9');
  });

  test('that an excerpt was cut in is taken out as far as it goes', () => {
    const clean = redactor(['Zq9-geheim"nis']);
    expect(clean('{"a":"Zq9-ge…')).toBe('{"a":"[redacted]…');
    expect(clean('{"a":"Zq9-geheim\\"n… x')).toBe('{"a":"[redacted]… x');
    expect(clean('nothing of it…')).toBe('nothing of it…');
  });

  test('is read from the fields that hold credentials', () => {
    expect(secretsIn({ Authorization: 'Bearer abc', 'X-Api-Key': 'k', Accept: 'text/html' })).toEqual([
      'Bearer abc',
      'abc',
      'k',
      'k',
    ]);
  });

  test('is taken out of the sentences of a result', () => {
    const quoted = {
      reason: 'got "Zq9-geheim"',
      expected: 'Zq9-geheim',
      actual: 'Zq9-geheim',
      counterexample: 'Zq9-geheim',
    };
    expect(JSON.stringify(saveResult(failure(quoted), ['Zq9-geheim']))).not.toContain('Zq9');
  });
});

describe('a body', () => {
  test('that is text is kept as text, with its byte order mark', () => {
    expect(saveExchange(exchange({}, { body: bytes('\ufeffgrün') }), []).response?.body).toEqual({
      text: '\ufeffgrün',
      bytes: 8,
    });
  });

  test('that is not there is left out', () => {
    expect(saveExchange(exchange(), []).request).not.toHaveProperty('body');
    expect(saveExchange({ ...exchange(), response: null }, [])).not.toHaveProperty('response');
  });

  test('is cut at 16 KiB, between characters', () => {
    const body = bytes(`a${'ü'.repeat(10_000)}`);
    const saved = saveExchange(exchange({}, { body }), []).response?.body;
    expect(saved).toMatchObject({ bytes: 20_001, cut: true });
    expect(saved?.text).toBe(`a${'ü'.repeat(8191)}`);
  });
});

test('a secret of many thousand characters is taken out too, whole and cut short', () => {
  const secret = Array.from({ length: 20_000 }, (_, i) => String.fromCharCode(97 + ((i * 7 + (i >> 5)) % 26))).join('');
  const clean = redactor([secret]);
  expect(clean(`before ${secret} after`)).toBe(`before ${'[redacted]'} after`);
  expect(clean(`before ${secret.slice(0, 50)}…`)).toBe('before [redacted]…');
  expect(clean(`before ${secret.slice(0, 1050)}…`)).toBe('before [redacted]…');
  expect(clean('nothing of it…')).toBe('nothing of it…');
});

describe('a long head', () => {
  const short = (headers: HeaderLines) => withShortHead(saveExchange(exchange({}, { headers }), [])).response;

  test('that a report keeps whole stays as it is', () => {
    const headers = Array.from({ length: 7 }, (_, i) => [`X-${i}`, 'a'.repeat(2048)] as const);
    expect(short(headers)).not.toHaveProperty('cutFields');
    expect(short(headers)?.headers).toEqual(headers);
  });

  test('keeps the beginning of a long field, and those after it', () => {
    const headers: HeaderLines = [
      ['Location', 'l'.repeat(8000)],
      ['Vary', 'Accept'],
    ];
    expect(short(headers)).toMatchObject({
      headers: [
        ['Location', `${'l'.repeat(2048)}…`],
        ['Vary', 'Accept'],
      ],
      cutFields: 1,
    });
  });

  test('is kept up to 16 KiB, and what is cut or left out is counted', () => {
    const lines = Array.from({ length: 400 }, (_, i) => [`X-${i}`, 'v'.repeat(110)] as const);
    const { headers = [], cutFields = 0 } = short(lines) ?? {};
    expect(headers.length + cutFields).toBe(401);
    expect(JSON.stringify(headers).length).toBeLessThan(20_000);
    expect(headers.slice(0, -1)).toEqual(lines.slice(0, headers.length - 1));
    expect(headers.at(-1)?.[1]).toMatch(/^v+…$/u);
  });
});
