import type { Answer } from '../answer.ts';
import { isAbsent } from '../http/status-kinds.ts';
import type { Read } from '../records/listed-before.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { listRequest, readRequest } from '../records/record-requests.ts';
import { idOfEntry, listedIn } from '../representation/entries.ts';
import { listed } from './harm-in-words.ts';
import { isOfAnyRun } from './states.ts';

/** Records that others made since the run began, as its lists show them come and go. */
export interface Newcomers {
  /** Notes what a list shows of them. What the first one shows was there before. */
  seen(answer: Answer, resource: RecordResource): void;
  /** How many of them the list lacked when it was read last. */
  missing(resource: RecordResource): number;
  /** Those that the list shows now; undefined where it is old, or a page of all. To be asked while no write is under way. */
  listedNow(resource: RecordResource): Promise<ReadonlySet<string> | undefined>;
  /**
   * Those of some that others made, for all that shows: `came` holds those that came while the run wrote nothing, and others that are shown
   * alike are theirs too, unless there are so many that the service may make one with each record of the run.
   */
  theirs(resource: RecordResource, ids: readonly string[], came: ReadonlySet<string>): readonly string[];
  /** Those of some that a GET does not find any more. */
  goneOf(resource: RecordResource, ids: readonly string[]): Promise<readonly string[]>;
  /** How many are gone, by a last look, in sentences. `why`: what is known of whose doing that is. */
  told(resources: readonly RecordResource[], why: (resource: RecordResource) => string): Promise<readonly string[]>;
}

/** What they are known by. */
export interface NewcomersOptions {
  readonly read: Read;
  /** What every value of the run holds. */
  readonly nonce: string;
  /** Whether an id is one of the run's records. */
  readonly isOwn: (resource: RecordResource, id: string) => boolean;
  /** Whether a record was there before the run. */
  readonly wasOthers: (resource: RecordResource, id: string) => boolean;
  /** Whether the run deleted what had an id; and the ids of its records that are there. */
  readonly isDeleted: (resource: RecordResource, id: string) => boolean;
  readonly there: (resource: RecordResource) => readonly string[];
  /** How many records the run created. */
  readonly created: (resource: RecordResource) => number;
}

/** So many that the list lacks are asked for at the end. */
const MOST = 100;

/** What is known of them in one collection. */
interface Known {
  /** What the first list showed. */
  readonly base: ReadonlySet<string>;
  /** How each was shown, without what tells it from others that one client made. */
  readonly all: Map<string, string>;
  /** Those that show what a run of this tool writes. */
  readonly ofRuns: Set<string>;
  shown: ReadonlySet<string>;
  missing: number;
}

/** Opens what a run knows of them. */
export function openNewcomers(options: NewcomersOptions): Newcomers {
  const { read, nonce, isOwn, wasOthers, isDeleted, there, created } = options;
  const byResource = new Map<string, Known>();
  /** Those that are none of the run's, for all that is known by now. */
  const theirsOf = (resource: RecordResource): readonly string[] =>
    [...(byResource.get(resource.name)?.all.keys() ?? [])].filter(
      (id) => !isOwn(resource, id) && !wasOthers(resource, id),
    );

  const note = (resource: RecordResource, entries: readonly unknown[]): void => {
    const ids = new Map(entries.map((entry) => [idOfEntry(entry, resource) ?? '', entry]));
    ids.delete('');
    const known = byResource.get(resource.name);
    if (known === undefined) {
      const base = new Set(ids.keys());
      byResource.set(resource.name, { base, all: new Map(), ofRuns: new Set(), shown: base, missing: 0 });
      return;
    }
    const { base, all, ofRuns } = known;
    for (const [id, entry] of ids) {
      if (base.has(id) || all.has(id) || ofRuns.has(id) || isOwn(resource, id)) continue;
      if (isOfAnyRun(entry, nonce)) ofRuns.add(id);
      else all.set(id, kindOf(entry, id));
    }
    known.shown = new Set(ids.keys());
    known.missing = theirsOf(resource).filter((id) => !ids.has(id)).length;
  };
  const seen = (answer: Answer, resource: RecordResource): void => {
    const entries = answer.succeeded ? listedIn(answer.representation.value, resource) : undefined;
    if (entries !== undefined) note(resource, entries);
  };
  const readNow = async (resource: RecordResource): Promise<ReadonlySet<string> | undefined> => {
    const request = listRequest(resource);
    const answer = request && (await read(request));
    if (answer?.succeeded !== true || listedIn(answer.representation.value, resource) === undefined) return undefined;
    seen(answer, resource);
    return byResource.get(resource.name)?.shown;
  };
  const goneOf: Newcomers['goneOf'] = async (resource, ids) => {
    const gone: string[] = [];
    for (const id of ids) {
      const request = readRequest(resource, id);
      const answer = request && (await read(request));
      if (answer !== undefined && isAbsent(answer)) gone.push(id);
    }
    return gone;
  };

  return {
    seen,
    missing: ({ name }) => byResource.get(name)?.missing ?? 0,
    async listedNow(resource) {
      const own = there(resource);
      const shown = await readNow(resource);
      if (shown === undefined || own.some((id) => !shown.has(id))) return undefined;
      if ([...shown].some((id) => isDeleted(resource, id))) return undefined;
      return new Set(theirsOf(resource).filter((id) => shown.has(id)));
    },
    theirs(resource, ids, came) {
      const { all } = byResource.get(resource.name) ?? {};
      if (all === undefined || came.size === 0) return [];
      const kinds = new Set([...came].map((id) => all.get(id)));
      const mayBeMade = theirsOf(resource).length > created(resource) / 2;
      return ids.filter((id) => came.has(id) || (!mayBeMade && kinds.has(all.get(id))));
    },
    goneOf,
    async told(resources, why) {
      const sentences: string[] = [];
      for (const resource of resources) {
        if (theirsOf(resource).length === 0) continue;
        const shown = await readNow(resource);
        const lacking = theirsOf(resource).filter((id) => shown?.has(id) === false);
        const gone = await goneOf(resource, lacking.slice(0, MOST));
        if (gone.length === 0) continue;
        const count = gone.length === MOST && lacking.length > MOST ? `${MOST} or more` : `${gone.length}`;
        const are = gone.length === 1 ? 'record of' : 'records of';
        const that = `that others made during this run ${gone.length === 1 ? 'is' : 'are'} gone`;
        sentences.push(`${count} ${are} ${resource.name} ${that}: ${listed(gone)} (${why(resource)})`);
      }
      return sentences;
    },
  };
}

/** How a record is shown, without its id and numbers. */
function kindOf(entry: unknown, id: string): string {
  return (JSON.stringify(entry) ?? '').replaceAll(id, '').replaceAll(/\d+/gu, '');
}
