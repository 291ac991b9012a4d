import { SCRIPT, SCRIPT_HASH } from './html-filter.ts';
import { html, type Markup } from './html-markup.ts';
import { STYLE, STYLE_HASH } from './html-style.ts';

// Nothing may be loaded or framed into the page. Only its own style sheet applies and only its own script runs, told by their
// hashes: nothing of a target can run.
const STATIC = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
const FILTERED = `${STATIC}; script-src '${SCRIPT_HASH}'`;

/** A self-contained page with the reports' style; with the script of the filter where its body has that form. */
export function pageHtml(title: string, body: Markup, hasFilter = false): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: hasFilter ? FILTERED : STATIC }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
${body}
${hasFilter ? { markup: `<script>${SCRIPT}</script>\n` } : undefined}</body>
</html>
`;
  return page.markup;
}
