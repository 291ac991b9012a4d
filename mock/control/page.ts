import { CONTROL } from '../faces/control-address.ts';
import type { ControlRoute } from './route.ts';

/** The inspector: a page that shows what happens and drives the control API. */
export const pageRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/',
    title: 'The inspector, for a browser.',
    answers: { 200: 'an HTML page', 308: 'the same with the slash that its links need' },
    type: 'text/html',
    async handle({ mock, world, url }) {
      if (!url.pathname.endsWith('/'))
        return new Response(null, { status: 308, headers: { location: `${url.pathname}/${url.search}` } });
      const nonce = crypto.randomUUID();
      const base = `${mock.options.basePath}${CONTROL}/`;
      // Loaded where it is needed: it is a third of the control API, and most mocks are never looked at.
      const { PAGE } = await import('./inspector-page.ts');
      const html = filled(PAGE, { nonce, base, origin: url.origin, tenant: world.tenant });
      return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', ...guardFields(nonce) } });
    },
  },
];

// Nothing but this style and this script, and no way for text to become markup: the page shows what strangers sent.
function guardFields(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** `base` is where the control API is, whoever is asked for; `origin` is for a frame that is given this page as a text. */
type Served = Readonly<Record<'nonce' | 'base' | 'origin' | 'tenant', string>>;

function filled(page: string, served: Served): string {
  return page.replace(/\{\{(nonce|base|origin|tenant)\}\}/gu, (_, name: keyof Served) => attribute(served[name]));
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
