import type { Answer } from '../core/answer.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import { addressed, firstCreated, mayAsk } from './support/evidence.ts';
import { missesBelowNobody, tagAt } from './support/made/below-unknown-deal.ts';
import { contentIsThere } from './support/made/content-elsewhere.ts';
import { validatesEachRecord } from './support/made/every-record.ts';
import { listsSameTypes } from './support/made/listed-types.ts';
import { listsAlike } from './support/made/lists-in-each.ts';
import { describesEachRecord } from './support/made/made-bodies.ts';
import { commandInTurn, listInTurn, recordInTurn } from './support/made/made-in-turn.ts';
import { listsWhatWasMade } from './support/made/made-lists.ts';
import { validatorsAsMade } from './support/made/made-validators.ts';
import { missesAlike, missesBeside, missesBesideOnConditions } from './support/made/missing-made.ts';
import { areStillThere, type MadePlace } from './support/made/places-made.ts';
import { leadsNowhereElse, readByThemselves } from './support/made/read-themselves.ts';
import { recordsOnConditions } from './support/made/record-conditions.ts';
import { tagsInLines } from './support/made/tags-in-lines.ts';
import { showsTheSample } from './support/made/told-sample.ts';
import { NO_TYPE, telling } from './support/negotiate/accept.ts';
import { nestedAlike } from './support/negotiate/alike.ts';
import { defaultsStay } from './support/negotiate/default-stays.ts';
import { each, honours } from './support/negotiate/negotiation-evidence.ts';
import { besidesForAnyone, besidesForBrowsers } from './support/negotiate/there-in-each.ts';
import { variesBy } from './support/negotiate/vary.ts';
import { operated } from './support/operation/operation-evidence.ts';
import { makesCommand } from './support/operation/operation-requests.ts';
import { askedIn, formsOf } from './support/operation/operation-subjects.ts';
import { headsAsGiven } from './support/read/head.ts';
import { resourceOf, resourcesUnless, whyNotCreatable } from './support/subjects.ts';
import { unmodifiedViews } from './support/validator/unmodified-views.ts';
import { isWellFormed } from './support/validator/validator-form.ts';
import { unchangedViews, unmatchedViews } from './support/validator/view-conditions.ts';
import { commandInEach } from './support/view/treacherous-views.ts';
import { datedViews } from './support/view/view-dates.ts';
import { comesAsAsked, given, isNegotiated, type Place } from './support/view/views.ts';
import { decodesOnce, readInOtherWords } from './support/written-otherwise.ts';

