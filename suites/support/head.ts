import type { Answer } from '../../core/answer.ts';
import type { HttpRequest } from '../../core/exchange.ts';
import type { Trial } from '../../core/trial.ts';
import { variesBy } from './vary.ts';
import { allGiven, type Place, type View } from './views.ts';

/** A field that both answers carry has to be the same: RFC 9110 9.3.2 lets HEAD leave some out. */
export function sameField(get: Answer, head: Answer, name: string): void {
  const [due, seen] = [get.header(name), head.header(name)];
  if (due === undefined || seen === undefined) return;
  head.owes(due === seen, `${name}: ${due}, as GET gives it`, `${name}: ${seen}`);
}

/** HEAD of these places, or else of every place, in each representation in which it was given: all is as GET tells it. */
export async function headsAsGiven(trial: Trial, places?: readonly Place[]): Promise<readonly Answer[]> {
  const heads: Answer[] = [];
  for (const view of await allGiven(trial, places)) heads.push(await headOf(trial, view));
  return heads;
}

const ROUNDS = 3;

/** What differs is asked for again, between two readings that agree: others may change the place meanwhile. */
async function headOf(trial: Trial, { request, answer }: View): Promise<Answer> {
  const asHead: HttpRequest = { ...request, method: 'HEAD' };
  let head = await trial.send(asHead);
  for (let round = 1; differing(answer, head).length > 0; round += 1) {
    const before = await trial.send(request);
    head = await trial.send(asHead);
    const after = await trial.send(request);
    const others = differing(before, head).filter(([field]) => told(before, field) === told(after, field));
    const [first] = others;
    if (first === undefined) return head;
    if (round === ROUNDS) head.owes(false, `${first[1]}, as GET gives it`, first[2]);
  }
  return head;
}

const FIELDS = [
  'status',
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Content-Language',
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Vary',
] as const;
type Field = (typeof FIELDS)[number];

function differing(get: Answer, head: Answer): readonly (readonly [field: Field, due: string, seen: string])[] {
  return FIELDS.flatMap((field) => {
    const [due, seen] = [told(get, field), told(head, field)];
    // Only what Accept decides has to be in Vary; the other fields may be left out where they cost something to find.
    const isFree = field === 'Vary' ? due === undefined : due === undefined || seen === undefined;
    return isFree || due === seen
      ? []
      : [[field, `${field} ${due ?? ''}`, `${field} ${seen ?? 'without Accept'}`] as const];
  });
}

function told(answer: Answer, field: Field): string | undefined {
  if (field === 'status') return String(answer.status);
  if (field === 'Vary') return variesBy(answer, 'accept') ? 'Accept' : undefined;
  // What is coded on the way out is as long as it comes to be.
  if (field === 'Content-Length' && answer.header('Content-Encoding') !== undefined) return undefined;
  return answer.header(field);
}
