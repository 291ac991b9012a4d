import type { Reporter } from './reporter.ts';

/**
 * Every report by the name that `--reporter` takes, loaded when it is asked for: a run that prints text needs no badge.
 * A new one is a file and a line here.
 */
export const REPORTERS: ReadonlyMap<string, () => Promise<Reporter>> = new Map([
  ['text', async () => textOf((await import('./text.ts')).renderText)],
  ['json', async () => (await import('./json.ts')).reportJson],
  ['junit', async () => (await import('./junit.ts')).reportJunit],
  ['html', async () => (await import('./html.ts')).reportHtml],
  ['markdown', async () => (await import('./markdown.ts')).reportMarkdown],
  ['github', async () => (await import('./github.ts')).reportGithub],
  ['annotations', async () => (await import('./annotations.ts')).reportAnnotations],
  ['sarif', async () => (await import('./sarif.ts')).reportSarif],
  ['ctrf', async () => (await import('./ctrf.ts')).reportCtrf],
  ['har', async () => (await import('./har.ts')).reportHar],
  ['earl', async () => (await import('./earl.ts')).reportEarl],
  ['badge', async () => (await import('./badge.ts')).reportBadge],
  ['badge-json', async () => (await import('./badge.ts')).reportBadgeJson],
] satisfies [string, () => Promise<Reporter>][]);

// The options of the text are those of a terminal, and a reporter is given how much is written before it.
function textOf(render: (results: Parameters<Reporter>[0]) => string): Reporter {
  return (results) => render(results);
}
