import type { HostileServer } from '../hostile-server.ts';
import { anew } from './anew.ts';
import { charsets } from './charsets.ts';
import { codings } from './codings.ts';
import { deletions } from './deletions.ts';
import { fields } from './fields.ts';
import { framing } from './framing.ts';
import { heads } from './heads.ts';
import { interim } from './interim.ts';
import { json } from './json.ts';
import { links } from './links.ts';
import { locations } from './locations.ts';
import { markup } from './markup.ts';
import { protocols } from './protocols.ts';
import { redirects } from './redirects.ts';
import { reports } from './reports.ts';
import { statuses } from './statuses.ts';
import { time } from './time.ts';

/** Every hostile server, by what it is hostile in. */
export const HOSTILE: readonly HostileServer[] = [
  ...heads,
  ...protocols,
  ...framing,
  ...interim,
  ...time,
  ...codings,
  ...json,
  ...markup,
  ...charsets,
  ...fields,
  ...redirects,
  ...links,
  ...reports,
  ...statuses,
  ...deletions,
  ...locations,
  ...anew,
];
