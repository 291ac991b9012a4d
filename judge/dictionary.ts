import { readFileSync } from 'node:fs';
import { isObject } from '../core/representation/json-value.ts';
import { type Dictionary, type PackedDictionary, unpacked } from '../core/results/known-faults.ts';

let known: Dictionary | undefined;

/** All known faults, read once, when a run first needs them; none where the file is not there. */
export function dictionary(): Dictionary {
  known ??= read() ?? { format: 'assayer-dictionary/1', reads: [], faults: [] };
  return known;
}

function read(): Dictionary | undefined {
  // Beside the sources, or one level above the built files.
  for (const place of ['../fixtures/dictionary.json', '../../fixtures/dictionary.json']) {
    try {
      const found: unknown = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));
      if (isDictionary(found)) return unpacked(found);
    } catch {
      // Not there: the other place has it.
    }
  }
  return undefined;
}

function isDictionary(value: unknown): value is PackedDictionary {
  return isObject(value) && value['format'] === 'assayer-dictionary/1';
}
