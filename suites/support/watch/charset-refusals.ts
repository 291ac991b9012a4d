import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import { parseContentType } from '../../../core/representation/text.ts';
import { kindOfExchange } from '../../../core/results/signature.ts';
import { exchangeInWords } from '../validator/validator-form.ts';

/** Of one kind, so many refusals are no accident of one of several servers. */
const SEVERAL = 2;

/**
 * Demands that JSON with a charset is taken where JSON without one is: the parameter has no effect on recipients that keep to RFC 8259 (11),
 * so that it is no reason for 415. A type of its own may give its parameters a meaning and refuse others, as JSON:API does: only
 * application/json is looked at, and UTF-8, which JSON is in any case.
 */
export function takesJsonWithCharset(seen: readonly Answer[]): void {
  const writes = seen.filter(({ exchange }) => exchange.request.body !== null);
  const taken = new Set(writes.filter((one) => one.succeeded && isPlain(typeOf(one))).map(kindOf));
  const refused = writes.filter((one) => one.status === 415 && isOfUtf8(typeOf(one)) && taken.has(kindOf(one)));
  for (const answer of refused) {
    const times = refused.filter((other) => kindOf(other) === kindOf(answer)).length;
    const due = `no 415 for Content-Type: ${typeOf(answer)}, as application/json is taken (RFC 8259 11)`;
    answer.owes(times < SEVERAL, due, `415 on ${exchangeInWords(answer)}`);
  }
}

function typeOf({ exchange }: Answer): string {
  return header(exchange.request.headers, 'Content-Type') ?? '';
}

function isPlain(type: string): boolean {
  return type.trim().toLowerCase() === 'application/json';
}

function isOfUtf8(type: string): boolean {
  const { mediaType, charset } = parseContentType(type);
  return mediaType === 'application/json' && charset?.toLowerCase() === 'utf-8';
}

/** The method, and the address without the ids in it. */
function kindOf({ exchange }: Answer): string {
  return kindOfExchange(exchange.request.method, exchange.request.url, 200);
}
