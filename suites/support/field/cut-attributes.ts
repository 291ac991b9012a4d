import type { Answer } from '../../../core/answer.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** Longer pages are left alone. */
const LONG = 2 ** 20;

// An attribute whose closing quote has something other behind it than a blank, a slash or the end of the tag (HTML 13.1.2.3).
const CUT = /[\s"'][\w:-]+=(?:"([^"]*)"|'([^']*)')[^\s/>"'=]/gu;

/**
 * Demands that no text of the run ends an attribute of a page: a quote in it has to be escaped there (HTML 13.1.2.3). `nonce` is what the
 * texts of the run have in common. Scripts, styles and comments may hold anything.
 */
export function keepsAttributesWhole(answer: Answer, nonce: string): void {
  if (answer.size > LONG || answer.asRead.syntax !== 'html') return;
  const { text } = answer.asRead;
  if (!text.includes(nonce)) return;
  const values = [...withoutRaw(text).matchAll(CUT)].map(([, double, single]) => double ?? single ?? '');
  const cut = values.find((value) => value.includes(nonce));
  answer.owes(
    cut === undefined,
    'the quotes of a text escaped in an attribute of the page',
    () => `an attribute that ends with “${cut ?? ''}” on ${exchangeInWords(answer)}`,
  );
}

const RAW: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<script', '</script'],
  ['<style', '</style'],
  ['<textarea', '</textarea'],
];

/** A page without what is no markup. */
function withoutRaw(page: string): string {
  let rest = page;
  for (const [begin, end] of RAW) {
    const [first = '', ...others] = rest.split(new RegExp(begin, 'iu'));
    const kept = others.map((one) => {
      const at = one.toLowerCase().indexOf(end);
      return at < 0 ? '' : one.slice(at + end.length);
    });
    rest = [first, ...kept].join('');
  }
  return rest;
}
