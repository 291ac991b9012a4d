import type { Answer } from '../core/answer.ts';
import { sameAddress } from '../core/http/address.ts';
import { isRefusal } from '../core/http/status-kinds.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Inapplicable, Subject, Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Target } from '../core/target.ts';
import { createRecord } from './support/evidence.ts';
import { refusesAtCommands, refusesAtWhatWasMade } from './support/method/made-methods.ts';
import { oddWrites } from './support/method/odd-writes.ts';
import { refusesAtOperations } from './support/method/operation-methods.ts';
import { type AskedPlace, namesHeadAlike, optionsTellMethods, type Served } from './support/method/options.ts';
import {
  deletesNoNested,
  filesNothing,
  lacksNoMethod,
  listsDiffer,
  namesNone,
} from './support/method/refused-methods.ts';
import { takenByPropfind } from './support/method/unknown-methods.ts';
import { NO_TYPE, withSuffix } from './support/negotiate/accept.ts';
import { gainsNothing, stateOf, unchanged } from './support/operation/deal-state.ts';
import { operated, repeated } from './support/operation/operation-evidence.ts';
import { makesCommand } from './support/operation/operation-requests.ts';
import { askedIn, formsOf } from './support/operation/operation-subjects.ts';
import { resourceOf, whyNotCreatable, whyNotDeletable } from './support/subjects.ts';
import { TAG_OF_NOBODY } from './support/validator/entity-tag.ts';
import { type Place, placesOf, viewsAt } from './support/view/views.ts';

/** Methods: RFC 9110 9.1, 15.5.6. What an Allow field holds is told by status/405-allow, wherever one is met. */
export const methods: Suite<'method/refused'> = {
  'method/refused': {
    level: 'should',
    clause: 'RFC 9110 8.6, RFC 9110 9.1, RFC 9110 10.2.1, RFC 9110 13.2.1, RFC 9110 15.5.6',
    title: 'a method that a resource does not have is refused, and Allow names those that it has',
    why: 'Allow saves a client from trying one method after the other, and a wrong success tells it that something was done.',
    sends:
      'PROPFIND of a new record, and where that leaves it, PROPFIND (a method that only reads; TRACE where it is answered 501; once with conditions) and OPTIONS at every kind of address: records, collections, queries, nested records, a record by suffix, operations, command documents, commands and the session check. PROPFIND in other representations. PATCH and PUT of a new record where nothing says that it takes them, methods that are not theirs at the addresses of its operations, POST and PUT where the other one is theirs, POST of a new record to the address of one, then DELETE of it. OPTIONS of a new record with conditions. OPTIONS, PATCH and DELETE of a nested record of an owner that never was. PROPFIND, OPTIONS, PATCH, POST, PUT and DELETE at a record of form E, and those that are not theirs at its collection and at command documents of the run. GET and HEAD of a command, POST and PATCH to queries that find nothing. HEAD where one Allow names GET without it.',
    due: 'No record is taken away by PROPFIND. No Content-Length on a 204 of OPTIONS, and no 304 or 412 to it. No success of PROPFIND but 207 (WebDAV) where others of these addresses refuse it with 405 or 501. A 405 each time, with an Allow that names PUT or DELETE where that was seen to work, and nothing that is refused there. No record in the list that came with a 405, and a new record, a record of form E and a command document as they were where all of these methods are refused. Where OPTIONS answers with Allow at some of these addresses, it does at all where it succeeds, and that names GET where GET is answered 200, POST, PUT and DELETE where these work, nothing that is refused there, and where it is so at other addresses, what the 405 names. HEAD beside GET, where the others of the resource name both and it is answered 200; no empty member.',
    operates: true,
    on: everyKind,
    async check(trial) {
      const { resource } = trial.subject;
      const taking = await takenByPropfind(trial);
      taking?.owes(false, 'the record still there after PROPFIND, which only reads (RFC 4918 9.1)');
      const places = resource === undefined ? targetPlaces(trial.target) : await resourcePlaces(trial);
      const answers: AskedPlace[] = [];
      for (const place of places) {
        const answer = await trial.send({ method: 'PROPFIND', address: place.address, alone: true });
        const options = await trial.send({ method: 'OPTIONS', address: place.address, alone: true });
        answers.push({ place, answer, options });
        if (answer.status === 501) await asksToTrace(trial, place);
      }
      if (answers.length === 0) notExercised('no address is known to ask');
      const refused = answers.filter(({ answer: { status } }) => status === 405 || status === 501);
      const withMethods = answers.map(({ answer }) => answer).filter(({ status }) => status === 405);
      for (const { place, answer } of answers) {
        if (answer.status === 405) lacksNoMethod(answer, withMethods, place.methods);
        if (refused.length > 0) refusesPropfind(answer);
      }
      optionsTellMethods(trial, answers);
      const heads = await namesHeadAlike(trial, answers);
      const otherwise = await refusesInOtherTypes(trial, answers);
      const again = await asSteady(trial, refused[0]);
      const others =
        resource === undefined
          ? await refusesAtCommands(trial)
          : [
              ...(await allowsDeletion(trial)),
              ...(await deletesNoNested(trial)),
              ...(await refusesAtWhatWasMade(trial)),
              ...(await refusesAtOperations(trial)),
            ];
      for (const answer of others) if (refused.length > 0) refusesPropfind(answer);
      return [...answers.map(({ answer }) => answer), ...heads, ...otherwise, ...again, ...others];
    },
  },
};

