import { sameAddress } from '../core/address.ts';
import type { Answer } from '../core/answer.ts';
import { isObject } from '../core/json-value.ts';
import { fail, notExercised } from '../core/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Resource } from '../core/target.ts';
import type { Trial } from '../core/trial.ts';
import { steadyRefusal } from './steady-refusal.ts';
import { leadsTo } from './support/descriptions.ts';
import { mayAsk } from './support/evidence.ts';
import { isGone } from './support/missing.ts';
import { cleanings, endOf, isNotFound, recordHistories } from './support/record-histories.ts';
import { resourceOf, resourcesUnless, whyNotDeletable } from './support/subjects.ts';

type CreationId = 'create/every' | 'create/lasting' | 'create/refused';
type DeletionId = 'delete/every';

const addressable = resourcesUnless(whyNotAddressed);

/** What holds for the first creation holds for all: every creation of the run, whatever rule it was sent for. */
export const steadyCreation: Suite<CreationId> = {
  'create/every': {
    level: 'must',
    clause: '4.1, 4.4-c1, 4.4-c2, 4.4-c3',
    title: 'every creation is answered as the first one is',
    why: 'A fault that shows once in a while, or for some texts only, is met by somebody every day.',
    sends: 'Nothing of its own: it watches every successful creation of the run.',
    due: 'Status 201, a Location, and a body that shows the value sent and links to the new record, each time.',
    on: addressable,
    needs: ['create/status', 'create/location', 'create/describes'],
    passive: true,
    async check(trial) {
      const made = creationsOf(trial);
      if (made.length === 0) notExercised('the run saw no creation');
      const token = tokensOf(trial);
      const linking = new Set(made.filter(links).map(({ representation }) => representation.syntax));
      for (const answer of made) {
        answer.hasStatus(201).hasHeader('Location');
        answer.owes(answer.location !== undefined, 'a Location that resolves to an http address');
        const sent = sentText(answer).match(token)?.[0];
        if (sent !== undefined) answer.owes(shows(answer, sent), `what was sent (${sent}) in the body`);
        // Where no body of its kind links by an address of its own, create/links has found another way to go.
        if (linking.has(answer.representation.syntax))
          answer.owes(links(answer), `a link to ${answer.location ?? ''} in the body`);
      }
      return { witness: made.slice(0, 3), remark: `${made.length} creations were answered alike` };
    },
  },

  'create/lasting': {
    level: 'must',
    clause: '4.4-c1',
    title: 'what was created stays until it is deleted',
    why: 'A record that is lost with the next request was never kept.',
    sends: 'Nothing of its own: it watches what the run asked for after it had created it.',
    due: 'No 404 or 410 at the address of a record that nobody deleted, completed or cancelled.',
    on: addressable,
    needs: ['create/addressable'],
    passive: true,
    async check(trial) {
      const made = creationsOf(trial);
      if (made.length === 0) notExercised('the run saw no creation');
      const witness: Answer[] = [];
      const cleanedAt = cleanings(trial);
      for (const { creation, asked, written } of recordHistories(made, trial.seen)) {
        const end = cleanedAt(creation);
        const last = asked.findLast((answer) => endOf(answer) < end);
        if (last === undefined || written.length > 0) continue;
        if (isNotFound(last) && isWithin(trial, creation, last)) continue;
        const { method, url } = last.exchange.request;
        if (isNotFound(last))
          fail('the record to be there until it is deleted', `${method} ${url} answered ${last.brief}`, creation, last);
        witness.push(last);
      }
      if (witness.length === 0) notExercised('no record was asked for after its creation', ...made.slice(0, 1));
      return { witness: witness.slice(0, 3), remark: `${witness.length} records were still there` };
    },
  },

  ...steadyRefusal,
};

