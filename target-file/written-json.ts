import { type ParseOptions, parse } from 'lossless-json';
import { messageOf } from '../core/message-of.ts';

/** What a JSON text holds, or why it cannot be taken: in words that quote nothing but the names of members. */
export type WrittenJson = { readonly value: unknown } | { readonly problem: string };

/**
 * Reads the JSON of a file that a person wrote. A member that is there twice with different values is a problem too: which of them was
 * meant, nobody knows. No problem quotes the text, which may hold a secret and may be of a file that was named by mistake.
 */
export function writtenJson(text: string): WrittenJson {
  const json = text.replace(/^\uFEFF/u, '');
  const { problem, repeated } = look(json);
  if (repeated !== undefined) return { problem: repeated };
  try {
    return { value: JSON.parse(json) };
  } catch {
    return { problem: `is not JSON: ${problem ?? 'it cannot be read as such'}` };
  }
}

interface Looked {
  readonly problem?: string;
  readonly repeated?: string;
}

/** A reader that, unlike JSON.parse, tells the place of every mistake and hears of members that are there twice. */
function look(json: string): Looked {
  let repeated: string | undefined;
  const onDuplicateKey: ParseOptions['onDuplicateKey'] = ({ key, position, newValue }) => {
    repeated ??= `holds ${JSON.stringify(key)} twice with different values, the second time at ${placeOf(json, position)}: leave one out`;
    return newValue;
  };
  try {
    parse(json, null, { onDuplicateKey });
    return repeated === undefined ? {} : { repeated };
  } catch (cause) {
    return { problem: inWords(messageOf(cause), json) };
  }
}

// `Quoted object key expected but got 'h' at position 7`: what stands there is left out.
function inWords(message: string, json: string): string {
  const position = / at position (\d+)$/u.exec(message)?.[1];
  if (position === undefined) return 'it cannot be read';
  const reason = message
    .replace(/ at position \d+$/u, '')
    .replace(/ but got '.*$/su, '')
    .replace(/^(Invalid [a-z ]+) '.*$/su, '$1');
  return `${reason} (${placeOf(json, Number(position))})`;
}

function placeOf(json: string, position: number): string {
  const before = json.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
