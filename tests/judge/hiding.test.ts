import { describe, expect, test } from 'vitest';
import type { HeaderLines } from '../../core/http/exchange.ts';
import { type Hiding, openHiding } from '../../judge/transcript/hiding.ts';
import type { ExchangeLine } from '../../judge/transcript/lines.ts';

const NOTHING = { secrets: [], fieldValues: [], fields: new Set<string>(), madeUp: [] };
const DIGITS = [...'0123456789'];

describe('a secret has one stand-in', () => {
  test('however short it is, and whatever stands for others', () => {
    const hiding = openHiding(NOTHING);
    const first = DIGITS.map((digit) => setCookie(hiding, digit));
    expect(DIGITS.map((digit) => setCookie(hiding, digit))).toEqual(first);
    expect(new Set(first).size).toBe(DIGITS.length);
    expect(first.filter((text, i) => text === `n=${i}`)).toEqual([]);
  });

  test('in a form, where it stands as in an address', () => {
    const hiding = openHiding(NOTHING);
    const form = 'application/x-www-form-urlencoded';
    const body = hiding.line(answered([['content-type', form]], 'a=1&token=tok3n')).response?.body;
    const address = hiding.line(answered([['location', '/a?token=tok3n']])).response?.headers[0]?.[1];
    expect(address).not.toContain('tok3n');
    expect(body).toBe(address?.replace('/a?', 'a=1&'));
  });

  test('in a line that is hidden again, where only what was learned since is replaced', () => {
    const hiding = openHiding(NOTHING);
    const line = hiding.line(
      answered([
        ['set-cookie', 'n=7'],
        ['x-about', 'late-secret'],
      ]),
    );
    hiding.learn(['late-secret']);
    const [cookie, about] = hiding.again(line).response?.headers ?? [];
    expect(cookie).toEqual(line.response?.headers[0]);
    expect(about?.[1]).toBe(hiding.value('late-secret'));
  });
});

test('a secret that a target writes as the name of a cookie and its value is hidden as a whole', () => {
  const hiding = openHiding({ ...NOTHING, secrets: ['Zq9-=geheim', 'QwZx=yYvV'] });
  const sent = ['Zq9-=geheim', 'QwZx=yYvV', 'QwZx=yYvVmore; Path=/'].map((one): [string, string] => [
    'set-cookie',
    one,
  ]);
  const told = JSON.stringify(hiding.line(answered(sent)).response?.headers);
  expect(told).not.toMatch(/Zq9|geheim|QwZx|yYvV|more/u);
  expect(told).toContain('; Path=/');
});

describe('in a Cookie field that a rule wrote', () => {
  test.each(['s3ssion', '7'])(
    'the value %s of the session is hidden, however it stands there, and nothing else',
    (value) => {
      const hiding = openHiding({ ...NOTHING, fieldValues: [value] });
      const sent = sentCookie(hiding, `a=1; USER_TOKEN=${value}; b="x${value}y"; c==; d`);
      expect(sent).toMatch(/^a=1; USER_TOKEN=(?<value>[^;]*); b="[^;]*"; c==; d$/u);
      expect(sent).not.toContain(`=${value};`);
      expect(sent).not.toContain(`x${value}y`);
    },
  );

  test('a value of the session that the run made up stays', () => {
    const hiding = openHiding({ ...NOTHING, fieldValues: ['assayer'], madeUp: ['assayer'] });
    expect(sentCookie(hiding, 'a=1; other=USER_TOKEN=assayer')).toBe('a=1; other=USER_TOKEN=assayer');
  });

  test('so is that of a session that was opened anew', () => {
    const hiding = openHiding({ ...NOTHING, fieldValues: ['3'] });
    hiding.learnCookies(['7']);
    expect(sentCookie(hiding, 'a=1; USER_TOKEN=7')).toMatch(/^a=1; USER_TOKEN=[^7]*$/u);
  });
});

function setCookie(hiding: Hiding, value: string): string | undefined {
  return hiding.line(answered([['set-cookie', `n=${value}`]])).response?.headers[0]?.[1];
}

function sentCookie(hiding: Hiding, text: string): string | undefined {
  return hiding.line(exchange([['cookie', text]])).request.headers[0]?.[1];
}

function answered(headers: HeaderLines, body?: string): ExchangeLine {
  const response = { status: 200, statusText: 'OK', headers, ...(body === undefined ? {} : { body }) };
  return { ...exchange([]), response };
}

function exchange(headers: HeaderLines): ExchangeLine {
  return {
    exchange: 'x1',
    request: { method: 'GET', url: 'http://127.0.0.1:9/', headers },
    timings: { startedAt: 0, firstByte: null, total: 1 },
  };
}
