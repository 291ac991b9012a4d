import { expect, test } from 'vitest';
import { answerOf } from '../../core/answer.ts';
import type { Exchange } from '../../core/http/exchange.ts';
import { redactor } from '../../core/redaction/redact.ts';
import { redactBody, secretsInBody } from '../../core/redaction/redact-body.ts';
import { saveExchange } from '../../core/results/save.ts';

const XML = 'application/xml';
const HTML = 'text/html; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';

test.each([
  [XML, '<a><token>s</token><b>n</b></a>', '<a><token>[redacted]</token><b>n</b></a>', ['s']],
  [XML, '<a x:token="s" b="n"/>', '<a x:token="[redacted]" b="n"/>', ['s']],
  [
    XML,
    '<password><b>s</b> t</password><b>n</b>',
    '<password><b>[redacted]</b> [redacted]</password><b>n</b>',
    ['s', 't'],
  ],
  [
    XML,
    '<token>s<token>t</token>u</token>n',
    '<token>[redacted]<token>[redacted]</token>[redacted]</token>n',
    ['s', 't', 'u'],
  ],
  [XML, '<secret><![CDATA[s<]]></secret>', '<secret><![CDATA[[redacted]]]></secret>', ['s<']],
  [XML, '<token/><b>n</b>', '<token/><b>n</b>', []],
  [XML, '<access_token>cut of', '<access_token>[redacted]', ['cut of']],
  [
    HTML,
    '<input type=hidden name="csrf-token" value=s><p>n',
    '<input type=hidden name="csrf-token" value=[redacted]><p>n',
    ['s'],
  ],
  [HTML, '<meta name="csrf-token" content="s">', '<meta name="csrf-token" content="[redacted]">', ['s']],
  [
    HTML,
    '<dl><dt>Password</dt><dd>s</dd><dt>n</dt><dd>m</dd></dl>',
    '<dl><dt>Password</dt><dd>[redacted]</dd><dt>n</dt><dd>m</dd></dl>',
    ['s'],
  ],
  [HTML, '<tr><th>token</th><td> s </td></tr>', '<tr><th>token</th><td> [redacted] </td></tr>', ['s']],
  [HTML, '<span id=token>s</span><span>n</span>', '<span id=token>[redacted]</span><span>n</span>', ['s']],
  [HTML, '<p>a < b " token', '<p>a < b " token', []],
  [XML, '<key><ssh>ssh-rsa AAAA</ssh></key>', '<key><ssh>ssh-rsa AAAA</ssh></key>', []],
  [FORM, 'access_token=s&n=m', 'access_token=[redacted]&n=m', ['s']],
  [FORM, '%61pi%4Bey=s&n=m', '%61pi%4Bey=[redacted]&n=m', ['s']],
  ['', '{"\\u0061pi\\u004Bey":"s","n":"m"}', '{"\\u0061pi\\u004Bey":"[redacted]","n":"m"}', ['s']],
  ['', '{"n":"\\u0007 100%"}', '{"n":"\\u0007 100%"}', []],
  [
    '',
    '{"a":{"token":["s",12,null]},"n":"m"}',
    '{"a":{"token":["[redacted]","[redacted]","[redacted]"]},"n":"m"}',
    ['s', '12'],
  ],
])('of a body of %j, %s, these are secret by their place', (type, text, without, secrets) => {
  expect(redactBody(text, type)).toBe(without);
  expect(secretsInBody(text, type)).toEqual(secrets);
});

test('a sentence that quotes JSON loses its secret members', () => {
  const clean = redactor([]);
  expect(clean('expected "a", got {"id":1,"access_token" : "s\\"t","n":"m"} at /token')).toBe(
    'expected "a", got {"id":1,"access_token" : "[redacted]","n":"m"} at /token',
  );
  expect(clean('"password":123, and "token":"cut o')).toBe('"password":"[redacted]", and "token":"[redacted]"');
});

// Whole at every place of the excerpt, of what is kept of a body, and of what is kept of the wire.
test('no character of a secret is left where a text is cut', () => {
  for (let pad = 0; pad < 120; pad += 1) {
    const told = { note: `${'x'.repeat(pad)} Zq9-given`, token: 'Zq9-by-place' };
    for (const text of [JSON.stringify(told), JSON.stringify({ pad: 'x'.repeat(pad), token: told.token })]) {
      const { answer, exchange } = answered(text);
      expect(answer.brief).not.toContain('Zq');
      expect(JSON.stringify(saveExchange(exchange, ['Zq9-given']))).not.toContain('Zq');
    }
    if (pad % 8 > 2) continue;
    const { exchange } = answered(
      JSON.stringify({ pad: 'x'.repeat(16_384 - 120 + pad), of: 'Zq9-given', token: 'Zq9-t' }),
    );
    const { body } = saveExchange(exchange, ['Zq9-given']).response ?? {};
    expect(body?.text).not.toContain('Zq');
    if (body?.cut === true) expect(body.text?.length).toBe(16_384);
  }
});

function answered(text: string): { answer: ReturnType<typeof answerOf>; exchange: Exchange } {
  const body = new TextEncoder().encode(text);
  const response = { status: 200, statusText: 'OK', headers: [['content-type', 'application/json']] as const, body };
  const exchange: Exchange = {
    id: 'x1',
    request: { method: 'GET', url: 'http://h.test/users', headers: [], body: null },
    response,
    timings: { startedAt: 0, firstByte: 1, total: 2 },
    wire: { afterHeaders: new TextEncoder().encode(`${'y'.repeat(100)}${text}`), interim: [] },
  };
  return { answer: answerOf(exchange, response, { hide: redactor(['Zq9-given']) }), exchange };
}
