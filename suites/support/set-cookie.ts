import type { Answer } from '../../core/answer.ts';
import { exchangeInWords } from './validator-form.ts';

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/u;
const SECOND = /,\s*[!#$%&'*+.^_`|~\w-]+=/u;

/**
 * Demands that each Set-Cookie field sets one cookie, whose name is a token (RFC 6265 4.1.1). Values are left alone: browsers take more
 * than the grammar allows. No message shows one, since it may be a secret.
 */
export function setsOneCookieEach(answer: Answer): void {
  for (const line of answer.headerLines('Set-Cookie')) {
    const [pair = ''] = line.split(';');
    const [name = '', ...value] = pair.split('=');
    const on = `on ${exchangeInWords(answer)}`;
    answer.owes(value.length > 0, 'a Set-Cookie with a name and a value', `one without “=” ${on}`);
    answer.owes(TOKEN.test(name.trim()), 'a Set-Cookie whose name is a token', `the name “${name.trim()}” ${on}`);
    answer.owes(
      !SECOND.test(value.join('=')),
      'one cookie in each Set-Cookie',
      `several in that of “${name.trim()}” ${on}`,
    );
  }
}
