import type { Json, JsonObject } from '../../fixtures/json.ts';
import { escapePointer } from '../service/body.ts';
import { isSameJson } from './exact-json.ts';
import { isSameImage, type StateImage } from './image.ts';

/**
 * One change of a record, as an operation of JSON Patch (RFC 6902) on the state with its records under their ids. A record that
 * came or went is one operation at `/deals/4`; of one that changed there is an operation for each member that did, at
 * `/deals/4/data/price`.
 */
export interface RecordChange {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  /** What is there now. */
  readonly value?: Json;
  /** What was there. */
  readonly was?: Json;
}

/** What was added, removed and changed from one state to another, kind by kind in the order of the states. */
export function diffStates(before: StateImage, after: StateImage): RecordChange[] {
  return [
    ...diffRecords('/deals', before.deals, after.deals),
    ...diffRecords('/users', before.users, after.users),
    ...diffRecords('/commands', before.commands, after.commands),
  ];
}

interface Recorded {
  readonly id: string;
  readonly data: JsonObject;
}

function diffRecords(path: string, before: readonly Recorded[], after: readonly Recorded[]): RecordChange[] {
  const old = new Map(before.map((record) => [record.id, record]));
  const stays = new Set(after.map(({ id }) => id));
  const at = (id: string): string => `${path}/${escapePointer(id)}`;
  const gone = before.flatMap(({ id, ...was }) =>
    stays.has(id) ? [] : [{ op: 'remove' as const, path: at(id), was: was as JsonObject }],
  );
  const others = after.flatMap(({ id, ...value }): RecordChange[] => {
    const was = old.get(id);
    if (was === undefined) return [{ op: 'add', path: at(id), value: value as JsonObject }];
    return isSameImage(was, { id, ...value }) ? [] : diffRecord(at(id), was, { id, ...value });
  });
  return [...gone, ...others];
}

function diffRecord(path: string, { data: was, ...oldRest }: Recorded, { data, ...rest }: Recorded): RecordChange[] {
  // What hangs under a record is plain data, like the record; its id is the same in both.
  const beside = diffMembers(path, oldRest as JsonObject, rest as JsonObject);
  return [...diffMembers(`${path}/data`, was, data), ...beside];
}

function diffMembers(path: string, before: JsonObject, after: JsonObject): RecordChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Array.from(names).flatMap((name): RecordChange[] => {
    const [was, value] = [before[name], after[name]];
    const at = `${path}/${escapePointer(name)}`;
    if (value === undefined) return was === undefined ? [] : [{ op: 'remove', path: at, was }];
    if (was === undefined) return [{ op: 'add', path: at, value }];
    return isSameJson(was, value) ? [] : [{ op: 'replace', path: at, value, was }];
  });
}
