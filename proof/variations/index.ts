import { answeredWrites } from './answered-writes.ts';
import { answersOfErrors } from './answers-of-errors.ts';
import { caches } from './caches.ts';
import { comparisons } from './comparisons.ts';
import { conditions } from './conditions.ts';
import { connections } from './connections.ts';
import { creations } from './creations.ts';
import { ownDocuments } from './documents.ts';
import { errorBodies } from './errors.ts';
import { moreFields } from './fields.ts';
import { ids } from './ids.ts';
import { json } from './json.ts';
import { lenience } from './lenience.ts';
import { locations } from './locations.ts';
import { lookups } from './lookups.ts';
import { markup } from './markup.ts';
import { media } from './media.ts';
import { moreMethods } from './more-methods.ts';
import { oddFields } from './odd-fields.ts';
import { operations } from './operations.ts';
import { others } from './others.ts';
import { ownRequests } from './own-requests.ts';
import { pages } from './pages.ts';
import { partial } from './partial.ts';
import { paths } from './paths.ts';
import { ranges } from './ranges.ts';
import { refusals } from './refusals.ts';
import { sessions } from './sessions.ts';
import { shapes } from './shapes.ts';
import { spellings } from './spellings.ts';
import { validators } from './validators.ts';
import { values } from './values.ts';
import type { Variation } from './variation.ts';
import { wire } from './wire.ts';
import { xmlTexts } from './xml-texts.ts';

export { gettingAlong, together, type Variation } from './variation.ts';

/** Every unusual but legal behaviour, by what is unusual. */
export const VARIATIONS: readonly Variation[] = [
  ...locations,
  ...ids,
  ...json,
  ...markup,
  ...media,
  ...errorBodies,
  ...validators,
  ...moreFields,
  ...sessions,
  ...operations,
  ...lookups,
  ...values,
  ...creations,
  ...ownRequests,
  ...ownDocuments,
  ...refusals,
  ...partial,
  ...conditions,
  ...ranges,
  ...others,
  ...shapes,
  ...pages,
  ...xmlTexts,
  ...paths,
  ...answersOfErrors,
  ...answeredWrites,
  ...caches,
  ...lenience,
  ...comparisons,
  ...moreMethods,
  ...oddFields,
  ...spellings,
  ...connections,
  ...wire,
];
