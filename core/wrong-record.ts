import type { Answer } from './answer.ts';
import { type Bystander, openBystanders } from './bystanders.ts';
import type { Read } from './listed-before.ts';
import type { RecordResource } from './record-claim.ts';
import { parseJson } from './representation-json.ts';
import { openTurns } from './turns.ts';

/** A write to a record that neither creates nor deletes it: an operation, a command, an update. Or a deletion of what is not there. */
export interface Change {
  /** Its method and path, with `{}` for what tells records and requests apart. */
  readonly place: string;
  /** What it names: a record of the run, one that the run deleted, an id that the run made up, or none at all. */
  readonly names: 'own' | 'gone' | 'made-up' | 'nothing';
  /** The id of the run's own record that it names, there or gone. */
  readonly id?: string;
  readonly resource: RecordResource;
}

/**
 * Looks after a change that was answered with success whether a record of somebody else was changed. A server that looks for a record
 * which it does not find may be given the first one of all by its store (`findOne({ id: undefined })`). One that takes ids modulo the
 * number of its records finds one for each id that the run makes up: the first success there is the last such request.
 */
export interface WrongRecords {
  /** Waits until the change may be sent, or tells why not. The first ones of each kind are sent one at a time. */
  begin(change: Change, reading?: Lane): Promise<Turn>;
  /** Why no more changes of a resource are sent; undefined where they are. */
  whyNoMore(resource: Change['resource']): string | undefined;
  /** The same for all resources. */
  told(): readonly string[];
}

/** Waits with readings until they may be under way beside other requests. */
export type Lane = <T>(readings: () => Promise<T>) => Promise<T>;

/** A change that came to a record which it did not name. */
export interface Misled {
  readonly answer: Answer;
  /** The id of that record. */
  readonly id: string;
}

/** The time in which one change is sent and looked at. It has to be ended, whatever came of it. */
export interface Turn {
  /** Why the change is not sent; undefined where it may be. */
  readonly whyNot?: string;
  /** Whether that is so since an id is not free, and not since a record was seen to be harmed. */
  readonly isReached?: true;
  /** Where such a change was seen to come to another record. */
  readonly misled?: Misled;
  /** Looks whether the change came to another record; tells which one, where it now shows what the change sent. */
  answered(answer: Answer): Promise<Misled | undefined>;
  end(): void;
}

/** What it is found out by. */
export interface WrongRecordsOptions {
  readonly read: Read;
  /** What every value of the run holds. */
  readonly nonce: string;
  /** Whether an id is one of the run's records. */
  readonly isOwn: (resource: Change['resource'], id: string) => boolean;
}

/** After so many successes others are looked at; what names no record of the run is answered with success by few servers. */
const [LOOKS_OWN, LOOKS_OTHER] = [2, 20];

/** So many of each kind are sent while no other change is under way: the first one that does harm is the last one. */
const IN_TURN = 2;

/** Opens what a run knows of them. */
export function openWrongRecords(options: WrongRecordsOptions): WrongRecords {
  const others = openBystanders(options);
  const turns = openTurns();
  const [answers, looks] = [new Map<string, number>(), new Map<string, number>()];
  const changed = new Map<string, string>();
  const reached = new Map<string, string>();
  const misled = new Map<string, Misled>();

  const count = (counts: Map<string, number>, key: string): number => counts.get(key) ?? 0;
  const add = (counts: Map<string, number>, key: string): void => void counts.set(key, count(counts, key) + 1);

  /** Why nothing is written to what the run deleted: somebody else's record has its id by now. */
  const whyTaken = async ({ names, id, resource }: Change): Promise<string | undefined> => {
    const isTaken = names === 'gone' && id !== undefined && (await others.isOthers(resource, id));
    return isTaken ? `${id} was deleted, and is shown as another record now` : undefined;
  };

  return {
    async begin(change, reading = (readings) => readings()) {
      const { place, names, id, resource } = change;
      const key = `${place} ${names}`;
      await reading(() => others.watch(resource));
      const end = count(answers, key) < IN_TURN ? await turns.take(resource.name) : () => undefined;
      const whyReached = names === 'made-up' ? reached.get(resource.name) : await reading(() => whyTaken(change));
      const whyNot = changed.get(resource.name) ?? whyReached;
      const isLookedAt = count(looks, key) < (names === 'own' ? LOOKS_OWN : LOOKS_OTHER);
      const before =
        whyNot === undefined && isLookedAt && names === 'own' && id !== undefined
          ? await reading(() => others.state(resource, id))
          : undefined;
      const known = misled.get(key);
      return {
        ...(whyNot === undefined ? {} : { whyNot }),
        ...(known === undefined ? {} : { misled: known }),
        ...(whyNot !== undefined && whyNot === whyReached ? { isReached: true } : {}),
        async answered(answer) {
          add(answers, key);
          if (!answer.succeeded) return undefined;
          if (names === 'made-up')
            reached.set(
              resource.name,
              `${place} was answered with success, so that such ids may reach records of others`,
            );
          if (!isLookedAt) return undefined;
          add(looks, key);
          // On a server that others use as well, any record may change: only where this one did not is each of them looked at.
          const isDone =
            id !== undefined && before !== undefined && (await reading(() => others.hasChanged(resource, id, before)));
          const other = await reading(() => others.changed(resource, isDone ? 'first and last' : 'all'));
          if (other === undefined) return undefined;
          changed.set(
            resource.name,
            `${place} was answered with success, and ${other.id}, which it did not name, ${other.became}`,
          );
          if (isDone || id === undefined || !tookWhatWasSent(other, answer)) return undefined;
          misled.set(key, { answer, id: other.id });
          return misled.get(key);
        },
        end,
      };
    },
    whyNoMore: ({ name }) => changed.get(name),
    told: () => [...changed.values()],
  };
}

/**
 * Whether a record shows a text that the change sent, and did not before. One that another run of this tool made shows texts of the same
 * target file, and is left out.
 */
function tookWhatWasSent({ before, now }: Bystander, { exchange }: Answer): boolean {
  const { body } = exchange.request;
  const sent = body === null ? [] : textsOf(parseJson(new TextDecoder().decode(body)));
  const [was, is] = [textsOf(before), textsOf(now)];
  if (is.some((text) => /assayer/iu.test(text))) return false;
  return sent.some((text) => text.length >= LEAST_TEXT && is.includes(text) && !was.includes(text));
}

/** A shorter text may be set by somebody else at the same moment. */
const LEAST_TEXT = 8;

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
