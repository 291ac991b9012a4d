import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { create, samplePayload } from '../evidence.ts';
import { freeTextsOf } from '../payload/fair-payloads.ts';
import { resourceOf } from '../subjects.ts';

/** Characters that JSON carries as escapes, and that stores, encoders and writers of XML break down over. */
const CONTROLS: readonly string[] = [
  '\u0000',
  '\u0001\u0008\u000b\u001b\u001f\u007f\u0085',
  '\ud800 \ufffe\uffff\u2028',
];

/**
 * Sends the sample with such characters behind its free texts (RFC 8259 7), and reads what came of it. A service may refuse them, take them
 * out or cut the text there, so that only a breakdown is a fault, which is judged wherever it is met (document 7).
 */
export async function carriesControls(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const texts = freeTextsOf(resource);
  const answers: Answer[] = [];
  for (const sign of texts.length === 0 ? [] : CONTROLS) {
    const { answer, address } = await create(trial, (unique) => {
      const sample = samplePayload(resource, unique);
      const odd = texts.map((member) => [member, `${String(sample[member])} as${sign}agreed`]);
      return { ...sample, ...Object.fromEntries(odd) };
    });
    answers.push(answer);
    if (!answer.succeeded || address === undefined || resource.item === undefined) continue;
    answers.push(await trial.send({ method: 'GET', address }));
    // XML has no way to write most of them, not even as references (XML 1.0 2.2, 4.1): negotiate/truthful reads what comes.
    if (!resource.representations.includes('xml') || !resource.selectors.includes('accept')) continue;
    answers.push(await trial.send({ method: 'GET', address, headers: { accept: resource.mediaTypes.xml } }));
  }
  return answers;
}
