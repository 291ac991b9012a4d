import type { Answer } from '../../../core/answer.ts';
import { header } from '../../../core/http/exchange.ts';
import { absolute } from '../../../core/http/origins.ts';
import type { Inapplicable, Subject } from '../../../core/rule.ts';
import type { Target } from '../../../core/target.ts';

/** The session check, or without one the first collection: a 401 there asks for credentials as well (RFC 9110 15.5.2). */
export function challenging(target: Target): readonly (Subject | Inapplicable)[] {
  if (target.claims.session !== 'none') return [{ id: 'target' }];
  const resource = target.resources.find(({ list, unserved }) => list !== undefined && unserved === undefined);
  const notApplicable = 'the target claims no session check (session = none), and no collection is listed';
  return [resource === undefined ? { id: 'target', notApplicable } : { id: resource.name, resource }];
}

/** Where credentials are asked for. */
export function challengePlace({ resource }: Subject, { session }: Target): string {
  return resource?.list?.address ?? session.address;
}

/** Whether an answer is one that session/challenge asks for: to a reading of that place without credentials, whatever its query. */
export function isOfChallenge(target: Target, { exchange }: Answer): boolean {
  const { method, url, headers } = exchange.request;
  const isStranger = header(headers, 'Cookie') === undefined && header(headers, 'Authorization') === undefined;
  if (!isStranger || (method !== 'GET' && method !== 'HEAD')) return false;
  return challenging(target).some(
    (subject) =>
      !('notApplicable' in subject) &&
      withoutQuery(url) === withoutQuery(absolute(target, challengePlace(subject, target))),
  );
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
