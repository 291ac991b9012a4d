import type { Suite } from '../core/rule.ts';
import { resourcesUnless, whyNotCreatable } from './support/subjects.ts';
import { isSampleUpdate } from './support/update/sent-updates.ts';
import { updatesAsSent } from './support/update/update-effects.ts';

/** Updates of a record by PUT: document 4.4-m4, and what HTTP says of a PUT of what is there. */
export const updates: Suite<'update/effect'> = {
  'update/effect': {
    // That a GET shows what a PUT sent is HTTP's word, on which the document leans (4.4-m4).
    level: 'should',
    clause: '4.4-m4, 4.4-c1, 7 (400), RFC 9110 9.3.4',
    title: 'an update by PUT is stored as it was sent, and a refused one not at all',
    why: 'A client that was told of success shows what it sent, and the next one reads something else.',
    sends:
      "A creation; PUT of the target file's update, and of another one where its payload has a fresh value; the same cut short, and the samples that are invalid; a GET of the record before and after each, of the collection, and of another record. Where nobody tells the payload, it is the sample, on a record with as few members of it as the target takes.",
    due: 'No 201, since the record is there. After a success each member of the payload as it was sent, or as a new record of that value shows it; not those that are write-only, computed, moments, marks of a version, or taken from the record. Where nobody tells the payload, members may stay as they were if others do not. The same in the collection, and nothing of it at another record. No success for what was cut short, and after a refusal all as before.',
    on: resourcesUnless((resource) => {
      const { name, item, update, create } = resource;
      const why = whyNotCreatable(resource) ?? (item === undefined ? `${name} is not read by id` : undefined);
      if (why !== undefined) return why;
      if (update?.method !== 'PUT' || update.address !== item?.address) return `${name} has no update by PUT`;
      const isTold = !isSampleUpdate(resource) || create?.isSampleTold === true;
      return isTold ? undefined : `nobody tells what an update of ${name} is`;
    }),
    check: updatesAsSent,
  },
};
