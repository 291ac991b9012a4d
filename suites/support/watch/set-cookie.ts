import type { Answer } from '../../../core/answer.ts';
import { exchangeInWords } from '../validator/validator-form.ts';
import { isCookieDate } from './cookie-date.ts';

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/u;
const SECOND = /,\s*[!#$%&'*+.^_`|~\w-]+=/u;

/** The last Expires counts (RFC 6265 5.3); names of attributes have no case (5.2). */
function expiresIn(line: string): string | undefined {
  const [, ...attributes] = line.split(';');
  const named = attributes.map((attribute) => /^\s*expires\s*=(.*)$/iu.exec(attribute)?.[1]?.trim());
  return named.findLast((value) => value !== undefined);
}

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
    const expires = expiresIn(line);
    answer.owes(
      expires === undefined || isCookieDate(expires),
      'an Expires that is a date',
      `“${expires ?? ''}” ${on}`,
    );
  }
}
