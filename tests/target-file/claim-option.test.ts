import { describe, expect, it } from 'vitest';
import { parseClaims } from '../../target-file/claim-option.ts';

describe('--claim', () => {
  it('reads every claim', () => {
    expect(
      parseClaims([
        'operationForms=A,B',
        'emptyQuery=204',
        'deleted=410',
        'commandQuery=true',
        'representations=json,xml',
        'selectors=accept',
        'create=full-result',
        'session=none',
        'validators=false',
        'indexBase=1',
      ]),
    ).toEqual({
      operationForms: ['A', 'B'],
      emptyQuery: 204,
      deleted: 410,
      commandQuery: true,
      representations: ['json', 'xml'],
      selectors: ['accept'],
      create: 'full-result',
      session: 'none',
      validators: false,
      indexBase: 1,
    });
  });

  it.each([
    [['operationForms=none'], { operationForms: [] }],
    [['operationForms=a, b,A'], { operationForms: ['A', 'B'] }],
    [['emptyQuery=200', 'emptyQuery=204'], { emptyQuery: 204 }],
    [[], {}],
  ])('reads %j', (pairs, claims) => {
    expect(parseClaims(pairs)).toEqual(claims);
  });

  it.each([
    ['emptyQuery=404', /Allowed: 200, 204\./u],
    ['operationForms=A,H', /"H" is not allowed.*A, B, C, D, E, F, G .*none/u],
    ['emptyQuerry=204', /Did you mean emptyQuery\?/u],
    ['zzz=1', /The claims are operationForms/u],
    ['emptyQuery', /key=value/u],
    ['=204', /key=value/u],
  ])('refuses %s and says what is allowed', (pair, message) => {
    expect(() => parseClaims([pair])).toThrow(message);
  });
});
