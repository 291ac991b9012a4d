import { describe, expect, test } from 'vitest';
import { documentOperations } from '../../target-file/document.ts';
import { before, type Judged, judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

const NAME = 'ChangeCompletionDate';
const SUBJECT = `${NAME}/A`;
const SHOWN = ['completionDate', 'amercement', 'whyChanged'];

const [spelt] = documentOperations(['A']).filter(({ name }) => name === NAME);
if (spelt === undefined) throw new Error(`the document names no ${NAME}`);
const { name, effect } = spelt;
const parameters = Object.fromEntries(spelt.parameters.map(({ name: own, ...rest }) => [own, rest]));
const forms = { A: '/rest/{version}/deals/{id}/change-completion-date' };

/** Deals that never show what the operation changes. */
const hidesIt = rewritingJson<unknown>(/\/deals\/\d+$/u, (deal) => {
  const shown = { ...(deal as object) }; // a deal of the mock
  for (const member of SHOWN) Reflect.deleteProperty(shown, member);
  return shown;
});

/** The operation takes the deal away. */
const deletesIt = before(async (look, next) => {
  const response = await next();
  const deal = /^(.*\/deals\/\d+)\/change-completion-date$/u.exec(look.path)?.[1];
  if (deal !== undefined && response.ok) await next({ method: 'DELETE', path: deal });
  return response;
});

function judgedWith(told: boolean, wrap: typeof hidesIt): Promise<Judged> {
  const operation = { name, parameters, forms, ...(told ? { effect } : {}) };
  return judged(['operation/effect'], { wrap, options: { operationForms: ['A'] }, file: { operations: [operation] } });
}

describe.each([
  ['a deal that shows nothing of it', hidesIt],
  ['a deal that is gone after it', deletesIt],
] as const)('an effect that the target file tells is due: %s', (_title, wrap) => {
  test('fails', async () => {
    const { outcome, reason } = (await judgedWith(true, wrap)).of('operation/effect', SUBJECT);
    expect(outcome).toBe('fail');
    expect(reason).toContain('completionDate');
  });

  test('is judged by nothing where the file tells none', async () => {
    expect((await judgedWith(false, wrap)).results.map(({ outcome }) => outcome)).not.toContain('fail');
  });
});

test('a price that was a number is none that comes to be a text', { tags: ['night'] }, async () => {
  const priceAsText = rewritingJson<unknown>(/\/deals\/\d+$/u, (deal) => {
    const shown = deal as { price?: unknown; reason?: unknown }; // a deal of the mock
    return shown.reason === undefined ? shown : { ...shown, price: String(shown.price) };
  });
  const { outcome, reason } = (await judged(['operation/effect'], { wrap: priceAsText })).of(
    'operation/effect',
    'ChangePrice/A',
  );
  expect(outcome).toBe('fail');
  expect(reason).toContain('as a number');
});
