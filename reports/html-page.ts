import { html, type Markup } from './html-markup.ts';
import { STYLE, STYLE_HASH } from './html-style.ts';

// Nothing may be loaded, run or framed into the page; only its own style sheet applies, told by its hash.
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/** A self-contained page with the reports' style. */
export function pageHtml(title: string, body: Markup): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: POLICY }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return page.markup;
}
