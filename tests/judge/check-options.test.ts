import { expect, test } from 'vitest';
import { type JudgeOptions, judge, UsageProblem } from '../../judge/index.ts';

test.each<[JudgeOptions, RegExp]>([
  [{ minCoverage: 90 }, /^minCoverage: 90 is not allowed; give a share from 0 to 1, such as 0\.9 for 90%$/u],
  [{ minCoverage: Number.NaN }, /^minCoverage: NaN is not allowed/u],
  [{ maxNotExercised: -1 }, /^maxNotExercised: -1 is not allowed; give a whole number, 0 or more$/u],
  [{ maxNotExercised: 0.5 }, /^maxNotExercised: 0\.5 is not allowed/u],
  [{ concurrency: 0 }, /^concurrency: 0 is not allowed; give a whole number, 1 or more$/u],
  [{ maxTimeMs: 0 }, /^maxTimeMs: 0 is not allowed; give milliseconds above 0$/u],
  [
    // What no compiler has seen.
    { target: JSON.parse('{"resources": [{"name": "books", "lists": "/books"}]}') },
    /^target is not valid:\n {2}resources\[0\]\.lists .*list.*\n/u,
  ],
  [{ rules: ['read/unkown-item'] }, /did you mean read\/unknown-item\?$/u],
])('judge(%j) is refused before anything is sent, with what to give instead', async (options, told) => {
  // Nobody listens there: a request would be told as such.
  const refused = judge({ baseUrl: 'http://127.0.0.1:1', ...options });
  await expect(refused).rejects.toThrow(UsageProblem);
  await expect(refused).rejects.toThrow(told);
});

const url = 'http://127.0.0.1:1';

// What no compiler has seen: without an address of theirs the embedded mock would be judged.
test.each<[unknown, string]>([
  [{ baseURL: url }, 'baseURL: there is no such option of judge; did you mean baseUrl?'],
  [{ url }, 'url: there is no such option of judge; did you mean baseUrl?'],
  [{ wait: 1 }, 'wait: there is no such option of judge; did you mean waitMs?'],
  [{ maxBody: 1 }, 'maxBody: there is no such option of judge; did you mean sizes.body?'],
  [{ sizes: { bodi: 1 } }, 'sizes.bodi: there is no such option of judge; did you mean sizes.body?'],
  [{ tls: { CA: 'a.pem' } }, 'tls.CA: there is no such option of judge; did you mean tls.ca?'],
  [{ xyz: 1 }, 'xyz: there is no such option of judge; known here: target, source, baseUrl, '],
  [{ baseUrl: 17 }, 'baseUrl: a number is not allowed; give a text, such as http://localhost:3000'],
  [{ readOnly: 'no' }, 'readOnly: a text is not allowed; give true or false'],
  [{ headers: [['a', 'hunter2']] }, 'headers: this list is not allowed; give an object of texts'],
  [{ headers: { a: null } }, 'headers: this object is not allowed; give an object of texts'],
  [{ waivers: 'x' }, 'waivers: a text is not allowed; give what loadWaivers reads'],
  [{ waivers: [{ rule: 'delete/status' }] }, 'waivers: this list is not allowed; give what loadWaivers reads'],
  [{ rules: 'delete/status' }, 'rules: a text is not allowed; give a list of texts'],
  [{ signal: true }, 'signal: true is not allowed; give an AbortSignal'],
  [{ tls: { insecure: 'yes' } }, 'tls.insecure: a text is not allowed; give true or false'],
  [{ claims: { emptyQuery: 201 } }, 'claims.emptyQuery must be 200 or 204'],
  [{ claims: { emtyQuery: 204 } }, 'claims.emtyQuery is not known; did you mean "emptyQuery"?'],
  [null, "judge: null is no options; give an object, such as { baseUrl: 'http://localhost:3000' }"],
  [url, 'judge: a text is no options; give an object'],
])('judge(%j) judges nothing else in its place', async (options, told) => {
  const refused = judge(options as JudgeOptions); // as JavaScript calls it
  await expect(refused).rejects.toThrow(UsageProblem);
  await expect(refused).rejects.toThrow(told);
});

test('judge takes undefined for every option', { tags: ['night'] }, async () => {
  const options: unknown = { baseUrl: undefined, rules: ['delete/status'], readOnly: undefined };
  const { summary } = await judge(options as JudgeOptions); // as JavaScript calls it
  expect(summary.verdict).toBe('conformant');
});
