import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { printJson, printTypeScript, type Written } from '../../init/print.ts';
import { loadTargetFile } from '../../target-file/load.ts';

const folder = await mkdtemp(join(tmpdir(), 'assayer-print-'));
afterAll(() => rm(folder, { recursive: true }));

/** Texts that would end a string or a comment, were they not escaped. */
const HOSTILE: readonly string[] = [
  "'; throw new Error('x'); //",
  '\\',
  "\\'",
  '"\\"',
  '\n',
  '\r\u2028\u2029',
  '*/ throw 1 /*',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text that looks like one.
  '${process.exit(1)}',
  '`',
  '</script>',
  '\u202e\u0000',
];
const anyText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 20 }));
const anyName = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'a-b', ...HOSTILE), fc.string({ maxLength: 8 }));
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    anyText,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

const written = fc
  .record({
    sample: fc.array(fc.tuple(anyName, anyValue), { maxLength: 4 }),
    evidence: fc.array(anyText, { maxLength: 3 }),
    title: anyText.filter((text) => text !== ''),
  })
  .map(
    ({ sample, evidence, title }): Written => ({
      file: {
        name: title,
        baseUrl: 'http://127.0.0.1:1',
        // Members of any JSON, which the type of the generator does not say.
        resources: [
          { name: 'posts', collection: '/posts', sample: Object.fromEntries(sample) as Record<string, string> },
        ],
      },
      findings: evidence.flatMap((text) =>
        ['resources.posts.sample', 'baseUrl', ''].map((place) => ({ place, evidence: text })),
      ),
      open: evidence.map((question) => ({ place: 'resources.posts', question })),
      secrets: new Map(),
      head: evidence,
    }),
  );

test('what is written is what is read, whatever a target answered', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(written, async (one) => {
      count += 1;
      for (const [end, text] of [
        ['ts', printTypeScript(one)],
        ['json', printJson(one)],
      ] as const) {
        const path = join(folder, `target-${count}.${end}`);
        await writeFile(path, text);
        const { $schema: _, $comment: __, ...file } = (await loadTargetFile(path, folder))?.file ?? {};
        expect(file).toEqual(one.file);
      }
    }),
    { numRuns: 25 },
  );
});
