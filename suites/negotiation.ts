import type { Answer } from '../core/answer.ts';
import type { RepresentationName, Selector } from '../core/claims.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Inapplicable, Subject, Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Resource, Target } from '../core/target.ts';
import { oddNamesAlike } from './support/create/odd-names.ts';
import { existing } from './support/evidence.ts';
import { BROWSER_ACCEPTS, withFormat, withSuffix } from './support/negotiate/accept.ts';
import { alikeBesides } from './support/negotiate/alike.ts';
import { besidesInTurn } from './support/negotiate/asked-in-turn.ts';
import { chosenTwice } from './support/negotiate/both-selectors.ts';
import { deceptiveTextsAlike } from './support/negotiate/deceptive-views.ts';
import { passesOverFields } from './support/negotiate/fields-without-say.ts';
import { freshViews } from './support/negotiate/fresh-views.ts';
import { namesakesAlike } from './support/negotiate/namesakes-in-each.ts';
import { addresses, createdAs, each, severalByAccept } from './support/negotiate/negotiation-evidence.ts';
import { ownLinksLead } from './support/negotiate/own-links.ts';
import { queryChosen } from './support/negotiate/query-by-address.ts';
import { recordAlike } from './support/negotiate/record-alike.ts';
import { listsByAddress } from './support/negotiate/same-by-address.ts';
import { isSameJson } from './support/negotiate/same-json.ts';
import { besidesForAnyone, besidesForBrowsers, placesInEach } from './support/negotiate/there-in-each.ts';
import { viewsFollow } from './support/negotiate/views-follow.ts';
import { readOrListed, resourceOf, whyNotCreatable } from './support/subjects.ts';
import type { Place } from './support/view/views.ts';

type Id =
  | 'negotiate/accept'
  | 'negotiate/same-address'
  | 'negotiate/equivalent'
  | 'negotiate/suffix'
  | 'negotiate/format'
  | 'negotiate/default';

const SAME_AS_ACCEPT =
  'Status 200, that Content-Type, and a body that is well formed as it; in JSON the same record, and the same entries, as Accept for JSON gives, but for links. The query gives the records that its plain address finds; it is judged where it has the path of the collection, and that is chosen so.';

