/** The line, from 1, on which an entry of a file of waivers begins. The text is JSON that was read already. */
export function lineOf(text: string, entry: number): number {
  const begins = /^\s*\[/u.test(text) ? 0 : listStart(text);
  const at = objectStarts(text, begins)[entry] ?? 0;
  return text.slice(0, at).split('\n').length;
}

// A text in quotation marks could hold the same letters, but no file has such a text before this member but "$schema".
function listStart(text: string): number {
  return /"waivers"\s*:\s*\[/u.exec(text)?.index ?? 0;
}

/** Where the objects begin that stand in the list directly. */
function objectStarts(text: string, from: number): readonly number[] {
  const starts: number[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gu)) {
    if (token === '{' && depth === 1) starts.push(from + index);
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    if (depth === 0 && token === ']') break;
  }
  return starts;
}
