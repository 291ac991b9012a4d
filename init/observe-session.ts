import type { Answer } from '../core/answer.ts';
import type { Claims } from '../core/claims.ts';
import type { Target } from '../core/target.ts';
import type { Inquiry } from '../target-file/inquiry.ts';
import type { Found } from './finding.ts';

/** A session that nobody was given. */
const MADE_UP = 'assayer-made-up';

/**
 * Which session check the target has (5.3), by three GETs of it: without a session, with a made-up one, and with the given one.
 * What contradicts the document is not claimed, so that it shows as a fault.
 */
export async function observeSession(
  inquiry: Inquiry,
  { session, claims }: Pick<Target, 'session' | 'claims'>,
  isGiven: boolean,
): Promise<Found<Claims['session']>> {
  const { address, cookieName } = session;
  const ask = (cookies: string): Promise<Answer | undefined> =>
    inquiry.ask({ method: 'GET', address, anonymous: true, ...(cookies === '' ? {} : { cookies }) });
  const bare = await ask('');
  const madeUp = await ask(`${cookieName}=${MADE_UP}`);
  const given = isGiven ? await inquiry.ask({ method: 'GET', address }) : undefined;
  const evidence =
    `GET ${address} was answered ${brief(bare)} without a session, ${brief(madeUp)} with a made-up one` +
    (isGiven ? `, ${brief(given)} with the given one` : '');
  const found = (value: Claims['session'], question?: string): Found<Claims['session']> => ({
    value,
    findings: [{ place: 'claims.session', evidence }],
    open: question === undefined ? [] : [{ place: 'claims.session', question }],
  });
  if (bare?.status === 404 || bare?.status === 405) return found('none');
  if (bare?.status === 401 && madeUp?.succeeded === true) return found('presence');
  if (bare?.status === 401 && given?.succeeded === true) return found('validated');
  if (bare?.status === 401) {
    const why = isGiven ? 'the given session was not let in: is it still valid?' : 'give a session that is let in';
    return found('validated', `${evidence}: ${why} (--cookie, --cookie-file or --header)`);
  }
  if (bare?.succeeded === true && !saysWhatTheCheckSays(bare, session)) return found('none');
  if (bare?.succeeded === true)
    return found('presence', `${evidence}: it lets in whoever has no session. Claim none if it has no check`);
  return found(claims.session);
}

function saysWhatTheCheckSays({ text }: Answer, { authorized, unauthorized }: Target['session']): boolean {
  return [authorized, unauthorized].some((said) => text.trim() === JSON.stringify(said) || text.trim() === said);
}

function brief(answer: Answer | undefined): string {
  return answer === undefined ? 'not at all' : String(answer.status);
}
