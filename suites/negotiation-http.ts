import type { Answer } from '../core/answer.ts';
import { fail, notExercised } from '../core/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Resource } from '../core/target.ts';
import { acceptFields, bestWeight, telling, weigh, writeAccept } from './support/accept.ts';
import { existing } from './support/evidence.ts';
import { addresses, each, readAs, severalByAccept } from './support/negotiation-evidence.ts';
import { readOrListed, resourceOf } from './support/subjects.ts';

type Id = 'negotiate/quality' | 'negotiate/unacceptable' | 'negotiate/vary' | 'negotiate/truthful';

/** What HTTP asks of negotiated answers: RFC 9110 12.5, and the truth of every Content-Type (document 4.4-c3). */
export const httpNegotiation: Suite<Id> = {
  'negotiate/quality': {
    level: 'should',
    clause: 'RFC 9110 12.5.1',
    title: 'weights, specificity and exclusion are honoured',
    why: 'A client that lists what it prefers means it.',
    sends: 'GET of one record with generated Accept fields.',
    due: 'A representation of the greatest weight; where all have weight 0, any answer but 5xx.',
    on: severalByAccept(({ item, name }) => (item === undefined ? `${name} is not read by id` : undefined)),
    async check(trial) {
      const resource = resourceOf(trial);
      const { address } = await existing(trial);
      const types = resource.representations.map((name) => resource.mediaTypes[name]);
      return trial.forAll(
        { cases: acceptFields(resource), always: telling(types), show: writeAccept },
        async (accept) => {
          const answer = await trial.send({ method: 'GET', address, headers: { accept: writeAccept(accept) } });
          const best = bestWeight(accept, resource);
          if (best === 0) return answer.owes(answer.status < 500, '406 or any representation');
          answer.hasStatus(200);
          const given = Math.max(...namesOf(answer, resource).map((type) => weigh(accept, type)));
          return answer.owes(
            // A type of its own, such as application/hal+json, may weigh more than the plain one (application/*).
            given >= best,
            `a representation of weight ${best} for Accept: ${writeAccept(accept)}`,
            `${answer.mediaType}, of weight ${given}`,
          );
        },
      );
    },
  },

  'negotiate/unacceptable': {
    level: 'should',
    clause: 'RFC 9110 12.5.1, 15.5.7',
    title: 'a type that the target does not have is answered 406 or with the default',
    why: 'Either tells the client the truth; an error of the server does not.',
    sends: 'GET with Accept for a type that does not exist.',
    due: 'Status 406, or 200 with a Content-Type that the body keeps.',
    on: readOrListed,
    async check(trial) {
      return each(await addresses(trial), async (address) => {
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
    },
  },

  'negotiate/vary': {
    level: 'should',
    clause: 'RFC 9110 12.5.5',
    title: 'what Accept chose says Vary: Accept',
    why: 'Without it a cache gives one client what another asked for.',
    sends: 'GET of one record and of the collection in each representation.',
    due: 'A Vary field that names Accept, or *.',
    on: severalByAccept(({ item, name }) => (item === undefined ? `${name} is not read by id` : undefined)),
    async check(trial) {
      const { representations, list, mediaTypes } = resourceOf(trial);
      const items = await each(representations, async (name) =>
        varies((await readAs(trial, name)).asControl(`GET as ${name}`)),
      );
      if (list === undefined) return items;
      const lists = await each(representations, async (name) => {
        const headers = { accept: mediaTypes[name] };
        const answer = await trial.send({ method: 'GET', address: list.address, headers });
        // A collection that does not come in it was not chosen by Accept.
        return answer.succeeded && answer.representation.syntax === name ? varies(answer) : answer;
      });
      return [...items, ...lists];
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
    drivenBy: [
      'negotiate/accept',
      'negotiate/equivalent',
      'read/unknown-item',
      'create/any-valid',
      'session/unauthorized',
    ],
    async check(trial) {
      const typed = [...trial.asked, ...trial.seen].filter(
        (answer) => answer.body.length > 0 && ['json', 'xml'].includes(answer.representation.syntax),
      );
      if (typed.length === 0) notExercised('no body of the run said that it is JSON or XML');
      const liar = typed.find((answer) => answer.representation.problem !== undefined);
      if (liar !== undefined) fail(`a body that parses as ${liar.mediaType}`, liar.representation.problem ?? '', liar);
      return { witness: typed.slice(0, 3), remark: `${typed.length} bodies parsed` };
    },
  },
};

function varies(answer: Answer): Answer {
  const vary = answer.header('Vary') ?? '';
  const named = vary.split(',').map((field) => field.trim().toLowerCase());
  const isNamed = named.includes('accept') || named.includes('*');
  return answer.owes(isNamed, 'Vary: Accept', vary === '' ? 'no Vary' : `Vary: ${vary}`);
}

/** A media type that does not exist. */
const NO_TYPE = 'application/x-assayer-none';

// The type as sent, and the type by which the resource's representation of that syntax is asked for.
function namesOf(answer: Answer, resource: Resource): string[] {
  const same = resource.representations.filter((name) => name === answer.representation.syntax);
  return [answer.mediaType, ...same.map((name) => resource.mediaTypes[name])];
}
