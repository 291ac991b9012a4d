import type { Answer } from '../core/answer.ts';
import { fail, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import { createRequest, existing } from './support/evidence.ts';
import { acceptFields, NO_TYPE, spellings, telling, writeAccept } from './support/negotiate/accept.ts';
import { defaultsStay } from './support/negotiate/default-stays.ts';
import { addresses, each, honours, readAs, severalByAccept } from './support/negotiate/negotiation-evidence.ts';
import { variesInRefusals } from './support/negotiate/refusals-vary.ts';
import { variesByCookie } from './support/negotiate/shared-caches.ts';
import { besidesForNobody } from './support/negotiate/there-in-each.ts';
import { variesBy } from './support/negotiate/vary.ts';
import { weighsElsewhere } from './support/negotiate/weighed-elsewhere.ts';
import { checkOf } from './support/session/session-root.ts';
import { inOrderOfKind } from './support/status/kinds.ts';
import { readOrListed, resourceOf } from './support/subjects.ts';
import { given, negotiatedBesides, placesOf } from './support/view/views.ts';

type Id = 'negotiate/quality' | 'negotiate/unacceptable' | 'negotiate/vary' | 'negotiate/truthful';

/** What HTTP asks of negotiated answers: RFC 9110 12.5, and the truth of every Content-Type (document 4.4-c3). */
export const httpNegotiation: Suite<Id> = {
  'negotiate/quality': {
    level: 'should',
    reads: true,
    clause: 'RFC 9110 5.3, RFC 9110 5.6.1, RFC 9110 12.4.2, RFC 9110 12.5.1',
    title: 'weights, specificity and exclusion are honoured',
    why: 'A client that lists what it prefers means it.',
    sends:
      'GET of one record with generated Accept fields, in one line and in two, and with every spelling of a weight; of the collection, and of queries and nested records that come in several types, with those that servers get wrong most, and some of the others by turns.',
    due: 'A representation of the greatest weight, of those that are given there; where all have weight 0, any answer but 5xx.',
    on: severalByAccept(({ item, name }) => (item === undefined ? `${name} is not read by id` : undefined)),
    async check(trial) {
      const resource = resourceOf(trial);
      const { address } = await existing(trial);
      const types = resource.representations.map((name) => resource.mediaTypes[name]);
      const proof = await trial.forAll(
        { cases: acceptFields(resource), always: [...telling(types), ...spellings(types)], show: writeAccept },
        (accept) => honours(trial, address, accept),
      );
      const witness = await weighsElsewhere(trial);
      return { ...proof, witness: [...proof.witness, ...witness.slice(0, 3)] };
    },
  },

  'negotiate/unacceptable': {
    level: 'should',
    reads: true,
    clause: 'RFC 9110 12.5.1, 15.5.7',
    title: 'a type that the target does not have is answered 406 or with the default',
    why: 'Either tells the client the truth; an error of the server does not.',
    sends: 'GET, and a POST of broken JSON, with Accept for a type that does not exist.',
    due: 'Status 406, or 200 with a Content-Type that the body keeps; queries and nested records that come in one type alone are not missing for it. No server error in answer to the POST.',
    on: readOrListed,
    async check(trial) {
      const besides = (await negotiatedBesides(trial)).map(({ address }) => address);
      await refusesCreation(trial);
      const others = await besidesForNobody(trial);
      const answers = await each([...(await addresses(trial)), ...besides], async (address) => {
        const control = (await trial.send({ method: 'GET', address })).asControl(
          'the same GET with an ordinary Accept',
        );
        const answer = await trial.send({ method: 'GET', address, headers: { accept: NO_TYPE } });
        if (answer.status === 406) return [control, answer];
        answer.hasStatus(406, 200).hasHeader('Content-Type');
        answer.owes(answer.mediaType !== NO_TYPE, 'a type that the target has', `${NO_TYPE}, which nobody has`);
        const { problem } = answer.representation;
        return [control, answer.owes(problem === undefined, 'a body that its Content-Type tells truly', problem ?? '')];
      });
      return [...answers, ...others];
    },
  },

  'negotiate/vary': {
    level: 'should',
    reads: true,
    clause: 'RFC 9110 12.5.5',
    title: 'what Accept or a cookie chose says so in Vary',
    why: 'Without it a cache gives one client what another asked for.',
    sends:
      'GET of one record, of the collection, and of queries and nested records that are negotiated, in each representation, and then of each with */*; of what never was, in two; of the session check with a session and without.',
    due: 'A Vary field that names Accept, or *; on a 404 that comes in another type as well, unless no cache may keep it. What comes for */* does not depend on what was asked for before. Cookie on what the session check answers with a session, where a cache may keep it, or where the answer without one names it; and on that without one, where it says how long a cache may keep it.',
    on: (target) => [...negotiated(target), checkOf(target)],
    async check(trial) {
      if (trial.subject.resource === undefined) return variesByCookie(trial);
      const items = await each(resourceOf(trial).representations, async (name) =>
        varies((await readAs(trial, name)).asControl(`GET as ${name}`)),
      );
      // What does not come in the representation that was asked for was not chosen by Accept.
      const all = await placesOf(trial);
      const lists = all.filter(({ kind }) => kind === 'list');
      const besides = await negotiatedBesides(trial);
      const others = await each([...lists, ...besides], async (place) =>
        (await given(trial, place)).map(({ answer }) => varies(answer)),
      );
      const places = all.filter(({ kind }) => kind === 'item' || kind === 'list');
      await defaultsStay(trial, [...places, ...besides]);
      return [...items, ...others, ...(await variesInRefusals(trial))];
    },
  },

  'negotiate/truthful': {
    level: 'must',
    clause: '4.4-c3',
    title: 'every body that says it is JSON or XML parses as it',
    why: 'A label that lies breaks the client at a place far from the cause.',
    sends: 'Nothing of its own: it watches every answer of the run.',
    due: 'A body that parses as its Content-Type says, in the charset that it names.',
    on: () => [{ id: 'target' }],
    passive: true,
    watches: 'every-answer',
    drivenBy: [
      'negotiate/accept',
      'negotiate/equivalent',
      'read/unknown-item',
      'create/any-valid',
      'session/unauthorized',
    ],
    async check(trial) {
      // A part of a body (206) parses as nothing.
      const typed = [...trial.asked, ...trial.seen].filter(
        (answer) => answer.status !== 206 && answer.size > 0 && ['json', 'xml'].includes(answer.representation.syntax),
      );
      if (typed.length === 0) notExercised('no body of the run said that it is JSON or XML');
      const [liar] = inOrderOfKind(
        trial,
        typed.filter(({ representation }) => representation.problem !== undefined),
      );
      if (liar !== undefined) fail(`a body that parses as ${liar.mediaType}`, liar.representation.problem ?? '', liar);
      return { witness: typed.slice(0, 3), remark: `${typed.length} bodies parsed` };
    },
  },
};

const negotiated = severalByAccept(({ item, name }) => (item === undefined ? `${name} is not read by id` : undefined));

function varies(answer: Answer): Answer {
  const vary = answer.header('Vary') ?? '';
  return answer.owes(variesBy(answer, 'accept'), 'Vary: Accept', vary === '' ? 'no Vary' : `Vary: ${vary}`);
}

/** A POST that creates nothing, since its body is broken off: it is refused for that, or for what it asks to be told in. */
async function refusesCreation(trial: Trial): Promise<void> {
  const resource = resourceOf(trial);
  if (resource.create?.method !== 'POST' || !resource.selectors.includes('accept')) return;
  const { address, headers } = createRequest(resource, {}, trial.unique());
  const answer = await trial.send({ method: 'POST', address, headers: { ...headers, accept: NO_TYPE }, body: '{' });
  answer.owes(answer.status < 500, 'a refusal of the client');
}