/** A server may know no method at all, or have WebDAV behind some of its addresses. */
function refusesPropfind(answer: Answer): void {
  const isRead = answer.exchange.request.method === 'PROPFIND' && answer.succeeded && answer.status !== 207;
  answer.owes(!isRead, 'a refusal of PROPFIND, as at other addresses');
}

/**
 * A server that does not know PROPFIND knows TRACE, which only reads (RFC 9110 9.2.1, 9.3.8). What it answers is the matter of
 * status/405-allow. It may send the request back, so that no credentials go with it.
 */
async function asksToTrace(trial: Trial, { address }: Served): Promise<void> {
  if (trial.subject.resource?.never.includes('TRACE') === true) return;
  await trial.send({ method: 'TRACE', address, alone: true, anonymous: true });
}

function everyKind(target: Target): readonly (Subject | Inapplicable)[] {
  const own = target.resources.map((resource): Subject | Inapplicable => {
    const { name: id, list, item, query } = resource;
    const isRead = list !== undefined || item !== undefined || query !== undefined;
    return isRead ? { id, resource } : { id, notApplicable: `${id} can be neither read nor listed` };
  });
  const others: Subject | Inapplicable =
    targetPlaces(target).length === 0
      ? { id: 'target', notApplicable: 'the target has no session check and no commands' }
      : { id: 'target' };
  return [...own, others];
}

/** What can be asked for beside the resources. */
function targetPlaces(target: Target): readonly Served[] {
  const root = target.claims.session === 'none' ? [] : [{ address: target.session.address, methods: [] }];
  const commands = target.claims.commandQuery ? target.commands : [];
  return [...root, ...commands.map(({ address }) => ({ address, methods: [] }))];
}

async function resourcePlaces(trial: Trial): Promise<readonly Served[]> {
  const read = await placesOf(trial);
  // What GET is answered there; other rules look at the same answers.
  for (const place of read) await viewsAt(trial, place);
  const places = read.map(({ address }): Served => ({ address, methods: [], isRead: true }));
  return [...places, ...(await suffixedPlace(trial, read)), ...(await operationPlaces(trial))];
}

/** A record by a suffix, where that gives one. */
async function suffixedPlace(trial: Trial, places: readonly Place[]): Promise<readonly Served[]> {
  const { selectors, representations } = resourceOf(trial);
  const item = places.find(({ kind }) => kind === 'item');
  const name = representations.find((other) => other !== 'json') ?? representations[0];
  if (item === undefined || name === undefined || !selectors.includes('suffix')) return [];
  const address = withSuffix(item.address, name);
  const read = await trial.send({ method: 'GET', address, headers: { accept: '*/*' } });
  return read.status === 200 ? [{ address, methods: [] }] : [];
}

/** Where the first operation was asked for in each form; its method is seen to work there where its repeat succeeds as well. */
async function operationPlaces(trial: Trial): Promise<readonly Served[]> {
  const { target } = trial;
  const operation = target.operations.find((one) => one.resource === resourceOf(trial).name);
  if (operation === undefined || whyNotCreatable(resourceOf(trial)) !== undefined) return [];
  const places: Served[] = [];
  for (const form of formsOf(target, operation)) {
    const asked = askedIn(target, operation, form);
    const { answer } = await operated(trial, asked);
    if (!answer.succeeded) continue;
    const isStill = (await repeated(trial, asked)).answer.succeeded;
    const address = answer.exchange.request.url;
    // What GET is answered there, Allow has to agree with.
    if (makesCommand(asked) || asked.spelling.method === 'POST') await trial.send({ method: 'GET', address });
    places.push({ address, methods: isStill ? [asked.spelling.method] : [] });
  }
  return places;
}

