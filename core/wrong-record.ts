import type { Answer } from './answer.ts';
import { listedIn } from './entries.ts';
import type { HttpRequest } from './exchange.ts';
import { at } from './json-pointer.ts';
import { idText, isObject } from './json-value.ts';
import type { Read } from './listed-before.ts';
import type { RecordResource } from './record-claim.ts';
import { listRequest, readRequest } from './record-requests.ts';
import { sameValue } from './same-value.ts';

/** A request whose body names the record that it is about, as a command and form G do. */
export interface NamedInBody {
  /** The address as the target file writes it. */
  readonly template: string;
  /** Whether the body names a record, for a server that reads it as JSON. */
  readonly isNamed: boolean;
  readonly resource: RecordResource;
}

/**
 * Looks after a success of such a request whether a record of somebody else was changed. A server that looks for a name which it does
 * not find may be given the first record of all by its store (`findOne({ id: undefined })`).
 */
export interface WrongRecords {
  /** Why no more are sent there; undefined where they may be. Reads the first and the last record of others before the first request. */
  whyNot(one: NamedInBody): Promise<string | undefined>;
  /** One was answered with success. */
  succeeded(one: NamedInBody): Promise<void>;
}

/** What it is found out by. */
export interface WrongRecordsOptions {
  readonly read: Read;
  /** Whether an id is one of the run's records. */
  readonly isOwn: (resource: RecordResource, id: string) => boolean;
}

/** After so many successes others are looked at; a body that names nothing is answered with success by few servers. */
const [LOOKS_NAMED, LOOKS_UNNAMED] = [2, 20];

/** Whether a body names a record by each of these members. */
export function isNamedBy(
  { json, headers = {} }: Pick<HttpRequest, 'json' | 'headers'>,
  members: readonly string[],
): boolean {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isJson = type === undefined || /json/iu.test(type);
  return isJson && isObject(json) && members.every((member) => idText(json[member]) !== undefined);
}

/** Opens what a run knows of them. */
export function openWrongRecords({ read, isOwn }: WrongRecordsOptions): WrongRecords {
  const watched = new Map<string, Promise<Map<string, unknown>>>();
  const looks = new Map<string, number>();
  const changed = new Map<string, string>();

  const shown = async (resource: RecordResource, id: string): Promise<unknown> => {
    const request = readRequest(resource, id);
    const answer = request && (await read(request));
    return answer?.succeeded === true ? lasting(answer.representation.value) : undefined;
  };
  /** The first and the last record of others in the list, as they are shown. */
  const watch = async (resource: RecordResource): Promise<Map<string, unknown>> => {
    const request = listRequest(resource);
    const answer = request && (await read(request));
    const ids = answer === undefined ? [] : idsIn(answer, resource).filter((id) => !isOwn(resource, id));
    const states = new Map<string, unknown>();
    for (const id of new Set([...ids.slice(0, 1), ...ids.slice(-1)])) {
      const state = await shown(resource, id);
      // A member that counts readings is another one each time.
      if (state !== undefined && sameValue(state, await shown(resource, id))) states.set(id, state);
    }
    return states;
  };

  return {
    async whyNot({ template, resource }) {
      const watching = watched.get(resource.name) ?? watch(resource);
      watched.set(resource.name, watching);
      await watching;
      const id = changed.get(template);
      if (id === undefined) return undefined;
      return `a request to ${template} was answered with success, and ${id}, which it did not name, changed meanwhile`;
    },
    async succeeded({ template, isNamed, resource }) {
      const key = `${template} ${String(isNamed)}`;
      const count = looks.get(key) ?? 0;
      looks.set(key, count + 1);
      if (count >= (isNamed ? LOOKS_NAMED : LOOKS_UNNAMED)) return;
      const states = (await watched.get(resource.name)) ?? new Map<string, unknown>();
      for (const [id, before] of states) {
        const now = await shown(resource, id);
        if (now === undefined || sameValue(before, now)) continue;
        states.set(id, now);
        changed.set(template, id);
      }
    },
  };
}

function idsIn({ representation }: Answer, resource: RecordResource): readonly string[] {
  const entries = listedIn(representation.value, resource) ?? [];
  return entries.flatMap((entry) => idText(at(entry, resource.list?.id ?? '/id')) ?? []);
}

/** A record without its moments, which may pass by themselves. */
function lasting(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, one]) => !isMoment(one)));
}

function isMoment(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > LEAST_MOMENT;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:/u.test(value);
}

/** Seconds since 1970, some years ago. */
const LEAST_MOMENT = 1_000_000_000;
