import type { Answer } from '../answer.ts';
import { isAbsent } from '../http/status-kinds.ts';
import type { Read } from '../records/listed-before.ts';
import type { Claim, RecordResource } from '../records/record-claim.ts';
import { readRequest } from '../records/record-requests.ts';
import type { Turns } from '../run/turns.ts';

/** Methods beside GET that only read (RFC 9110 9.2.1). */
export const SAFE_METHODS = ['HEAD', 'OPTIONS'] as const;

/** One of them. */
export type SafeMethod = (typeof SAFE_METHODS)[number];

/**
 * A method that only reads, but that a router which does not know it may take for another one: json-server 1.0.0-beta.3 deletes the record
 * that a HEAD names. So the first one of a run goes to a record of the run that no check uses, and the run looks whether that is still there.
 */
export interface SafeMethodGuard {
  /** Waits until the method may be sent, or tells why not. `place`: the record that its address names, as far as it names one. */
  begin(place: SafePlace | undefined): Promise<SafeTurn>;
  /** Such a request to a record of the run, and the GET that shows that it took it away; sends one where none was sent. */
  took(): Promise<Taken | undefined>;
  /** What the method was seen to do, in words. */
  told(): readonly string[];
}

/** A record of the run that such a request took away, by the answers that show it. */
export interface Taken {
  readonly resource: RecordResource;
  readonly method: SafeMethod;
  readonly request: Answer;
  readonly after: Answer;
}

/** A record that such a request names. */
export interface SafePlace {
  readonly resource: RecordResource;
  readonly id: string;
  /** Whether it is one of the run: its loss harms nobody, and shows the fault. */
  readonly isOwn: boolean;
}

/** The time in which one such request is sent and looked at. It has to be ended, whatever came of it. */
export interface SafeTurn {
  readonly whyNot?: string;
  /** It was answered. */
  answered(): Promise<undefined>;
  end(): void;
}

/** What it is found out by. */
export interface SafeMethodOptions {
  readonly method: SafeMethod;
  readonly read: Read;
  /** A record of the run that nothing else of it uses; undefined where none can be made. */
  readonly spare: () => Promise<Claim | undefined>;
  /** Shared by these methods, so that the loss is told of the one that caused it. */
  readonly turns: Turns;
  /** Waits as long as the target may follow late. */
  readonly late: () => Promise<void>;
}

type Named = Pick<Claim, 'resource' | 'id'>;

const FREE: SafeTurn = { answered: async () => undefined, end: () => undefined };

/** Opens what a run knows of one of them. */
export function openSafeMethod({ method, read, spare, turns, late }: SafeMethodOptions): SafeMethodGuard {
  let isTried = false;
  let hasSpare = true;
  let harm: string | undefined;
  let taken: Taken | undefined;

  const get = async ({ resource, id = '' }: Named): Promise<Answer | undefined> => {
    const request = readRequest(resource, id);
    return request && (await read(request));
  };
  /** The answer that shows that one is gone. One copy of several may not know it yet, so that it is asked again, later too. */
  const lookAfter = async (one: Named): Promise<Answer | undefined> => {
    let last: Answer | undefined;
    for (const wait of [undefined, undefined, late]) {
      await wait?.();
      last = await get(one);
      if (last === undefined || !isAbsent(last)) return undefined;
    }
    return last;
  };
  const inWords = (whose: string, { resource, id }: Named): string =>
    `${method} took ${whose} away: ${resource.name} ${id} was there before it, and is gone`;
  const tryOne = async (): Promise<Taken | undefined> => {
    const one = await spare();
    const request = one?.id === undefined ? undefined : readRequest(one.resource, one.id);
    if (one === undefined || request === undefined || (await get(one))?.status !== 200) return undefined;
    const answer = await read({ ...request, method });
    if (answer === undefined) return undefined;
    const after = await lookAfter(one);
    if (after !== undefined) harm = inWords('a record of this run', one);
    isTried = true;
    return after && { resource: one.resource, method, request: answer, after };
  };
  const trySpare = async (): Promise<void> => {
    if (!hasSpare) return;
    // One record is made for it at most, and a second one where the first is gone: others may delete records too.
    hasSpare = false;
    if ((await tryOne()) !== undefined) taken = await tryOne();
  };
  const lookAtOthers = async (place: SafePlace): Promise<undefined> => {
    if ((await lookAfter(place)) !== undefined) harm = inWords('a record that this run did not make', place);
    isTried = true;
    return undefined;
  };
  const turnOf = async (place: SafePlace | undefined, end: () => void): Promise<SafeTurn> => {
    if (!isTried) await trySpare();
    if (harm !== undefined) return { ...FREE, whyNot: harm, end };
    if (isTried || place === undefined || (await get(place))?.status !== 200) return { ...FREE, end };
    return { answered: () => lookAtOthers(place), end };
  };

  const begin: SafeMethodGuard['begin'] = async (place) => {
    if (place?.isOwn === true || (isTried && harm === undefined)) return FREE;
    const end = await turns.take('safe methods');
    try {
      return await turnOf(place, end);
    } catch (failure) {
      end();
      throw failure;
    }
  };

  return {
    begin,
    async took() {
      const { end } = await begin(undefined);
      end();
      return taken;
    },
    told: () => (harm === undefined ? [] : [`${harm}. No ${method} is sent any more but to records of this run`]),
  };
}
