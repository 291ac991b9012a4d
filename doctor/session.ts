import type { Answer } from '../core/answer.ts';
import type { Claims } from '../core/claims.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import type { Target } from '../core/target.ts';
import type { OpenedSession } from '../judge/session.ts';
import type { Inquiry } from '../target-file/inquiry.ts';
import { type Finding, fine } from './finding.ts';

/** A reading that was sent with the session of a run, and what it was answered. */
export interface Reading {
  readonly request: HttpRequest;
  readonly answer: Answer | undefined;
}

/** Whether the session that a run would send is let in (5), and what is refused without it. */
export async function findingsOfSession(
  inquiry: Inquiry,
  { session }: Pick<Target, 'session'>,
  claimed: Claims['session'] | undefined,
  opened: OpenedSession,
  readings: readonly Reading[],
): Promise<Finding[]> {
  const notes = opened.notes.filter((note) => !note.startsWith('session = '));
  const unused: Finding[] = notes.map((told) => ({
    subject: 'session',
    weight: 'warning',
    told,
    remedy: 'give a cookie whose domain and path are those of the base address',
  }));
  const name = opened.madeUp.length > 0 ? 'made-up' : 'given';
  const places = await compared(inquiry, readings);
  const elsewhere = places.some(isKept) ? [fine('session', toldOf(places, name))] : [];
  if (claimed === 'none')
    return [
      ...unused,
      fine('session', 'no session check is judged: the target file names none, or claims session none'),
      ...elsewhere,
    ];
  const [check] = await compared(inquiry, [await read(inquiry, { method: 'GET', address: session.address })]);
  if (check === undefined) return [...unused, ...elsewhere];
  const { within, without } = check;
  const finding = (weight: Finding['weight'], told: string, remedy: string): Finding[] => {
    const seen = `${check.asked} was answered ${brief(within)} with the ${name} session, and ${brief(without)} without`;
    return [...unused, { subject: 'session', weight, told: `${seen}: ${told}`, remedy }, ...elsewhere];
  };
  if (without?.status === 404 || without?.status === 405)
    return finding('note', 'there is no session check', 'say where it is with session.path, or claim session none');
  if (isRefused(within)) {
    return name === 'made-up'
      ? finding(
          'warning',
          'it asks for another session than a made-up one',
          'give one: --cookie, --cookie-file, or session.login in the target file',
        )
      : finding('warning', 'the session is not let in', 'renew it; look at its name, domain, path and expiry');
  }
  if (within?.succeeded === true && without?.succeeded === true)
    return finding('note', 'it lets in whoever has no session', 'where that is meant, claim session none');
  if (isKept(check)) return [...unused, fine('session', toldOf([check, ...places], name))];
  return finding('warning', 'this is not what the check answers', 'say where the check is with session.path');
}

/** One address, asked with the session and without. */
interface Place {
  readonly asked: string;
  readonly within: Answer | undefined;
  readonly without: Answer | undefined;
}

async function read(inquiry: Inquiry, request: HttpRequest): Promise<Reading> {
  return { request, answer: await inquiry.ask(request) };
}

async function compared(inquiry: Inquiry, readings: readonly Reading[]): Promise<Place[]> {
  const places: Place[] = [];
  for (const { request, answer: within } of readings) {
    const without = await inquiry.ask({ ...request, anonymous: true });
    places.push({ asked: `${request.method} ${request.address}`, within, without });
  }
  return places;
}

/** Served with the session, and refused without it. */
function isKept({ within, without }: Place): boolean {
  return within?.succeeded === true && isRefused(without);
}

function isRefused(answer: Answer | undefined): boolean {
  return answer?.status === 401 || answer?.status === 403;
}

/** What was seen, by address: that a session is asked for at one of them says nothing of the others. */
function toldOf(places: readonly Place[], name: string): string {
  const kept = places.filter(isKept).map(({ asked, without }) => `${asked} (${brief(without)})`);
  const open = places.filter(({ within, without }) => within?.succeeded === true && without?.succeeded === true);
  const others = open.length === 0 ? '' : `; served without one as well: ${open.map(({ asked }) => asked).join(', ')}`;
  return `refused without a session, served with the ${name} one: ${kept.join(', ')}${others}`;
}

function brief(answer: Answer | undefined): string {
  return answer === undefined ? 'not at all' : String(answer.status);
}
