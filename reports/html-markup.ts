import { visible, visibleLines } from '../core/redaction/visible.ts';

/** Markup that is safe to put into a page: only `html` and `preformatted` make it. */
export interface Markup {
  readonly markup: string;
}

/** What a template takes: text, which is escaped; markup; lists of markup; nothing. */
export type Content = string | number | Markup | readonly Markup[] | undefined;

/** Writes markup. Every text put into it is escaped, so that nothing of a target can become markup. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const markup = strings.reduce((page, part, i) => page + written(contents[i - 1]) + part);
  return { markup };
}

/** A text as it is, line breaks kept, everything invisible made visible. */
export function preformatted(text: string): Markup {
  return { markup: escapeHtml(visibleLines(text).join('\n')) };
}

function written(content: Content): string {
  if (content === undefined) return '';
  if (typeof content === 'number') return String(content);
  if (typeof content === 'string') return escapeHtml(visible(content));
  if ('markup' in content) return content.markup;
  // Put together as a rope: joined, a page of megabytes would be copied once more at each level.
  return content.reduce((page, { markup }) => page + markup, '');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
