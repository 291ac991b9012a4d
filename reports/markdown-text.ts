import { visible } from '../core/redaction/visible.ts';

/** Text in which nothing of a target is markup, a mention or a reference. */
export function plain(text: string): string {
  return visible(text)
    .replace(/[\\`*_{}[\]#|~!]/gu, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;');
}
