import { type Change, type HostileServer, headOf, records, sends, spoiling, withBody } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `report-${id}`,
  title,
  kind: 'report',
  start: spoiling(change),
});

// biome-ignore lint/suspicious/noTemplateCurlyInString: some languages would fill it in
const MARKUP = '"><script>location="//x"</script><img src=x onerror=alert(1)>]]><!--`${1}`';
const ANSI = '\u001b[2J\u001b[31mred\u001b]0;title\u0007\u009b5m\u0008\u0008\r';
const BIDI = '\u202e\u2066txt.exe\u200f\ufeff\u2028\u2029';
const MARKDOWN = '\n\n# heading\n[x](javascript:alert(1)) ![x](//x/y.png) | a | b |\n```\n<b>';
const SHELL = "'; touch /tmp/assayer-hostile; $(touch /tmp/assayer-hostile) `touch /tmp/assayer-hostile` \\\n!!";

const inRecords = (text: string): Change =>
  records((record) => ({ ...record, name: `${String(record['name'])}${text}`, [text]: text, note: text }));

/** In the bodies of refusals too, and where a failure is provoked: every creation is answered with 500. */
const inFailures =
  (text: string): Change =>
  (honest, { method }) =>
    method === 'GET' && honest.ok
      ? honest
      : withBody(new Response('x', { status: 500 }), text, { 'content-type': 'text/plain; charset=utf-8' });

/** What reports, terminals and shells could mistake for orders. */
export const reports: readonly HostileServer[] = [
  one('markup-in-records', 'Records hold scripts.', inRecords(MARKUP)),
  one('markup-in-failures', 'Failures hold scripts.', inFailures(MARKUP)),
  one('escapes-in-records', 'Records hold terminal escapes.', inRecords(ANSI)),
  one('escapes-in-failures', 'Failures hold terminal escapes.', inFailures(ANSI)),
  one('bidi-in-records', 'Records hold marks that turn the direction of text.', inRecords(BIDI)),
  one('bidi-in-failures', 'Failures hold marks that turn the direction of text.', inFailures(BIDI)),
  one('markdown-in-failures', 'Failures hold Markdown.', inFailures(MARKDOWN)),
  one('shell-in-records', 'Records hold commands of a shell.', inRecords(SHELL)),
  one('shell-in-failures', 'Failures hold commands of a shell.', inFailures(SHELL)),
  one(
    'nul-in-failures',
    'Failures hold NUL and other control characters.',
    inFailures('\0\u0001\u0002\u001f\u007f\ufffe\uffff'),
  ),
  one('markup-in-fields', 'Fields hold scripts.', ({ status, headers, body }) => {
    const changed = new Headers(headers);
    for (const name of ['server', 'etag', 'location', 'content-location', 'www-authenticate', 'allow'])
      changed.set(name, MARKUP);
    return new Response(body, { status, headers: changed });
  }),
  one(
    'markup-in-reason',
    'The reason phrase is a script.',
    sends(
      ({ fields, body }) =>
        `${headOf(500, fields, [`content-length: ${body.length}`]).replace(' OK', ` ${MARKUP}`)}${body}`,
    ),
  ),
  one('markup-in-type', 'The media type is a script.', (honest) =>
    honest.body === null
      ? honest
      : new Response(honest.body, { status: honest.status, headers: { 'content-type': MARKUP } }),
  ),
];
