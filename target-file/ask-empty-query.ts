import { fillTemplate } from '../core/http/address.ts';
import { mayBeAsked } from '../core/ids/query-values.ts';
import type { Draft } from './draft.ts';
import type { Inquiry } from './inquiry.ts';

/** What a query for a value that no record can have is answered (document 4.4-m2); undefined when nothing can be asked. */
export async function askEmptyQuery(
  inquiry: Inquiry,
  draft: Draft,
): Promise<{ emptyQuery: 200 | 204; why: string } | undefined> {
  const resource = draft.resources.find(({ query }) => query !== undefined);
  if (resource?.query === undefined) return undefined;
  const value = resource.query.empty ?? inquiry.unique();
  if (!mayBeAsked(resource.query, value)) return undefined;
  const address = fillTemplate(resource.query.address, { value });
  const answer = await inquiry.ask({ method: 'GET', address }, resource);
  if (answer === undefined) return undefined;
  // Only a 204 is the dissenting position; anything else is to be judged by the rule itself.
  const { status } = answer;
  const due = status === 200 || status === 204 ? '' : ', where 200 or 204 is due';
  return { emptyQuery: status === 204 ? 204 : 200, why: `an empty query was answered ${status}${due}` };
}
