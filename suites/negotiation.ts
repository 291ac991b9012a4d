import type { Answer } from '../core/answer.ts';
import type { RepresentationName, Selector } from '../core/claims.ts';
import { fail, notExercised } from '../core/outcome.ts';
import type { Inapplicable, Subject, Suite } from '../core/rule.ts';
import type { Resource, Target } from '../core/target.ts';
import type { Trial } from '../core/trial.ts';
import {
  acceptFields,
  BROWSER_ACCEPTS,
  bestWeight,
  telling,
  weigh,
  withFormat,
  withSuffix,
  writeAccept,
} from './accept.ts';
import { freshViews, listedAlike, type Told, tellsAll, toldBy } from './equivalence.ts';
import { created, createRequest, existing, samplePayload, settles } from './evidence.ts';
import { readOrListed, resourceOf, resourcesUnless, whyNotCreatable } from './subjects.ts';

type Id =
  | 'negotiate/accept'
  | 'negotiate/same-address'
  | 'negotiate/equivalent'
  | 'negotiate/suffix'
  | 'negotiate/format'
  | 'negotiate/default'
  | 'negotiate/quality'
  | 'negotiate/unacceptable'
  | 'negotiate/vary'
  | 'negotiate/truthful';

/** Content negotiation: document 4.5. */
export const negotiation: Suite<Id> = {
  'negotiate/accept': {
    level: 'must',
    clause: '4.5-1',
    title: 'Accept selects the representation',
    why: 'It is how clients choose the format that they can read.',
    sends: 'GET of an item and of the collection with Accept for one representation.',
    due: 'Status 200, that Content-Type, and a body that is well formed as it.',
    on: perRepresentation('accept'),
    async check(trial) {
      return each(await addresses(trial), async (address) => {
        const { resource, name } = wanted(trial);
        return isIn(name, await trial.send({ method: 'GET', address, headers: { accept: resource.mediaTypes[name] } }));
      });
    },
  },

  'negotiate/same-address': {
    level: 'must',
    clause: '4.5-2',
    title: 'one address serves every representation',
    why: 'A link is good for everybody, whatever they can read.',
    sends:
      'A creation for each representation that can be asked for, then a GET of its Location for each of the others.',
    due: 'Locations without a mark of the representation, and 200 for every reading, without a redirect.',
    on: severalByAccept((resource) => {
      if (resource.item === undefined) return `${resource.name} is not read by id`;
      return resource.create === undefined ? undefined : whyNotCreatable(resource);
    }),
    async check(trial) {
      const resource = resourceOf(trial);
      const makers = resource.create?.answer === 'created' ? resource.representations : [];
      const made = await Promise.all(makers.map((name) => createdAs(trial, name)));
      const { address } = await existing(trial);
      const places = [...made.map(({ location }) => location), address];
      const reads = await each(places, (place) =>
        each(resource.representations, async (name) =>
          (
            await trial.send({ method: 'GET', address: place, headers: { accept: resource.mediaTypes[name] } })
          ).hasStatus(200),
        ),
      );
      return [...made.map(({ answer }) => answer), ...reads];
    },
  },

  'negotiate/equivalent': {
    level: 'should',
    clause: '4.5-2',
    title: 'the representations of a resource tell the same',
    why: 'They are views of one thing, so its values have to agree.',
    sends:
      'GET of one record in JSON and in another representation, before and after a change, with texts that need escaping; of the collection in JSON and XML.',
    due: 'Each value of the JSON record is found in the other representation, each listed id in the XML.',
    on: severalByAccept(({ item, name, representations }) => {
      if (item === undefined) return `${name} is not read by id`;
      return representations.includes('json') ? undefined : `${name} has no JSON to compare with`;
    }),
    async check(trial) {
      const resource = resourceOf(trial);
      const json = (await readAs(trial, 'json')).asControl('GET as JSON');
      const told = toldBy(json, resource.item?.envelope ?? '');
      if (told.length === 0) notExercised('the JSON record shows no value to look for', json);
      const others = await each(
        resource.representations.filter((name) => name !== 'json'),
        async (name) => tellsAll((await readAs(trial, name)).asControl(`GET as ${name}`), told, name),
      );
      const chosen = await chosenByAddress(trial, told);
      return [json, ...others, ...chosen, ...(await listedAlike(trial)), ...(await freshViews(trial))];
    },
  },

  'negotiate/suffix': {
    level: 'must',
    clause: '4.5-3',
    title: 'a suffix on the path selects the representation',
    why: 'Links in pages cannot set Accept.',
    sends: 'GET of an item and of the collection with .json, .xml or .html after the path.',
    due: 'Status 200, that Content-Type, and a body that is well formed as it.',
    on: perRepresentation('suffix'),
    async check(trial) {
      const answers = await each(await addresses(trial), async (address) => {
        const { name } = wanted(trial);
        const request = { method: 'GET', address: withSuffix(address, name), headers: { accept: '*/*' } };
        const answer = await trial.send(request);
        // Where a suffix goes on a path that ends with a slash, the document does not show (4.5-3).
        const isElsewhere = answer.status === 404 || (answer.status >= 300 && answer.status < 400);
        return address.endsWith('/') && isElsewhere ? [] : isIn(name, answer);
      });
      if (answers.length === 0) notExercised('the collection is not served under the address with a suffix');
      return answers;
    },
  },

  'negotiate/format': {
    level: 'must',
    clause: '4.5-3',
    title: 'the format parameter selects the representation',
    why: 'Links in pages cannot set Accept.',
    sends: 'GET of an item and of the collection with ?format=json, xml or html.',
    due: 'Status 200, that Content-Type, and a body that is well formed as it.',
    // The document does not say where this alternative is offered (4.5-3). Who claims it for a resource claims it for the
    // record and the collection alike; where nobody does, it is asked for first, and a collection that leaves it unread is told.
    on: perRepresentation('format'),
    async check(trial) {
      return each(await addresses(trial), async (address) => {
        const { name } = wanted(trial);
        return isIn(
          name,
          await trial.send({ method: 'GET', address: withFormat(address, name), headers: { accept: '*/*' } }),
        );
      });
    },
  },

  'negotiate/default': {
    level: 'must',
    clause: '4.5-4',
    title: 'without a choice there is still an answer',
    why: 'Browsers cannot change the Accept of a link, and simple clients send none.',
    sends: 'GET without Accept, with */*, and with the default Accept of current browsers.',
    due: 'Status 200 each time.',
    on: readOrListed,
    async check(trial) {
      return each(await addresses(trial), (address) =>
        each([undefined, '*/*', ...BROWSER_ACCEPTS], async (accept) =>
          (await trial.send({ method: 'GET', address, headers: { accept } })).hasStatus(200),
        ),
      );
    },
  },

  'negotiate/quality': {
    level: 'should',
    clause: 'RFC 9110 12.5.1',
    title: 'weights, specificity and exclusion are honoured',
    why: 'A client that lists what it prefers means it.',
    sends: 'GET of one record with made-up Accept fields.',
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
    async check(trial) {
      const typed = trial.seen.filter(
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

function perRepresentation(selector: Selector): (target: Target) => readonly (Subject | Inapplicable)[] {
  return (target) =>
    target.resources.flatMap((resource): (Subject | Inapplicable)[] => {
      const { name, list, item, selectors } = resource;
      if (list === undefined && item === undefined)
        return [{ id: name, notApplicable: `${name} can be neither read nor listed` }];
      if (!selectors.includes(selector))
        return [{ id: name, notApplicable: `${name} does not claim the selector ${selector}` }];
      return resource.representations.map((representation) => ({
        id: `${name}:${representation}`,
        resource,
        representation,
        selector,
      }));
    });
}

function severalByAccept(unless: (resource: Resource) => string | undefined): ReturnType<typeof resourcesUnless> {
  return resourcesUnless((resource) => {
    const { name, representations, selectors } = resource;
    if (!selectors.includes('accept')) return `${name} does not claim the selector accept`;
    if (representations.length < 2)
      return `${name} claims one representation only (representations = ${representations.join()})`;
    return unless(resource);
  });
}

/** Where a resource can be read: one record, and the collection. */
async function addresses(trial: Trial): Promise<string[]> {
  const { item, list } = resourceOf(trial);
  const record = item === undefined ? [] : [(await existing(trial)).address];
  return [...record, ...(list === undefined ? [] : [list.address])];
}

async function each<T>(
  values: readonly T[],
  ask: (value: T) => Promise<Answer | readonly Answer[]>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const value of values) answers.push(...[await ask(value)].flat());
  return answers;
}

function wanted(trial: Trial): { readonly resource: Resource; readonly name: RepresentationName } {
  const { representation } = trial.subject;
  if (representation === undefined) throw new Error(`subject ${trial.subject.id} has no representation`);
  return { resource: resourceOf(trial), name: representation };
}

// application/hal+json is JSON and text/xml is XML: the syntax is what the client asked for.
function isIn(name: RepresentationName, answer: Answer): Answer {
  answer.hasStatus(200);
  const { syntax, problem, mediaType } = answer.representation;
  answer.owes(answer.body.length > 0, `a body in ${name}`, 'no body');
  answer.owes(syntax === name, `a Content-Type of ${name}`, mediaType === '' ? 'no Content-Type' : mediaType);
  return answer.owes(problem === undefined, `a body that is well formed as ${name}`, problem ?? '');
}

/** The same record chosen by suffix and by parameter: it has to be the same record. */
async function chosenByAddress(trial: Trial, told: readonly Told[]): Promise<readonly Answer[]> {
  const { representations, selectors } = resourceOf(trial);
  const { address } = await existing(trial);
  const ways = [
    ...(selectors.includes('suffix') ? [withSuffix] : []),
    ...(selectors.includes('format') ? [withFormat] : []),
  ];
  return each(ways, (way) =>
    each(representations, async (name) => {
      const answer = await trial.send({ method: 'GET', address: way(address, name), headers: { accept: '*/*' } });
      // Whether it is chosen so is the matter of other rules.
      const { syntax, problem } = answer.representation;
      const isIt = answer.succeeded && syntax === name && problem === undefined;
      return isIt ? tellsAll(answer, told, name) : answer;
    }),
  );
}

/** One reading of an existing record in a representation, shared by the rules that compare them. */
function readAs(trial: Trial, name: RepresentationName): Promise<Answer> {
  const resource = resourceOf(trial);
  return trial.once(`read ${resource.name} as ${name}`, async (shared) => {
    const { address } = await existing(shared);
    return shared.send({ method: 'GET', address, headers: { accept: resource.mediaTypes[name] } });
  });
}

async function createdAs(trial: Trial, name: RepresentationName): Promise<{ answer: Answer; location: string }> {
  const resource = resourceOf(trial);
  const unique = trial.unique();
  const request = createRequest(resource, samplePayload(resource, unique), unique);
  const answer = await trial.send({ ...request, headers: { ...request.headers, accept: resource.mediaTypes[name] } });
  const record = created(trial, answer, {}, unique);
  await settles(trial, record);
  const { address } = record;
  answer.asControl(`creating with Accept for ${name}`);
  const location = answer.location ?? address;
  if (location === undefined) notExercised('the answer names no address of what was created', answer);
  const { pathname, searchParams } = new URL(location);
  const marked =
    new RegExp(`\\.(?:${resource.representations.join('|')})$`, 'u').test(pathname) || searchParams.has('format');
  answer.owes(!marked, 'an address without a mark of the representation', location);
  return { answer, location };
}

// The type as sent, and the type by which the resource's representation of that syntax is asked for.
function namesOf(answer: Answer, resource: Resource): string[] {
  const same = resource.representations.filter((name) => name === answer.representation.syntax);
  return [answer.mediaType, ...same.map((name) => resource.mediaTypes[name])];
}
