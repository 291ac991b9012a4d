import type { JsonObject } from '../../fixtures/json.ts';
import { refuseViolations } from '../service/validation.ts';
import type { SessionWish } from '../state/minted-sessions.ts';

/** The wish of a body that keeps the schema. */
export function wishOf({ user, lifeSeconds, crossSite }: JsonObject): SessionWish {
  return {
    user: typeof user === 'string' ? user : 'somebody',
    lifeMs: typeof lifeSeconds === 'number' ? lifeSeconds * 1000 : undefined,
    crossSite: crossSite === true,
  };
}

/** The wish of a link: the same, as text. Refuses with 400 what the schema refuses. */
export async function wishOfQuery(query: URLSearchParams): Promise<SessionWish> {
  const user = query.get('user');
  const lifeSeconds = query.get('lifeSeconds');
  const crossSite = query.get('crossSite');
  const wish: JsonObject = {
    ...(user === null ? {} : { user }),
    ...(lifeSeconds === null ? {} : { lifeSeconds: /^\d+$/u.test(lifeSeconds) ? Number(lifeSeconds) : lifeSeconds }),
    ...(crossSite === null ? {} : { crossSite: { true: true, false: false }[crossSite] ?? crossSite }),
  };
  const { violationsOf } = await import('./body-validation.ts');
  refuseViolations(violationsOf('wish', wish));
  return wishOf(wish);
}
