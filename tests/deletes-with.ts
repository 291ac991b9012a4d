import type { Fetch } from '../mock/index.ts';
import { type StartedMock, type StartOptions, startMock } from '../mock/node.ts';

/** Stands before a mock with one fault, as long as it is wanted: a deletion answers another status where 204 is due (4.4-m4). */
export function deletedAs(wrong: number, isWanted: () => boolean = () => true): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const answer = await fetch(request);
    const { status, headers } = answer;
    if (!isWanted() || request.method !== 'DELETE' || status !== 204) return answer;
    return new Response(null, { status: wrong, headers });
  };
}

/** A mock with that fault. */
export function deletesWith(wrong: number, options: StartOptions = {}): Promise<StartedMock> {
  return startMock({ ...options, wrap: deletedAs(wrong) });
}