/** Content negotiation: document 4.5. What HTTP asks besides is in negotiation-http.ts. */
export const negotiation: Suite<Id> = {
  'negotiate/accept': {
    level: 'must',
    reads: true,
    clause: '4.5-1',
    title: 'Accept selects the representation',
    why: 'It is how clients choose the format that they can read.',
    sends:
      'GET of an item and of the collection with Accept for one representation; of them, and of a query or nested records that come in several, once more with the User-Agent of a browser, or of a command line for a page, and with Referer, Origin, From and X-Requested-With.',
    due: 'Status 200, that Content-Type, and a body that is well formed as it. With the other fields that, or a refusal or a redirect, but no other representation.',
    on: perRepresentation('accept'),
    async check(trial) {
      const { resource, name } = wanted(trial);
      const answers = await each(await addresses(trial), async (address) =>
        isIn(name, await trial.send({ method: 'GET', address, headers: { accept: resource.mediaTypes[name] } })),
      );
      return [...answers, ...(await passesOverFields(trial, name))];
    },
  },

  'negotiate/same-address': {
    level: 'must',
    clause: '4.5-2',
    title: 'one address serves every representation',
    why: 'A link is good for everybody, whatever they can read.',
    sends:
      'A creation for each representation that can be asked for, then a GET of its Location for each of the others; GET of the collection, of a query that matches, of nested records and of what a query of 4.3 finds, as each.',
    due: 'Locations without a mark of the representation, and 200 for every reading, without a redirect. What is read with JSON at the others is not missing (404, 410) for another Accept; it may be refused.',
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
      return [...made.map(({ answer }) => answer), ...reads, ...(await placesInEach(trial))];
    },
  },

  'negotiate/equivalent': {
    level: 'should',
    clause: '4.5-2',
    title: 'the representations of a resource tell the same',
    why: 'They are views of one thing, so its values have to agree.',
    sends:
      'GET of one record in JSON and in another representation, before and after a change and after each operation, with texts that need escaping, with numbers as texts, with further members, and with such as have names and values that are hard to write or look like others, by Accept and by each way that is claimed besides, and in the collection; of the collection, of a query that matches and of nested records, by each way too, and by each way with an Accept for JSON; queries and nested records with a parameter that nothing knows, or with a letter percent-encoded, as another representation first and in JSON after it; a creation with further members as each representation, and what it made; of a link of a record to itself that names another address than its own. A new record after each operation with a text that looks like a flag, a number or nothing, as each representation. Two records of the same members, one of which is changed, and the collection as each representation. The record and the collection as each representation, the latter by the other ways too by turns, and a query of 4.3 that finds the record, after each kind of change: a creation, an operation in each form, what undoes one in two of them, each command, a deletion.',
    due: 'Each value of the JSON record is found in the other representation, and under the name that JSON gives it where that is there, with nothing at it or cut off, in XML letter for letter where a text looks like another value; each listed record too, once, and in its own entry what the other list names of it; a 201 that names nearly all members which a reading names lacks none, and no part of a list; an XML list that has nearly all members of the JSON one lacks none that the XML of the record has; no word for nothing, such as undefined, that JSON does not have. Of two records of the same members, each tells its own and the collection shows both. A query finds no record that it does not find in JSON. Where queries and nested records come in several types, none of them comes for another one, whoever asked before. Where one view links to its own record, each that has such a link leads there, and lists link to the same records; a link of a record to itself under another address leads to it as well. One document in the charset that is named. Where a suffix or a parameter gives one representation of a list, a query or a nested record, it gives each, and what Accept gives, with the members that it names; with an Accept for JSON, that or JSON, or a refusal, but it is not missing (404, 410). Each kind of change shows in each representation of the record, and in that of the collection and in the query after 2 s, also the first time that somebody asks.',
    operates: true,
    on: severalByAccept(({ item, name, representations }) => {
      if (item === undefined) return `${name} is not read by id`;
      return representations.includes('json') ? undefined : `${name} has no JSON to compare with`;
    }),
    async check(trial) {
      return [
        ...(await recordAlike(trial)),
        ...(await ownLinksLead(trial)),
        ...(await alikeBesides(trial)),
        ...(await besidesInTurn(trial)),
        ...(await listsByAddress(trial)),
        ...(await chosenTwice(trial)),
        ...(await freshViews(trial)),
        ...(await viewsFollow(trial)),
        ...(await oddNamesAlike(trial)),
        ...(await deceptiveTextsAlike(trial)),
        ...(await namesakesAlike(trial)),
      ];
    },
  },

  'negotiate/suffix': {
    level: 'must',
    reads: true,
    clause: '4.5-3',
    title: 'a suffix on the path selects the representation',
    why: 'Links in pages cannot set Accept.',
    sends:
      'GET of an item, of the collection, and of a query of it that matches, with .json, .xml or .html after the path.',
    due: SAME_AS_ACCEPT,
    on: perRepresentation('suffix'),
    async check(trial) {
      const answers = await byAddress(trial, 'suffix', (address, answer) => {
        // Where a suffix goes on a path that ends with a slash, the document does not show (4.5-3).
        const isElsewhere = answer.status === 404 || (answer.status >= 300 && answer.status < 400);
        return address.endsWith('/') && isElsewhere;
      });
      if (answers.length === 0) notExercised('the collection is not served under the address with a suffix');
      return answers;
    },
  },

  'negotiate/format': {
    level: 'must',
    reads: true,
    clause: '4.5-3',
    title: 'the format parameter selects the representation',
    why: 'Links in pages cannot set Accept.',
    sends:
      'GET of an item, of the collection, and of a query of it that matches, with format=json, xml or html; in the query after the other parameter, and before it.',
    due: SAME_AS_ACCEPT,
    // The document does not say where this alternative is offered (4.5-3). Who claims it for a resource claims it for the
    // record and the collection alike; where nobody does, it is asked for first, and a collection that leaves it unread is told.
    on: perRepresentation('format'),
    async check(trial) {
      return byAddress(trial, 'format', () => false);
    },
  },

  'negotiate/default': {
    level: 'must',
    reads: true,
    clause: '4.5-4, RFC 9110 12.5.1',
    title: 'without a choice there is still an answer',
    why: 'Browsers cannot change the Accept of a link, and simple clients send none.',
    sends:
      'GET without Accept, with */*, and with the default Accept of current browsers; of a query, of nested records and of what a query of 4.3 finds without Accept, and with one of those.',
    due: 'Status 200 each time. What is read with JSON at the others is 200 without Accept, or a redirect, and is not missing (404, 410) for a browser.',
    on: readOrListed,
    async check(trial) {
      const answers = await each(await addresses(trial), (address) =>
        each([undefined, '*/*', ...BROWSER_ACCEPTS], async (accept) =>
          (await trial.send({ method: 'GET', address, headers: { accept } })).hasStatus(200),
        ),
      );
      return [...answers, ...(await besidesForBrowsers(trial)), ...(await besidesForAnyone(trial))];
    },
  },
};

/** The item and the collection, and a query of it, by an address that chooses the representation; what is passed over is said apart. */
async function byAddress(
  trial: Trial,
  selector: 'suffix' | 'format',
  isPassed: (address: string, answer: Answer) => boolean,
): Promise<readonly Answer[]> {
  const { resource, name } = wanted(trial);
  const way = selector === 'suffix' ? withSuffix : withFormat;
  const answers: Answer[] = [];
  for (const address of await addresses(trial)) {
    const request = { method: 'GET', address: way(address, name), headers: { accept: '*/*' } };
    const answer = await trial.send(request);
    if (isPassed(address, answer)) continue;
    answers.push(isIn(name, answer));
    const place: Place = { kind: address === resource.list?.address ? 'list' : 'item', address };
    if (name === 'json') answers.push(...(await isSameJson(trial, { place, request, answer })));
  }
  for (const chosen of await queryChosen(trial, selector, name))
    answers.push(chosen.answer, ...(name === 'json' ? await isSameJson(trial, chosen) : []));
  return answers;
}

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