/** What holds for the first deletion holds for all. */
export const steadyDeletion: Suite<DeletionId> = {
  'delete/every': {
    level: 'must',
    clause: '4.1, 4.4-m1',
    title: 'every deletion is answered 204 and takes the record away',
    why: 'A deletion that works most of the time leaves records behind that nobody expects.',
    sends: 'It watches every successful deletion of the run, and reads up to 20 of the records once more.',
    due: 'Status 204, and 404 or 410 where the record was.',
    on: resourcesUnless(
      (resource) =>
        whyNotAddressed(resource) ??
        whyNotDeletable(resource) ??
        (resource.item === undefined ? `${resource.name} is not read by id` : undefined),
    ),
    needs: ['delete/status', 'delete/removes'],
    passive: true,
    async check(trial) {
      const done = deletionsOf(trial);
      if (done.length === 0) notExercised('the run saw no deletion');
      for (const { answer } of done) answer.hasStatus(204);
      const readings: Answer[] = [];
      for (const { answer, creation } of spread(done, 20)) {
        const token = sentText(creation).match(tokensOf(trial))?.[0];
        if (token === undefined) continue;
        const address = creation.location ?? answer.exchange.request.url;
        const isAway = (read: Answer): boolean => !(read.succeeded && shows(read, token));
        const read = await trial.until(() => trial.send({ method: 'GET', address }), isAway);
        // An id that was given anew leads to another record, which does not hold this value.
        if (!isAway(read)) isGone(read);
        readings.push(read);
      }
      return {
        witness: [...done.map(({ answer }) => answer), ...readings].slice(0, 3),
        remark: `${done.length} deletions`,
      };
    },
  },
};

// Where effects may take a while to show, a record that was asked for at once may not have been there yet.
function isWithin({ settleMs }: Trial, creation: Answer, last: Answer): boolean {
  return last.exchange.timings.startedAt - creation.exchange.timings.startedAt < settleMs;
}

function whyNotAddressed({ name, create }: Resource): string | undefined {
  if (create === undefined) return `${name} offers no creation`;
  if (create.answer !== 'created') return `${name} claims create = ${create.answer}`;
  return create.method === 'POST' && create.location === 'promised' ? undefined : `${name} promises no Location`;
}

/** The creations of the run that succeeded, of payloads that hold one of the run's own values. */
function creationsOf(trial: Trial): readonly Answer[] {
  const { create, ...resource } = resourceOf(trial);
  if (create === undefined) throw new Error(`${resource.name} offers no creation`);
  const place = trial.target.baseUrl + create.address;
  const token = tokensOf(trial);
  return trial.seen.filter(
    (answer) =>
      answer.succeeded &&
      answer.exchange.request.method === create.method &&
      sameAddress(answer.exchange.request.url, place) &&
      holdsObject(sentText(answer)) &&
      token.test(sentText(answer)),
  );
}

/** The deletions of the run that succeeded, each with the creation of what it took away; ids that were given anew left out. */
function deletionsOf(trial: Trial): { readonly answer: Answer; readonly creation: Answer }[] {
  const made = creationsOf(trial);
  const places = made.map(({ location }) => location);
  return recordHistories(made, trial.seen).flatMap(({ creation, asked }) => {
    const answer = asked.find(({ succeeded, exchange }) => succeeded && exchange.request.method === 'DELETE');
    const { location } = creation;
    const isOwn = location !== undefined && mayAsk(trial.target, location);
    return answer === undefined || !isOwn || places.filter((place) => place === location).length > 1
      ? []
      : [{ answer, creation }];
  });
}

const decoder = new TextDecoder();

function sentText({ exchange }: Answer): string {
  return exchange.request.body === null ? '' : decoder.decode(exchange.request.body);
}

// Broken JSON that is taken all the same, bytes that are not UTF-8 among it, is no creation that owes anything.
function holdsObject(text: string): boolean {
  try {
    return !text.includes('\ufffd') && isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** What the fresh values of this run look like: they begin alike. */
function tokensOf(trial: Trial): RegExp {
  return new RegExp(`${trial.unique().slice(0, NONCE)}[0-9a-z]+`, 'u');
}

const NONCE = 10;

// A body may spell its characters in other ways than they were sent: `\\u0061`, `&#x61;`.
function shows({ text, representation }: Answer, token: string): boolean {
  return text.includes(token) || representation.strings.some((value) => value.includes(token));
}

function links(answer: Answer): boolean {
  const { location } = answer;
  return location !== undefined && answer.representation.links.some((link) => leadsTo(link, location, answer));
}

function spread<T>(values: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, values.length / most);
  return values.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}