/** What was created is read as anything else is: at its Location, and where an operation put a record or a command document. */
export const madeReading: Suite<'read/made'> = {
  'read/made': {
    level: 'should',
    clause:
      '4.2 E, 4.4-c3, 4.4-m1, 4.5-2, RFC 9110 8.7, RFC 9110 8.8, RFC 9110 9.2.1, RFC 9110 9.3.2, RFC 9110 12.5, RFC 9110 13.1, RFC 9112 3.2, RFC 9112 6.1, RFC 3986 2.4, RFC 3986 6.2.2.2',
    title: 'what was created is read as HTTP says of every resource',
    why: 'A client reads what it made by the same code as everything else, and a cache keeps it by the same rules.',
    sends:
      'GET and HEAD of a new record, of the record that form E makes and of the command documents of forms F and G: in each representation, with other Accept fields, without one and with that of a browser, and with conditions; of an id beside them that nothing has too, and of the same below a deal that never was. Of the latest record of each operation in form E, and of its list, with their tags, in several lines or not, and with "*" as a tag. Of each with the last character of the path and the marks of its last segment percent-encoded, of what operations made twice. Of the record without Host, in HTTP/1.0, and with Accept-Encoding. The list of form E with two records of hard texts, before and after, by each way to choose a representation, with three more, after a change of the price, with records of another kind, and after the deal was deleted; a command document with such a text. A record of form E by each operation for each type that Accept may ask for, GET and HEAD of it, and their list in each, of up to three links of a 201 that has none to its Location, and of its Content-Location where that is another address. Records, their list and command documents as another representation first, and in JSON after it. What has no such record or document, by each way to choose a representation, and what resembles their addresses. A new record with a number and a flag, and the collection. The record of form E and the command documents once more in the end.',
    due: 'Each by its address percent-encoded once, and not by one encoded twice, nor by a text that resembles it; no success without Host, no chunks and no interim answer to HTTP/1.0, no gzip for gzip;q=0 where a plain body is to be had. Where it is read at all: one status and type each time, in the end too, HEAD as GET, validators that are well formed and honoured, and not for what is missing, those of a 201 as the new record has them. Where it comes in every representation: the one that Accept prefers, the same values in each, and Vary: Accept; a refusal beside it, and for */* and for each type the same one, whoever asked before. Texts as they were sent. What the sample of a target file sends, unless it is write-only. The body of each 201 of form E as the record shows it, in JSON with one value of it, its id or its address, in each representation that is asked for one whole document, and no empty one where JSON is not; by every operation and in each representation a link to the record, in a body that tells of it, where the record has one itself or another 201 has one; none to another place of the collection where JSON has one to the record; its id and what was sent as its Content-Location shows them. Nothing that is read with JSON is missing without Accept, or for a browser. A list of form E, where there is one, the same in each representation, with the newest record and none missing before it, each with what was sent, each read at its address while it is listed, and not elsewhere by a redirect where others are read at theirs, a change of price after another one too, none of another kind, and none below a deleted deal. XML that is well formed. In the collection numbers and flags of the types that the new record has, its id too, where the entry keeps that type elsewhere.',
    operates: true,
    on: resourcesUnless(
      (resource) =>
        whyNotCreatable(resource) ?? (resource.item === undefined ? `${resource.name} is not read by id` : undefined),
    ),
    async check(trial) {
      const created = addressed(await firstCreated(trial));
      const { address } = created;
      const record = (await trial.send({ method: 'GET', address })).asControl('GET of the new record');
      showsTheSample(trial, created, record);
      const made = await placesMade(trial);
      const places: readonly Place[] = [{ kind: 'created', address }, ...made];
      return [
        record,
        ...(await readInOtherWords(trial, record)),
        ...(await each(places, (place) =>
          readsAsHttpSays(trial, place, 2 * made.findIndex(({ address }) => address === place.address)),
        )),
        ...(await besidesForAnyone(trial, made)),
        ...(await besidesForBrowsers(trial, made)),
        // What one of them does with a condition, all of them do.
        ...(trial.target.claims.validators === false ? [] : await conditions(trial, places)),
        ...(await keptAsMade(trial)),
        ...(await listsSameTypes(trial)),
        ...(await areStillThere(trial, made)),
      ];
    },
  },
};

/**
 * Where the first operation put a record (form E) or a command document (F, G). Whether these are read, and whether form E makes
 * anything with an address, is not shown (document 4.2): only what answers 200 is a place.
 */
async function placesMade(trial: Trial): Promise<readonly MadePlace[]> {
  const { target } = trial;
  const operation = target.operations.find((one) => one.resource === resourceOf(trial).name);
  const places: MadePlace[] = [];
  for (const form of operation === undefined ? [] : formsOf(target, operation)) {
    if (operation === undefined) continue;
    const asked = askedIn(target, operation, form);
    if (asked.spelling.method !== 'POST' && !makesCommand(asked)) continue;
    const { answer, deal } = await operated(trial, asked);
    const own = makesCommand(asked) ? answer.exchange.request.url : undefined;
    const address = own ?? (answer.status === 201 ? answer.location : undefined);
    if (!answer.succeeded || address === undefined || !mayAsk(target, address)) continue;
    const read = await trial.send({ method: 'GET', address });
    await leadsNowhereElse(trial, { address, deal: deal.address, read });
    if (read.status !== 200) continue;
    await validatorsAsMade(trial, answer, read);
    places.push({ kind: 'made', address, deal: deal.address });
  }
  return places;
}

