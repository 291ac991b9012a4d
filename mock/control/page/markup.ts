/** What the page is before its script fills it in. */
export interface Blank {
  readonly style: string;
  readonly script: string;
  /** Lets this style and this script be the only ones (Content-Security-Policy). */
  readonly nonce: string;
  /** `/api/_mock/`: where the control API is, whoever is asked for. */
  readonly base: string;
  /** Scheme, host and port by which the mock was asked: for a frame that is given this page as a text. */
  readonly origin: string;
  readonly tenant: string;
}

const PARTS = [
  ['requests', 'Requests'],
  ['state', 'State'],
  ['sessions', 'Sessions'],
  ['switches', 'Switches'],
  ['chaos', 'Chaos'],
  ['deviations', 'Deviations'],
  ['breaches', 'Breaches'],
] as const;

// A drop on a touchstone: what an assayer looks at.
const MARK =
  '<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="2" width="20" height="20" rx="6"/><path d="M7 16.5 12 6l5 10.5M9 12.8h6"/></svg>';

/** The page as HTML. */
export function pageHtml({ style, script, nonce, base, origin, tenant }: Blank): string {
  const links = PARTS.map(([id, title]) => `<a href="#${id}">${title}</a>`).join('');
  const [, ...panels] = PARTS;
  const sections = panels
    .map(([id, title]) => `<section id="${id}" class="panel" aria-label="${title}" hidden></section>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>assayer mock</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${style}</style>
</head>
<body data-base="${attribute(base)}" data-origin="${attribute(origin)}" data-tenant="${attribute(tenant)}">
<a class="skip" href="#main">To the content</a>
<header class="top">
<h1>${MARK}<span>assayer <span class="muted word">mock</span></span></h1>
<p id="live" role="status">not connected</p>
<label class="tenant"><span class="word">Tenant</span> <select id="tenant"></select></label>
<nav aria-label="Parts of the inspector">${links}</nav>
</header>
<main id="main" tabindex="-1">
<noscript><p class="empty">The inspector needs JavaScript; all that it does can be done by the API that /_mock/control.json describes.</p></noscript>
<section id="requests" class="split" aria-label="Requests">
<div id="log"></div>
<article id="detail" aria-label="The chosen request"></article>
</section>
${sections}
</main>
<p id="toast" role="status" aria-live="polite"></p>
<script nonce="${nonce}">${script.replaceAll('</', '<\\/')}</script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
