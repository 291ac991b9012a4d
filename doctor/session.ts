import type { Answer } from '../core/answer.ts';
import type { Claims } from '../core/claims.ts';
import type { Target } from '../core/target.ts';
import type { OpenedSession } from '../judge/session.ts';
import type { Inquiry } from '../target-file/inquiry.ts';
import { type Finding, fine } from './finding.ts';

/** Whether the session that a run would send is let in, and whether one is needed (5). */
export async function findingsOfSession(
  inquiry: Inquiry,
  { session }: Pick<Target, 'session'>,
  claimed: Claims['session'] | undefined,
  opened: OpenedSession,
): Promise<Finding[]> {
  const notes = opened.notes.filter((note) => !note.startsWith('session = '));
  const unused: Finding[] = notes.map((told) => ({
    subject: 'session',
    weight: 'warning',
    told,
    remedy: 'give a cookie whose domain and path are those of the base address',
  }));
  if (claimed === 'none') return [...unused, fine('session', 'the target file says that there is no session check')];
  const { address } = session;
  const isMadeUp = opened.madeUp.length > 0;
  const within = await inquiry.ask({ method: 'GET', address });
  const without = await inquiry.ask({ method: 'GET', address, anonymous: true });
  const seen = `GET ${address} was answered ${brief(within)} with the ${isMadeUp ? 'made-up' : 'given'} session, and ${brief(without)} without`;
  const finding = (weight: Finding['weight'], told: string, remedy: string): Finding[] => [
    ...unused,
    { subject: 'session', weight, told: `${seen}: ${told}`, remedy },
  ];
  if (without?.status === 404 || without?.status === 405)
    return finding('note', 'there is no session check', 'say where it is with session.path, or claim session none');
  if (within?.status === 401 || within?.status === 403) {
    return isMadeUp
      ? finding(
          'warning',
          'a session of its own is needed',
          'give one: --cookie, --cookie-file, or session.login in the target file',
        )
      : finding('warning', 'the session is not let in', 'renew it; look at its name, domain, path and expiry');
  }
  if (within?.succeeded === true && without?.succeeded === true)
    return finding('note', 'it lets in whoever has no session', 'where that is meant, claim session none');
  if (within?.succeeded === true) return [...unused, fine('session', `${seen}: it works, and is needed`)];
  return finding('warning', 'this is not what the check answers', 'say where the check is with session.path');
}

function brief(answer: Answer | undefined): string {
  return answer === undefined ? 'not at all' : String(answer.status);
}
