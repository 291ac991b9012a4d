import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { messageOf } from '../../core/message-of.ts';
import { isObject } from '../../core/representation/json-value.ts';
import { transcriptSchema } from '../../fixtures/schemas/transcript.ts';
import { UsageProblem } from '../options.ts';
import {
  type EndLine,
  type ExchangeLine,
  FORMAT,
  type HeadLine,
  type Line,
  type SignalLine,
  type TimerLine,
} from './lines.ts';

/** What a run was handed: an answer, the end of a pause, or the order to stop. */
export type Event = (ExchangeLine | TimerLine | SignalLine) & {
  /** The line of the file, from 1. */
  readonly line: number;
};

/** A transcript that is whole and unchanged. */
export interface Transcript {
  readonly path: string;
  readonly head: HeadLine;
  readonly events: readonly Event[];
  readonly end: EndLine['end'];
}

/** Reads a transcript. Throws a UsageProblem for a file that holds none, that was cut, or that was changed. */
export async function readTranscript(path: string): Promise<Transcript> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new UsageProblem(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  });
  const lines = linesIn(bytes);
  const head = parsed(bytes, lines[0]);
  const format = isObject(head) ? head['format'] : undefined;
  if (typeof format !== 'string' || !format.startsWith('assayer-transcript/')) {
    throw new UsageProblem(`${path} holds no transcript of assayer; give a file that check --transcript wrote`);
  }
  if (format !== FORMAT) {
    throw new UsageProblem(
      `${path} is of format ${format}; this version reads ${FORMAT}: use the version that wrote it`,
    );
  }
  checkDigest(path, bytes, lines.at(-1));
  const matches = new Ajv2020({ strictRequired: false, allowUnionTypes: true }).compile<HeadLine | Line>(
    transcriptSchema,
  );
  const known = lines.slice(0, -1).map((line, i) => {
    const content = parsed(bytes, line);
    if (matches(content)) return content;
    throw new UsageProblem(`${path}: line ${i + 1} is no line of a transcript; record the run again`);
  });
  const events = known.flatMap((line, i): Event[] =>
    'format' in line || 'end' in line ? [] : [{ ...line, line: i + 1 }],
  );
  const end = known.at(-1);
  const [first] = known;
  if (first === undefined || !('format' in first) || end === undefined || !('end' in end)) throw cut(path);
  return { path, head: first, events, end: end.end };
}

interface Place {
  readonly from: number;
  readonly to: number;
}

function linesIn(bytes: Uint8Array): readonly Place[] {
  const places: Place[] = [];
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(0x0a, from);
    const to = at === -1 ? bytes.length : at;
    places.push({ from, to });
    from = to + 1;
  }
  return places;
}

function parsed(bytes: Buffer, place: Place | undefined): unknown {
  if (place === undefined) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8', place.from, place.to));
  } catch {
    return undefined;
  }
}

function checkDigest(path: string, bytes: Buffer, last: Place | undefined): void {
  const content = parsed(bytes, last);
  const digest = isObject(content) ? content['sha256'] : undefined;
  if (last === undefined || typeof digest !== 'string') throw cut(path);
  const found = createHash('sha256').update(bytes.subarray(0, last.from)).digest('hex');
  if (found === digest) return;
  throw new UsageProblem(
    `${path} was changed after it was written: its digest is ${found}, and its last line says ${digest}`,
  );
}

function cut(path: string): UsageProblem {
  return new UsageProblem(
    `${path} ends before its last line: the run that wrote it was killed, or the file was cut; record the run again`,
  );
}