/** What operations made with texts that are hard to write: the sub-collection of form E, and the documents of forms F and G. */
async function keptAsMade(trial: Trial): Promise<readonly Answer[]> {
  const { target } = trial;
  const [first, ...others] = target.operations.filter(({ resource }) => resource === resourceOf(trial).name);
  if (first === undefined) return [];
  const other = others.find(({ name }) => name === 'ChangePrice');
  const isPosted = (operation = first): boolean =>
    formsOf(target, operation).includes('E') && operation.forms.E?.method === 'POST';
  const lists = isPosted()
    ? await listsWhatWasMade(
        trial,
        askedIn(target, first, 'E'),
        other !== undefined && isPosted(other) ? askedIn(target, other, 'E') : undefined,
      )
    : [];
  for (const [i, form] of formsOf(target, first).entries()) {
    const asked = askedIn(target, first, form);
    if (!makesCommand(asked)) continue;
    await commandInEach(trial, asked);
    await commandInTurn(trial, asked, i);
  }
  const posted = [first, ...others].filter(isPosted).map((operation) => askedIn(target, operation, 'E'));
  for (const asked of posted) await validatesEachRecord(trial, asked);
  await readByThemselves(trial, posted);
  for (const asked of posted) await recordInTurn(trial, asked);
  for (const asked of posted.slice(0, 1)) await listInTurn(trial, asked);
  await describesEachRecord(trial, posted);
  for (const asked of posted) await contentIsThere(trial, asked);
  const known = trial.target.claims.validators === false ? [] : await recordsOnConditions(trial, posted);
  return [...lists, ...known, ...(await listsAlike(trial, posted))];
}

async function readsAsHttpSays(trial: Trial, place: Place, nth: number): Promise<readonly Answer[]> {
  await comesAsAsked(trial, place);
  const views = await given(trial, place);
  const answers = views.map(({ answer }) => answer);
  if (trial.target.claims.validators !== false) for (const answer of answers) validatorsAreWhole(answer, answers);
  const names = views.map(({ name }) => name);
  return [
    ...(place.kind === 'made' ? await decodesOnce(trial, place.address) : []),
    ...(place.kind === 'made' ? await missesAlike(trial, place.address, nth) : []),
    ...(await headsAsGiven(trial, [place])),
    ...(isNegotiated(trial, names) ? await negotiated(trial, place, answers) : []),
  ];
}

/** Well-formed validators, and an entity-tag of its own where a strong one is sent. */
function validatorsAreWhole(answer: Answer, views: readonly Answer[]): void {
  isWellFormed(answer);
  const tag = answer.header('ETag');
  if (tag?.startsWith('"') !== true) return;
  const twin = views.find((other) => other.header('ETag') === tag && other.mediaType !== answer.mediaType);
  answer.owes(twin === undefined, `an ETag of its own for ${answer.mediaType}`, tag);
}

async function conditions(trial: Trial, places: readonly Place[]): Promise<readonly Answer[]> {
  return [
    ...(await unchangedViews(trial, places)),
    ...(await unmatchedViews(trial, places)),
    ...(await unmodifiedViews(trial, places)),
    ...(await datedViews(trial, places)),
    ...(await tagsInLines(trial, places)),
    ...(await missesBesides(trial, places)),
  ];
}

/** Beside records of form E and command documents, under ids that nothing has, and below a deal that never was. */
async function missesBesides(trial: Trial, places: readonly Place[]): Promise<readonly Answer[]> {
  const made = places.filter(({ kind }) => kind === 'made');
  return [
    ...(await each(made, async (place) => missesBesideOnConditions(trial, place.address, await tagAt(trial, place)))),
    ...(await missesBelowNobody(trial, made)),
  ];
}

/** A type that nobody has is answered 406, or with another type that is told truly (RFC 9110 12.5.1). */
async function isForNobody(trial: Trial, { address }: Place): Promise<Answer> {
  const answer = await trial.send({ method: 'GET', address, headers: { accept: NO_TYPE } });
  answer.hasStatus(406, 200).owes(answer.mediaType !== NO_TYPE, 'a type that the target has', answer.mediaType);
  const { problem } = answer.representation;
  return answer.owes(problem === undefined, 'a body that its Content-Type tells truly', problem ?? '');
}

async function negotiated(trial: Trial, place: Place, views: readonly Answer[]): Promise<readonly Answer[]> {
  const { representations, mediaTypes } = resourceOf(trial);
  for (const view of views)
    view.owes(variesBy(view, 'accept'), 'Vary: Accept', `Vary: ${view.header('Vary') ?? 'absent'}`);
  const alike =
    place.kind === 'created'
      ? []
      : [...(await nestedAlike(trial, place)), ...(await missesBeside(trial, place.address))];
  const weighed: Answer[] = [];
  for (const accept of telling(representations.map((name) => mediaTypes[name])))
    weighed.push(await honours(trial, place.address, accept));
  const stays = place.kind === 'created' ? [] : await defaultsStay(trial, [place]);
  return [...alike, ...weighed.slice(0, 1), ...stays, await isForNobody(trial, place), ...views];
}
