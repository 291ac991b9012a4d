import { writeJson } from './exact-json.ts';
import type { StateImage } from './image.ts';

/** A saved state as text: one record on a line, for people and for comparing. In pieces, since a large one is no single text. */
export function* stateText(image: StateImage): Generator<string> {
  const { format, lastNumber, gone, ...records } = image;
  yield `{\n"format":${JSON.stringify(format)},\n"lastNumber":${lastNumber},\n"gone":${JSON.stringify(gone)}`;
  for (const [name, all] of Object.entries(records)) {
    yield `,\n"${name}":[`;
    yield* linesOf(all);
    yield ']';
  }
  yield '\n}\n';
}

/** How many records are made into one piece. */
const PIECE = 500;

function* linesOf(records: readonly object[]): Generator<string> {
  for (let i = 0; i < records.length; i += PIECE)
    yield `${i === 0 ? '' : ','}\n${records
      .slice(i, i + PIECE)
      .map(writeJson)
      .join(',\n')}`;
}
