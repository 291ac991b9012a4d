import type { Answer } from '../core/answer.ts';
import type { Suite } from '../core/rule.ts';
import type { Proof, Property, Trial } from '../core/run/trial.ts';
import { madeOrRefused } from './support/create/created-otherwise.ts';
import { carriesControls } from './support/create/escaped-controls.ts';
import { hardRecord, keepsHardMembers } from './support/create/hard-members.ts';
import { keepsHugeText } from './support/create/huge-text.ts';
import { sameInEachLanguage } from './support/create/in-each-language.ts';
import { invalidPayloads } from './support/create/invalid-payloads.ts';
import { keepsLargeMembers } from './support/create/large-members.ts';
import { losesNoMember, storesOddMembers } from './support/create/odd-members.ts';
import { keepsOddNames } from './support/create/odd-names.ts';
import { keepsPlainNames } from './support/create/plain-names.ts';
import { unlessAllIsRefused } from './support/create/still-created.ts';
import { storesEachMember } from './support/create/stored-members.ts';
import { agrees, shown } from './support/descriptions.ts';
import { addressed, create, created, createRequest, firstCreated } from './support/evidence.ts';
import type { Breakage } from './support/payload/break-json.ts';
import { fairPayloads } from './support/payload/fair-payloads.ts';
import { extended, listsNone, malformed, sendMalformed } from './support/payload/malformed.ts';
import { contradictions } from './support/payload/payloads.ts';
import { creatable, resourceOf, resourcesUnless } from './support/subjects.ts';
import { createdInOtherWords } from './support/written-otherwise.ts';

type Id = 'create/malformed' | 'create/extended-json' | 'create/invalid' | 'create/any-valid';

