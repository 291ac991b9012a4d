import jsonld from 'jsonld';
import { expect, test } from 'vitest';
import { reportEarl } from '../../reports/earl.ts';
import { hostile, mixed } from './sample.ts';

const EARL = 'http://www.w3.org/ns/earl#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

test('a parser of JSON-LD reads each assertion with its outcome, and fetches nothing', async () => {
  const results = mixed();
  const quads = await quadsOf(reportEarl(results));
  const typed = (type: string): number =>
    quads.filter(({ predicate, object }) => predicate.value === TYPE && object.value === EARL + type).length;
  expect(typed('Assertion')).toBe(results.results.length);
  expect(typed('TestResult')).toBe(results.results.length);
  expect(typed('Software')).toBe(1);
  const outcomes = quads
    .filter(({ predicate }) => predicate.value === `${EARL}outcome`)
    .map(({ object }) => object.value);
  const counted = (name: string): number => outcomes.filter((outcome) => outcome === EARL + name).length;
  const having = (outcome: string): number => results.results.filter((result) => result.outcome === outcome).length;
  expect(counted('passed')).toBe(having('pass'));
  expect(counted('failed')).toBe(having('fail'));
  expect(counted('inapplicable')).toBe(having('not-applicable'));
  expect(counted('untested')).toBe(having('not-exercised'));
  expect(counted('cantTell')).toBe(having('inconclusive') + having('error'));
});

test('text of a target stays text', async () => {
  const quads = await quadsOf(reportEarl(hostile()));
  expect(quads.some(({ object }) => object.value.includes('</script>'))).toBe(true);
});

interface Quad {
  readonly predicate: { readonly value: string };
  readonly object: { readonly value: string };
}

async function quadsOf(text: string): Promise<readonly Quad[]> {
  const documentLoader = async (url: string): Promise<never> => {
    throw new Error(`${url} was asked for`);
  };
  // Without a format, which the types do not know of, it gives the quads themselves.
  return (await jsonld.toRDF(JSON.parse(text), { documentLoader })) as Quad[];
}
