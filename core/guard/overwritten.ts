import type { Answer } from '../answer.ts';
import type { Read } from '../records/listed-before.ts';
import { type Claim, holds, type RecordResource } from '../records/record-claim.ts';
import { readRequest } from '../records/record-requests.ts';
import type { Replaced } from './replaced.ts';

/**
 * Whether creations change records that were there before the run: a service may take a value of the sample for the key of a record, and
 * put what it is sent in its place. The first such record is changed before anybody can know; it should be the only one.
 */
export interface Overwritten {
  /** Looks once at the record of before that a creation named. */
  look(claim: Claim): Promise<void>;
  /** The first one that was changed, with the answers that show it. */
  changed(resource: RecordResource): ChangedByCreation | undefined;
  /** Why no more is created; undefined where it is. */
  whyNoMore(resource: RecordResource): string | undefined;
}

/** A record of before that a creation of the run changed. */
export interface ChangedByCreation {
  readonly id: string;
  readonly creation: Answer;
  /** What a GET of it showed then. */
  readonly shown: Answer;
}

/** What it is found out by. */
export interface OverwrittenOptions {
  readonly read: Read;
  readonly nonce: string;
  /** Whether others make records meanwhile: then the id may be given again, since they may have deleted the older record. */
  readonly replaced: Pick<Replaced, 'othersMake'>;
}

/** Opens what a run knows of it. */
export function openOverwritten({ read, nonce, replaced }: OverwrittenOptions): Overwritten {
  const changed = new Map<string, ChangedByCreation>();
  const looks = new Map<Claim, Promise<void>>();
  const lookAt = async ({ resource, answer }: Claim, id: string): Promise<void> => {
    const request = readRequest(resource, id);
    const shown = request && (await read(request));
    if (shown?.succeeded !== true || !holds(shown, nonce)) return;
    if (!(await replaced.othersMake(resource))) changed.set(resource.name, { id, creation: answer, shown });
  };
  return {
    async look(claim) {
      const { resource, existed } = claim;
      if (existed === undefined || changed.has(resource.name)) return;
      const looking = looks.get(claim) ?? lookAt(claim, existed);
      looks.set(claim, looking);
      await looking;
    },
    changed: ({ name }) => changed.get(name),
    whyNoMore({ name }) {
      const one = changed.get(name);
      if (one === undefined) return undefined;
      return `no more ${name} are created: a creation by this run changed ${name} ${one.id}, which was there before it`;
    },
  };
}
