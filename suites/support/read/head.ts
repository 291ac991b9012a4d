import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { allowedBy } from '../method/allow.ts';
import { variesBy } from '../negotiate/vary.ts';
import { isPassing } from '../status/passing.ts';
import { allGiven, type Place, type View } from '../view/views.ts';
import { lengthOf } from './head-lengths.ts';

/** A field that both answers carry has to be the same: RFC 9110 9.3.2 lets HEAD leave some out. */
export function sameField(get: Answer, head: Answer, name: string): void {
  const [due, seen] = [get.header(name), head.header(name)];
  if (due === undefined || seen === undefined) return;
  head.owes(due === seen, `${name}: ${due}, as GET gives it`, `${name}: ${seen}`);
}

/** HEAD of these places, or else of every place, in each representation in which it was given: all is as GET tells it. */
export async function headsAsGiven(trial: Trial, places?: readonly Place[]): Promise<readonly Answer[]> {
  const heads: Answer[] = [];
  for (const view of await allGiven(trial, places)) {
    heads.push(await headOf(trial, view));
    // What was kept from the first HEAD is asked for by the second one; the same code does it for each representation.
    if (view.name === 'json') heads.push(await headOf(trial, view));
  }
  return heads;
}

/** GET and HEAD of one request, whatever GET is answered: a refusal to HEAD is the one that GET gets (RFC 9110 9.3.2). */
export async function headAsGet(trial: Trial, request: HttpRequest): Promise<readonly Answer[]> {
  const answer = await trial.send(request);
  return [answer, await headOf(trial, { request, answer })];
}

const ROUNDS = 4;

/**
 * What differs is asked for again, between two readings that agree: others may change the place meanwhile. What no change of the
 * place changes, and comes back, is held against the target at once, so that a HEAD which is wrong now and then is found.
 */
export async function headOf(trial: Trial, { request, answer }: Pick<View, 'request' | 'answer'>): Promise<Answer> {
  let before = answer;
  for (let round = 1; ; round += 1) {
    const head = await trial.send({ ...request, method: 'HEAD' });
    if (differing(before, head).length === 0) return head;
    const after = await trial.send(request);
    // A list may have had one record less, and have another one since.
    const isAlike = before.text === after.text;
    const others = differing(before, head).filter(
      ({ field }) => told(before, field) === told(after, field) && (isAlike || !MOVING.includes(field)),
    );
    const [first] = round < ROUNDS ? others.filter(({ field }) => isSteady(field, head)) : others;
    if (first !== undefined) head.owes(false, `${first.due}, as GET gives it`, first.seen);
    if (round === ROUNDS || (round > 1 && others.length === 0)) return head;
    before = after;
  }
}

const FIELDS = [
  'status',
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Content-Language',
  'Content-Location',
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Allow',
  'Link',
  'WWW-Authenticate',
  'Vary: Accept',
  'Vary: Cookie',
] as const;
type Field = (typeof FIELDS)[number];

/** What moves with the content: between two equal readings a list may have been another one. */
const MOVING: readonly Field[] = ['Content-Length', 'ETag', 'Last-Modified', 'Link'];

function isSteady(field: Field, { status }: Answer): boolean {
  return !MOVING.includes(field) && !isPassing(status);
}

interface Difference {
  readonly field: Field;
  readonly due: string;
  readonly seen: string;
}

function differing(get: Answer, head: Answer): readonly Difference[] {
  return FIELDS.flatMap((field) => {
    const [due, seen] = [told(get, field), told(head, field)];
    // Only what chose the answer has to be in Vary; the other fields may be left out where they cost something to find.
    const isFree = isOfVary(field) ? due === undefined : due === undefined || seen === undefined;
    if (isFree || due === seen) return [];
    return isOfVary(field)
      ? [{ field, due: field, seen: `Vary: ${head.header('Vary') ?? 'absent'}` }]
      : [{ field, due: `${field} ${due ?? ''}`, seen: `${field} ${seen ?? ''}` }];
  });
}

function isOfVary(field: Field): boolean {
  return field.startsWith('Vary');
}

function told(answer: Answer, field: Field): string | undefined {
  if (field === 'status') return String(answer.status);
  if (field === 'Vary: Accept') return variesBy(answer, 'accept') ? field : undefined;
  if (field === 'Vary: Cookie') return variesBy(answer, 'cookie') ? field : undefined;
  if (field === 'Allow') return answer.header('Allow') && allowedBy(answer).toSorted().join(', ');
  if (field === 'Content-Length') return lengthOf(answer);
  return answer.header(field);
}
