import type { Shard } from '../core/results/results.ts';
import {
  collect,
  collectList,
  parseCount,
  parseDuration,
  parseHeader,
  parseLabel,
  parseLimit,
  parsePercent,
  parseRate,
  parseSeed,
  parseShard,
  parseSize,
} from './values.ts';

/** What each kind of option gives. */
export interface KindValues {
  readonly text: string;
  readonly texts: readonly string[];
  readonly list: readonly string[];
  readonly switch: boolean;
  /** `--no-…`: false where it is given. */
  readonly no: boolean;
  readonly level: 'must' | 'should';
  readonly shard: Shard;
  readonly header: Readonly<Record<string, string>>;
  readonly label: Readonly<Record<string, string>>;
  readonly countFrom0: number;
  readonly countFrom1: number;
  readonly rate: number;
  readonly duration: number;
  readonly limit: number;
  readonly size: number;
  readonly seed: number;
  readonly percent: number;
}

/** The name of a kind. */
export type Kind = keyof KindValues;

/** Reads a value, knowing those before it where an option may be repeated. */
type Parser<Value> = (text: string, soFar?: Value) => Value;

/** How each kind is read; undefined: as it was given. */
export const PARSERS: { readonly [Name in Kind]: Parser<KindValues[Name]> | undefined } = {
  text: undefined,
  texts: collect,
  list: collectList,
  switch: undefined,
  no: undefined,
  // Commander reads it: `CHOICES` has the values.
  level: undefined,
  shard: parseShard,
  header: parseHeader,
  label: parseLabel,
  countFrom0: parseCount(0),
  countFrom1: parseCount(1),
  rate: parseRate,
  duration: parseDuration,
  limit: parseLimit,
  size: parseSize,
  seed: parseSeed,
  percent: parsePercent,
};

/** The values of a kind that has few. */
export const CHOICES: { readonly [Name in Kind]?: readonly KindValues[Name][] } = { level: ['must', 'should'] };

/** A default as somebody would write it. */
export function shownDefault(kind: Kind, value: string | number): string {
  if (typeof value === 'string') return value;
  if (kind === 'duration' || kind === 'limit') return shownTime(value);
  return kind === 'size' ? shownSize(value) : String(value);
}

function shownTime(ms: number): string {
  if (ms === 0) return '0';
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`;
}

function shownSize(bytes: number): string {
  const kb = bytes / 1024;
  return kb % 1024 === 0 ? `${kb / 1024}mb` : `${kb}kb`;
}
