import { type StartedMock, startMock } from '../../mock/node.ts';

/** A mock with one fault: a deletion answers 202 where 204 is due (4.4-m4). */
export function deletesWith202(): Promise<StartedMock> {
  return startMock({
    wrap: (fetch) => async (request) => {
      const answer = await fetch(request);
      if (request.method !== 'DELETE' || answer.status !== 204) return answer;
      return new Response(null, { status: 202, headers: answer.headers });
    },
  });
}
