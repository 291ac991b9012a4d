import { expect, test } from 'vitest';
import { isDistinctive, secretsOfAddress, secretsOfField } from '../../core/redaction/secrets.ts';
import { givenSecrets } from '../../judge/secrets.ts';

test.each([
  ['accept', 'application/json', []],
  ['User-Agent', 'my-own-client/1.0', []],
  ['X-Anything', 'geheim', ['geheim']],
  ['DD', 'Bearer geheim', ['Bearer geheim', 'geheim']],
  ['Cookie', 'a=eins; b=zwei', ['eins', 'zwei']],
  ['Authorization', 'Basic dTpnZWhlaW0=', ['Basic dTpnZWhlaW0=', 'dTpnZWhlaW0=', 'u:geheim', 'u', 'geheim']],
])('of the field %s: %s these are secret: %j', (name, value, secrets) => {
  expect(secretsOfField(name, value)).toEqual(secrets);
});

test.each([
  ['/a?sort=newest&v=2026-01-01', []],
  ['/a?name={value}', []],
  ['/a?sig=word', ['word']],
  ['/a?k=Ab12%2B&x=Zq9#f=1', ['Ab12+', 'Zq9']],
])('of the address %s these are secret: %j', (address, secrets) => {
  expect(secretsOfAddress(address)).toEqual(secrets);
});

test('short values, small numbers and words that every report holds are hidden only in their place', () => {
  expect(['abc', '12345', 'application/json', 'true'].filter(isDistinctive)).toEqual([]);
  expect(['abcd', '123456'].filter(isDistinctive)).toEqual(['abcd', '123456']);
  const given = givenSecrets({ headers: { 'X-T': '1', accept: 'text/css', 'X-Host': 'h.test' } }, {}, 'http://h.test');
  expect(given.values).toEqual([]);
  expect([...given.fields]).toEqual(['x-t', 'x-host']);
});