/**
 * The same where another representation is asked for, a different one from place to place: in whatever type a refusal is told, it is one,
 * and names the methods that work (RFC 9110 15.5.6).
 */
async function refusesInOtherTypes(trial: Trial, asked: readonly AskedPlace[]): Promise<readonly Answer[]> {
  const resource = trial.subject.resource ?? trial.target.resources[0];
  const types = (resource?.representations ?? [])
    .filter((name) => name !== 'json')
    .map((name) => resource?.mediaTypes[name] ?? '');
  const others = [...types, NO_TYPE];
  const answers: Answer[] = [];
  for (const [i, { place, answer: first }] of asked.entries()) {
    if (first.status !== 405) continue;
    const headers = { accept: others[i % others.length] ?? NO_TYPE };
    const answer = await trial.send({ method: 'PROPFIND', address: place.address, alone: true, headers });
    refusesPropfind(answer);
    if (answer.status === 405) lacksNoMethod(answer, [first, answer], place.methods);
    answers.push(answer);
  }
  return answers;
}

const AGAIN = 3;

/** No condition counts where a method is refused without it (RFC 9110 13.2.1). */
const CONDITIONS = { 'if-match': TAG_OF_NOBODY, 'if-none-match': '*' } as const;

/** What is refused once is refused again, whatever condition comes with it. */
async function asSteady(trial: Trial, first: { readonly answer: Answer } | undefined): Promise<readonly Answer[]> {
  if (first === undefined) return [];
  const answers: Answer[] = [];
  for (let time = 1; time <= AGAIN; time += 1) {
    const { url: address } = first.answer.exchange.request;
    const answer = await trial.send({
      ...{ method: 'PROPFIND', address, alone: true },
      ...(time === AGAIN ? { headers: CONDITIONS } : {}),
    });
    answers.push(answer.hasStatus(first.answer.status));
  }
  return answers;
}

function urlOf({ exchange }: Answer): string {
  return exchange.request.url;
}

const REFUSED = 'methods that are refused';

/**
 * A new record, asked with methods that it may not have, and then deleted: where that works, Allow names it, and no Allow
 * names what another answer of that address refuses.
 */
async function allowsDeletion(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (whyNotDeletable(resource) !== undefined) return [];
  const record = await createRecord(trial);
  const { deletion, address } = record;
  if (deletion === undefined || deletion.address !== address) return [];
  const answers: Answer[] = [];
  // PROPFIND first: what writes may bring the record into a state with other methods.
  answers.push(await trial.send({ method: 'PROPFIND', address, alone: true }));
  // Of a method that selects no representation conditions are passed over (RFC 9110 13.2.1).
  const options = await trial.send({ method: 'OPTIONS', address, alone: true, headers: CONDITIONS });
  options.owes(![304, 412].includes(options.status), 'OPTIONS to be answered whatever its conditions say');
  const before = await stateOf(trial, { ...record, id: record.id ?? '' });
  const odd: Answer[] = [];
  for (const request of oddWrites(trial, record)) odd.push(await trial.send(request));
  answers.push(...odd);
  if (odd.every(isRefusal)) {
    const after = await stateOf(trial, { ...record, id: record.id ?? '' });
    await unchanged(trial, before, after, REFUSED);
    await gainsNothing(trial, before, after, REFUSED);
  }
  const refused = answers.filter(({ status }) => status === 405);
  for (const answer of refused) {
    const same = refused.filter((other) => urlOf(other) === urlOf(answer));
    const others = same.map(({ exchange }) => exchange.request.method);
    namesNone(answer, others);
    if (options.succeeded && urlOf(answer) === urlOf(options) && listsDiffer(trial)) namesNone(options, others);
  }
  await filesNothing(trial, record);
  const deleted = await trial.send(deletion);
  const own = refused.filter((answer) => sameAddress(urlOf(answer), address));
  if (deleted.succeeded) for (const answer of own) lacksNoMethod(answer, refused, ['DELETE']);
  if (deleted.succeeded && options.succeeded) lacksNoMethod(options, refused, ['DELETE']);
  return [...answers, deleted];
}
