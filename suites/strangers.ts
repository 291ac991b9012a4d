import type { Answer } from '../core/answer.ts';
import { notApplicable } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import { collection, existingItem } from './support/evidence.ts';
import { isShut } from './support/session/as-stranger.ts';
import { frontDoors, sideDoors } from './support/session/read-by-strangers.ts';
import { createdByStranger, refusesStrangers } from './support/session/written-by-strangers.ts';
import { readOrListed, resourceOf } from './support/subjects.ts';

/** Requests without credentials beside the root: RFC 9110 11.6.1 and 15.5.2, on which document 5.4 leans. */
export const strangers: Suite<'session/everywhere'> = {
  'session/everywhere': {
    level: 'must',
    reads: true,
    clause: '5.4, 7 (401), RFC 9110 11.6.1, RFC 9110 15.5.2',
    title: 'what is refused for lack of credentials is answered with a challenge, and not carried out',
    why: 'A client learns from the challenge how to sign in, and trusts that what was refused was not done.',
    sends:
      'Without any credentials: GET of the collection and of a record. Where one of them is answered 401 or 403: HEAD of both, GET of them for clients that accept XML or HTML, GET and HEAD of an unknown id, of nested records and of queries. Where GET of a new record is refused without credentials: its update, one request of each operation and command, its DELETE, and GET and HEAD of command documents and of what form E makes. Where GET of the collection is refused: a creation.',
    due: 'On each 401 a WWW-Authenticate field with a well-formed challenge. Where GET is refused, HEAD, XML and writes do not succeed. A creation may be open to everybody where no operation is about such records. The record stays as it was, and nothing is made.',
    operates: true,
    on: readOrListed,
    check: shutsEachDoor,
  },
};

async function shutsEachDoor(trial: Trial): Promise<readonly Answer[]> {
  const { name, list } = resourceOf(trial);
  const doors = await frontDoors(trial);
  // Whether reading needs credentials is left open (document 5). Where it needs none, nobody knows whose a record is that a write meets.
  if (!doors.answers.some(isShut)) notApplicable(`nobody needs credentials to read ${name}`);
  // Who is let in by no credentials at all is told nothing by a challenge.
  const control = list === undefined ? await existingItem(trial) : await collection(trial);
  control.asControl(`GET of ${name} with the credentials of the target file`);
  const others = await sideDoors(trial, doors);
  const written = [...(await createdByStranger(trial, doors.list)), ...(await refusesStrangers(trial, doors.list))];
  return [control, ...doors.answers, ...others, ...written];
}