/** Which payloads make a record: document 4.1 and 7 (400). */
export const creationPayloads: Suite<Id> = {
  'create/malformed': {
    level: 'must',
    clause: '4.1, 7 (400)',
    title: 'malformed JSON is answered 400 and creates nothing',
    why: 'The client must change the request before it repeats it, and 400 is how it learns that.',
    sends:
      'The sample payload, broken: cut short, with a comma too many, bare words, empty; beside it, intact. Then intact as plain text, with an Accept that nothing fits, with escaped control characters behind its texts (what is made of these is read, also as XML), and with a text of 55,000 characters in a further member, or else behind its name.',
    due: 'Status 400 for each of the broken ones, and none of them in the collection. Another Content-Type or Accept is refused, though not with 404 or 410, or is a creation: 201 where the target claims it, of a record that can be read. What is escaped is refused or taken, whole or not; the long text is refused, or shown whole where it is shown; neither breaks anything (status/no-server-error).',
    on: creatable,
    async check(trial) {
      const { witness, ...proof } = await refusesBroken(trial, malformed);
      const others = [
        ...(await madeOrRefused(trial)),
        ...(await carriesControls(trial)),
        ...(await keepsHugeText(trial)),
      ];
      return { ...proof, witness: [...witness, ...others] };
    },
  },

  'create/extended-json': {
    level: 'should',
    clause: '7 (400), RFC 8259 9',
    title: 'what only some parsers take for JSON is answered 400 and creates nothing',
    why: 'A client that is used to it breaks at the next service, whose parser takes JSON alone.',
    sends:
      'The sample payload with a comment in front, member names without quotes, single quotes, NaN, an escape that JSON does not have, or bytes that are not UTF-8; beside it, intact.',
    due: 'Status 400 for each (415 too for wrong bytes), and none of them in the collection. RFC 8259 lets a parser accept more than JSON, so that a service that does fails this rule alone.',
    on: creatable,
    check: (trial) => refusesBroken(trial, extended),
  },

  'create/invalid': {
    level: 'must',
    clause: '7 (400)',
    title: 'a semantically invalid payload is answered 400 and creates nothing',
    why: 'The document uses 400 for meaning as well as for syntax.',
    sends:
      'The sample with each required member left out in turn, JSON that is no object, also as a text which holds the sample, and each invalid sample of the target file.',
    due: 'Status 400 for each, and none of them in the collection.',
    on: resourcesUnless((resource) => {
      if (resource.create === undefined) return `${resource.name} offers no creation`;
      const { required, invalid } = resource.create;
      return required.length + invalid.length > 0
        ? undefined
        : 'the target file names no required members and no invalid samples';
    }),
    async check(trial) {
      const control = (await firstCreated(trial)).answer.asControl('the valid payload');
      const witness: Answer[] = [control];
      const sent: string[] = [];
      for (const { title, payloadOf } of invalidPayloads(resourceOf(trial))) {
        const unique = trial.unique();
        sent.push(unique);
        const answer = await trial.send(createRequest(resourceOf(trial), payloadOf(unique), unique));
        created(trial, answer, {}, unique);
        if (answer.status !== 400) await unlessAllIsRefused(trial, answer);
        witness.push(
          answer.owes(answer.status === 400, `status 400 for a payload ${title}`, () => `status ${answer.brief}`),
        );
      }
      return [...witness, ...(await listsNone(trial, sent))];
    },
  },

  'create/any-valid': {
    level: 'must',
    clause: '4.1, RFC 9110 8.3.1, RFC 9110 10.1.1, RFC 9112 7',
    title: 'every valid payload is created and read back with the same values',
    why: 'Text and numbers that are changed on the way are data lost.',
    sends:
      'Generated payloads: Unicode, long texts, edges of numbers; the sample with letters beyond ASCII and other spellings of its Content-Type, in chunks (where those are taken also with the coding and the sizes in capitals, and with extensions and a trailer section), and with a body that waits for 100 (but to a server that answers as HTTP/1.0), as it is where it is refused; a deal with further parameters, all together and each alone; one with further parameters that are empty, blank, 0, false and null, also inside of lists and objects, lists of one and of none, or have unusual names, one with long texts, fractions, large numbers, objects, texts that look like other types, and such with quotes, backslashes, tabs and ends of lines, one with a text of 10,000 characters, lists and objects of many parts and a deep one, each beside ordinary ones, and one whose names are hard to write; where such are kept, three whose name looks like a number, a flag or nothing. Each is read back; of the one with fractions the entry in the collection too, and one with a fraction and a flag for clients of several languages.',
    due: 'A success for each, and the same values when read (the document shows no types: 100 and "100" are one price). No member is lost that the answer shows, or that other deals show (a further one only where the service keeps such of any name), and a member that the answer shows has the value that the deal shows. What is empty, blank, false or null may be kept as no value, and 0 may be left out, but none of them becomes another value; nor does a dot or a bracket in a name make an object or a list of its value. JSON is well formed, with the same numbers and flags, whatever Accept-Language asks for. Where an ordinary value of a kind keeps its type, so do the others of that kind; where a further text and a number keep theirs, so do flags, lists, objects and what is in them, or they are not shown.',
    operates: true,
    on: creatable,
    async check(trial) {
      const resource = resourceOf(trial);
      const fair = fairPayloads(resource);
      const proof = await trial.forAll(fair, async (candidate) => {
        const record = await create(trial, candidate.payloadOf);
        if (!candidate.mayBeRefused) await unlessAllIsRefused(trial, record.answer);
        candidate.judgeRefusal(record.answer);
        const { answer, address, payload } = addressed(record);
        const problem = contradictions(shown(payload, resource), answer.representation.value);
        answer.owes(
          problem.length === 0,
          'the values that were sent',
          `other values in the answer: ${problem.join(', ')}`,
        );
        if (resource.item === undefined) return answer;
        const read = (await trial.send({ method: 'GET', address })).hasStatus(200);
        return [answer, await losesNoMember(trial, payload, agrees(read, payload, resource))];
      });
      (await firstCreated(trial)).answer.asControl('the sample as it is usually sent');
      const hard = await hardRecord(trial);
      const others = [
        ...(await createdInOtherWords(trial)),
        ...(await storesEachMember(trial)),
        ...(await storesOddMembers(trial)),
        ...(await keepsHardMembers(trial, hard)),
        ...(await keepsPlainNames(trial, hard)),
        ...(await keepsLargeMembers(trial)),
        ...(await keepsOddNames(trial)),
        ...(await sameInEachLanguage(trial)),
      ];
      return { ...proof, witness: [...proof.witness, ...others] };
    },
  },
};

/** Demands 400 for each broken payload, beside the intact one, and that the collection shows none of them. */
async function refusesBroken(trial: Trial, broken: Property<Breakage>): Promise<Proof> {
  const control = (await firstCreated(trial)).answer.asControl('the same payload, intact,');
  const sent: string[] = [];
  const proof = await trial.forAll(broken, async (breakage) => {
    const unique = trial.unique();
    sent.push(unique);
    return sendMalformed(trial, breakage, unique);
  });
  return { ...proof, witness: [control, ...proof.witness, ...(await listsNone(trial, sent))] };
}
