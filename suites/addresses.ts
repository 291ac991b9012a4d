import type { Answer } from '../core/answer.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import { encodedSlashesMiss } from './support/address/encoded-slashes.ts';
import { equallyFound } from './support/address/equally-found.ts';
import { equallyWritten } from './support/address/equally-written.ts';
import { longerPathsMiss } from './support/address/longer-paths.ts';
import { notationsMiss } from './support/address/notations.ts';
import { existingItem } from './support/evidence.ts';
import { creatable, readable } from './support/subjects.ts';

type Id = 'address/equivalent' | 'address/exact';

/** Which record an address names: document 4.4-m1, RFC 3986 6.2. */
export const addresses: Suite<Id> = {
  'address/equivalent': {
    level: 'should',
    clause: 'RFC 3986 6.2.2',
    title: 'an address in another spelling names the same record',
    why: 'Clients and servers in front percent-encode more or less than they need; a write that misses its record is lost.',
    sends:
      'DELETE of a new record by its address with its id percent-encoded, its hyphens in small and in capital hexadecimal digits; the first operation in each form whose path names the deal, each on a new deal, likewise; a command of forms F and G twice, and once more with its id percent-encoded. Only where no careless reader of the id comes to a record that was there before. GET of each query of 4.3 that finds something, with its parameter percent-encoded.',
    due: 'Each as by the usual spelling: the record is gone, the operation is carried out, the command is known (no 201), and the query finds something.',
    operates: true,
    on: creatable,
    async check(trial) {
      const witness = [...(await equallyWritten(trial)), ...(await equallyFound(trial))];
      return witness.length > 0
        ? witness
        : notExercised('nothing was done or found by the usual address that names a record');
    },
  },

  'address/exact': {
    // What reads numbers as usual takes these for the same one, and the types of ids are not shown (document 2).
    level: 'should',
    reads: true,
    clause: '4.4-m1, RFC 3986 2.2',
    title: 'one identifier has one notation',
    why: 'A record with several addresses is kept several times by caches, and is a way around rules about addresses.',
    sends:
      'GET of a known id as a decimal, with an exponent, a plus or a zero before it, in hexadecimal, in Arabic and Indian digits, in wide letters, with a mark on it, otherwise composed, with what is not seen before it, inside it and at its end, and with a blank at either end or a line break after it; some of these as the owner of nested records, and an index that exists in such digits, with such blanks, a plus, a zero and a mark; of a record, of nested records and of what a query of 4.3 finds, with one more segment behind the address, and with its last slashes percent-encoded; beside it, GET of the record.',
    due: 'Status 404, another refusal, a redirection, or a record that has that very text for its id. Behind a longer address not what the shorter one names, and by an encoded slash not what stands behind a slash.',
    on: readable,
    async check(trial) {
      const control: Answer = (await existingItem(trial)).asControl('GET of a record that exists');
      return [
        control,
        ...(await notationsMiss(trial)),
        ...(await longerPathsMiss(trial)),
        ...(await encodedSlashesMiss(trial)),
      ];
    },
  },
};
