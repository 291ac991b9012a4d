import { reportAnnotations } from './annotations.ts';
import { reportBadge, reportBadgeJson } from './badge.ts';
import { reportCtrf } from './ctrf.ts';
import { reportGithub } from './github.ts';
import { reportHar } from './har.ts';
import { reportHtml } from './html.ts';
import { reportJson } from './json.ts';
import { reportJunit } from './junit.ts';
import { reportMarkdown } from './markdown.ts';
import type { Reporter } from './reporter.ts';
import { reportSarif } from './sarif.ts';
import { renderText } from './text.ts';

export { redactor, secretsIn } from '../core/redact.ts';
export { saveExchange, saveResult } from '../core/save.ts';
export type { Reporter } from './reporter.ts';
export { renderText, renderVerdict, type TextOptions } from './text.ts';
export {
  reportAnnotations,
  reportBadge,
  reportBadgeJson,
  reportCtrf,
  reportGithub,
  reportHar,
  reportHtml,
  reportJson,
  reportJunit,
  reportMarkdown,
  reportSarif,
};

/** Every report by the name that `--reporter` takes. A new one is a file and a line here. */
export const REPORTERS: ReadonlyMap<string, Reporter> = new Map([
  ['text', (results) => renderText(results)],
  ['json', reportJson],
  ['junit', reportJunit],
  ['html', reportHtml],
  ['markdown', reportMarkdown],
  ['github', reportGithub],
  ['annotations', reportAnnotations],
  ['sarif', reportSarif],
  ['ctrf', reportCtrf],
  ['har', reportHar],
  ['badge', reportBadge],
  ['badge-json', reportBadgeJson],
] satisfies [string, Reporter][]);
