import { reportAnnotations } from './annotations.ts';
import { reportBadge, reportBadgeJson } from './badge.ts';
import { reportCtrf } from './ctrf.ts';
import { reportEarl } from './earl.ts';
import { reportGithub } from './github.ts';
import { reportHar } from './har.ts';
import { reportHtml } from './html.ts';
import { reportJson } from './json.ts';
import { reportJunit } from './junit.ts';
import { reportMarkdown } from './markdown.ts';
import { reportSarif } from './sarif.ts';

export type { Reporter } from './reporter.ts';
export { renderText, renderVerdict, type TextOptions } from './text.ts';
export {
  reportAnnotations,
  reportBadge,
  reportBadgeJson,
  reportCtrf,
  reportEarl,
  reportGithub,
  reportHar,
  reportHtml,
  reportJson,
  reportJunit,
  reportMarkdown,
  reportSarif,
};
