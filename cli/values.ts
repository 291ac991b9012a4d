import { InvalidArgumentError } from 'commander';
import type { Shard } from '../core/results/results.ts';
import { UsageProblem } from '../judge/options.ts';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads a duration into milliseconds: seconds, or a number with ms, s, m or h. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/u.exec(text.trim());
  const milliseconds = Number(match?.[1]) * (UNITS[match?.[2] ?? 's'] ?? Number.NaN);
  // Timers hold no more than 31 bits of milliseconds.
  if (Number.isFinite(milliseconds) && milliseconds <= 2 ** 31 - 1) return milliseconds;
  throw new InvalidArgumentError('Write seconds, or a number with a unit: 500ms, 10s, 2m.');
}

/** Reads a duration that ends something, so that it cannot be 0. */
export function parseLimit(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds > 0) return milliseconds;
  throw new InvalidArgumentError('Write a time above 0: 500ms, 10s, 2m.');
}

/** Reads a percentage into a share from 0 to 1. The sign is asked for, since 1 could mean 1% or all. */
export function parsePercent(text: string): number {
  const value = Number(/^(\d+(?:\.\d+)?)%$/u.exec(text.trim())?.[1]);
  if (value >= 0 && value <= 100) return value / 100;
  throw new InvalidArgumentError('Write a percentage from 0% to 100%, such as 90%.');
}

/** Reads a whole number from `least` up. */
export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/u.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`Write a whole number, ${least} or more.`);
  };
}

const SIZES: Readonly<Record<string, number>> = { '': 1, kb: 1024, mb: 1024 * 1024 };

/** Reads a size into bytes: a whole number, or one with kb or mb. */
export function parseSize(text: string): number {
  const match = /^(\d{1,9})(kb|mb)?$/iu.exec(text.trim());
  const bytes = Number(match?.[1]) * (SIZES[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN);
  if (bytes >= 1) return bytes;
  throw new InvalidArgumentError('Write bytes, or a number with a unit: 500kb, 5mb.');
}

/** Reads a number above 0, such as 0.5. */
export function parseRate(text: string): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/u.test(text) && value > 0) return value;
  throw new InvalidArgumentError('Write a number above 0: requests per second, such as 20 or 0.5.');
}

/** Reads a shard: `2/5` is the second of five. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,3})\/(\d{1,3})$/u.exec(text.trim()) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new InvalidArgumentError('Write which of how many: 2/5 is the second of five shards.');
}

/** Reads a seed: a whole number of at most 32 bits, as a report tells it. */
export function parseSeed(text: string): number {
  const value = Number(text);
  if (/^-?\d+$/u.test(text) && Math.abs(value) < 2 ** 32) return value;
  throw new InvalidArgumentError('Write a whole number of at most 32 bits.');
}

/** Reads a port: 0 for any that is free. */
export function parsePort(text: string): number {
  const value = Number(text);
  if (/^\d+$/u.test(text) && value <= 65_535) return value;
  throw new InvalidArgumentError('Write a port from 0 (any that is free) to 65535.');
}

/** Adds a `Name: value` to the fields so far. */
export function parseHeader(text: string, soFar: Readonly<Record<string, string>> = {}): Record<string, string> {
  const match = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([^\r\n\0]*)$/u.exec(text);
  const [, name, value] = match ?? [];
  // Commander would quote the value, which may be a secret.
  if (name === undefined || value === undefined) throw new UsageProblem('--header: write it as “Name: value”');
  return { ...soFar, [name]: value.trim() };
}

/** Reads a label, and adds it to those before it. */
export function parseLabel(text: string, soFar: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = text.indexOf('=');
  const key = text.slice(0, at);
  if (at < 1) throw new InvalidArgumentError('Write key=value, such as commit=3f2a91c.');
  if (Object.hasOwn(soFar, key)) throw new InvalidArgumentError(`The label ${key} was given before.`);
  return { ...soFar, [key]: text.slice(at + 1) };
}

/** Adds a value to the list so far: for options that may be given several times. */
export function collect(text: string, soFar: readonly string[] = []): string[] {
  return [...soFar, text];
}

/** Adds comma-separated values to the list so far. */
export function collectList(text: string, soFar: readonly string[] = []): string[] {
  return [...soFar, ...text.split(',').map((value) => value.trim())];
}
