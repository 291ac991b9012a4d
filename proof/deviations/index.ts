import { acceptFields } from './accept-fields.ts';
import { afterChanges } from './after-changes.ts';
import { codings } from './codings.ts';
import { commandConditions } from './command-conditions.ts';
import { commandQueries } from './command-queries.ts';
import { commands } from './commands.ts';
import { commandsByAccept } from './commands-by-accept.ts';
import { conditionForms } from './condition-forms.ts';
import { conditions } from './conditions.ts';
import { contentLocations } from './content-locations.ts';
import { createAddress } from './create-address.ts';
import { createBody } from './create-body.ts';
import { createLocation } from './create-location.ts';
import { createNoLocation } from './create-no-location.ts';
import { createRefusals } from './create-refusals.ts';
import { createValues } from './create-values.ts';
import { createdAnswers } from './created-answers.ts';
import { creation } from './creation.ts';
import { deletedDeals } from './deleted-deals.ts';
import { deletion } from './deletion.ts';
import { deletionUnknown } from './deletion-unknown.ts';
import type { Deviation } from './deviation.ts';
import { formE } from './form-e.ts';
import { frames } from './frames.ts';
import { furtherMembers } from './further-members.ts';
import { ifMatch } from './if-match.ts';
import { keptAnswers } from './kept-answers.ts';
import { laterEffects } from './later-effects.ts';
import { listsAfterOperations } from './lists-after-operations.ts';
import { made } from './made.ts';
import { methods } from './methods.ts';
import { model } from './model.ts';
import { nearNames } from './near-names.ts';
import { negotiation } from './negotiation.ts';
import { nested } from './nested.ts';
import { nestedOwners } from './nested-owners.ts';
import { notations } from './notations.ts';
import { oneRepresentation } from './one-representation.ts';
import { operationEffects } from './operation-effects.ts';
import { operationRefusals } from './operation-refusals.ts';
import { operationRepeats } from './operation-repeats.ts';
import { operations } from './operations.ts';
import { operationsByAccept } from './operations-by-accept.ts';
import { otherIdentifiers } from './other-identifiers.ts';
import { otherRecords } from './other-records.ts';
import { putCreates } from './put-creates.ts';
import { queryIndex } from './query-index.ts';
import { queryRecords } from './query-records.ts';
import { ranges } from './ranges.ts';
import { reading } from './reading.ts';
import { refusedWrites } from './refused-writes.ts';
import { requestFields } from './request-fields.ts';
import { requestForms } from './request-forms.ts';
import { requestTypes } from './request-types.ts';
import { sameAddress } from './same-address.ts';
import { selectorsElsewhere } from './selectors-elsewhere.ts';
import { serviceWide } from './service-wide.ts';
import { session } from './session.ts';
import { sessionCaches } from './session-caches.ts';
import { sessionEverywhere } from './session-everywhere.ts';
import { sessionNames } from './session-names.ts';
import { sessionReadings } from './session-readings.ts';
import { staleReadings } from './stale-readings.ts';
import { status } from './status.ts';
import { steady } from './steady.ts';
import { texts } from './texts.ts';
import { thirdAnswers } from './third-answers.ts';
import { unsteadyReading } from './unsteady-reading.ts';
import { updateEffect } from './update-effect.ts';
import { validators } from './validators.ts';
import { versions } from './versions.ts';
import { watched } from './watched.ts';

export type { Deviation } from './deviation.ts';

/** Every deliberate fault, by the clause that it offends. */
export const DEVIATIONS: readonly Deviation[] = [
  ...creation,
  ...createLocation,
  ...createAddress,
  ...createNoLocation,
  ...createBody,
  ...createValues,
  ...createRefusals,
  ...deletion,
  ...deletionUnknown,
  ...steady,
  ...operations,
  ...operationRefusals,
  ...operationRepeats,
  ...operationEffects,
  ...commands,
  ...commandQueries,
  ...reading,
  ...unsteadyReading,
  ...nested,
  ...negotiation,
  ...session,
  ...validators,
  ...status,
  ...versions,
  ...watched,
  ...serviceWide,
  ...queryRecords,
  ...made,
  ...ifMatch,
  ...methods,
  ...model,
  ...conditions,
  ...acceptFields,
  ...requestForms,
  ...refusedWrites,
  ...operationsByAccept,
  ...sessionReadings,
  ...nestedOwners,
  ...thirdAnswers,
  ...deletedDeals,
  ...formE,
  ...frames,
  ...oneRepresentation,
  ...sessionCaches,
  ...notations,
  ...sessionEverywhere,
  ...updateEffect,
  ...afterChanges,
  ...otherRecords,
  ...laterEffects,
  ...conditionForms,
  ...furtherMembers,
  ...sessionNames,
  ...keptAnswers,
  ...ranges,
  ...createdAnswers,
  ...listsAfterOperations,
  ...nearNames,
  ...requestFields,
  ...sameAddress,
  ...selectorsElsewhere,
  ...texts,
  ...commandsByAccept,
  ...otherIdentifiers,
  ...putCreates,
  ...queryIndex,
  ...staleReadings,
  ...commandConditions,
  ...contentLocations,
  ...requestTypes,
  ...codings,
];
