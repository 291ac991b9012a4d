import { type Change, type HostileServer, jsonBody, jsonValue, records, spoiling } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `json-${id}`,
  title,
  kind: 'json',
  start: spoiling(change),
});

const ids = (id: string, title: string, make: (index: number) => unknown): HostileServer =>
  one(
    `id-${id}`,
    title,
    records((record, index) => ({ ...record, id: make(index) })),
  );

/** What a list becomes, and what a record gains. */
function everywhere(text: string): Change {
  return jsonBody((honest) => {
    const isList = honest.trimStart().startsWith('[');
    return isList ? `[${text}]` : honest.replace(/\}\s*$/u, `,"more":${text}}`);
  });
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const nestedObjects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Replaces what lists hold. */
function lists(make: (entries: readonly unknown[]) => unknown): Change {
  return jsonValue((value) => (Array.isArray(value) ? make(value) : value));
}

/** JSON that is valid and odd, or no JSON at all. */
export const json: readonly HostileServer[] = [
  one('levels-8000', 'JSON has 8,000 levels of lists.', everywhere(nested(8000))),
  one('levels-8000-objects', 'JSON has 8,000 levels of objects.', everywhere(nestedObjects(8000))),
  one('levels-1000000', 'JSON has a million levels.', everywhere(nested(1_000_000))),
  one(
    'members-of-prototypes',
    'Records have members named __proto__, constructor and toString.',
    jsonBody((text) =>
      text.replaceAll(
        '{',
        '{"__proto__":{"polluted":true,"id":"p"},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null,"then":1,',
      ),
    ),
  ),
  one(
    'members-twice',
    'Members stand twice, with other values.',
    jsonBody((text) => text.replaceAll('{', '{"id":"99","name":"first",')),
  ),
  one(
    'members-many',
    'Records have 200,000 members.',
    everywhere(`{${Array.from({ length: 200_000 }, (_, i) => `"m${i}":${i}`).join(',')}}`),
  ),
  one(
    'list-of-20000',
    'Lists hold 20,000 records.',
    lists((entries) =>
      Array.from({ length: 20_000 }, (_, i) => ({ ...Object(entries[i % entries.length]), id: `${i + 1}` })),
    ),
  ),
  one(
    'records-of-a-megabyte',
    'Each record has a text of a megabyte.',
    records((record) => ({ ...record, note: 'x'.repeat(1_000_000) })),
  ),
  one(
    'text-of-ellipses',
    'Bodies hold a megabyte of ellipses.',
    records((record) => ({ ...record, note: '…'.repeat(350_000) })),
  ),
  one(
    'text-of-quotes',
    'Bodies hold 500,000 escaped quotes.',
    records((record) => ({ ...record, note: '"\\'.repeat(250_000) })),
  ),
  one(
    'blanks',
    'A megabyte of blanks stands before JSON.',
    jsonBody((text) => ' '.repeat(1_000_000) + text),
  ),
  one(
    'numbers-huge',
    'Numbers are larger than any double.',
    jsonBody((text) => text.replace(/:\d+(?:\.\d+)?/gu, ':1e400')),
  ),
  one(
    'numbers-long',
    'Numbers have 100,000 digits.',
    jsonBody((text) => text.replace(/:\d+(?:\.\d+)?/gu, `:${'7'.repeat(100_000)}`)),
  ),
  one(
    'not-a-number',
    'Numbers are NaN and Infinity.',
    jsonBody((text) => text.replace(/:\d+(?:\.\d+)?/gu, ':NaN')),
  ),
  one(
    'commas',
    'JSON has a comma too many.',
    jsonBody((text) => text.replaceAll('}', ',}')),
  ),
  one(
    'comments',
    'JSON has comments.',
    jsonBody((text) => `/* a list */ ${text} // the end`),
  ),
  one(
    'two-values',
    'Two JSON values stand one after the other.',
    jsonBody((text) => `${text}${text}`),
  ),
  one(
    'cut',
    'JSON is cut in the middle.',
    jsonBody((text) => text.slice(0, text.length / 2)),
  ),
  one(
    'empty',
    'JSON bodies are empty.',
    jsonBody(() => ''),
  ),
  one(
    'null',
    'Every body is null.',
    jsonBody(() => 'null'),
  ),
  one(
    'list-of-anything',
    'Lists hold values of every type.',
    lists(() => [null, true, 0, -1e-7, '', 'x', [], [[]], {}, { id: {} }]),
  ),
  one(
    'lists-empty',
    'Every list is empty.',
    lists(() => []),
  ),
  one(
    'lists-endless-pages',
    'Lists are wrapped and say that there is always more.',
    jsonValue((value, { path }) =>
      Array.isArray(value) ? { items: value, next: `${path}?page=${Math.random()}`, total: 1e15 } : value,
    ),
  ),
  one(
    'records-as-lists',
    'Records are lists.',
    jsonValue((value) => (Array.isArray(value) ? value : [value])),
  ),
  ids('surrogate', 'Ids are lone surrogates.', () => '\ud800'),
  ids('empty', 'Ids are empty.', () => ''),
  ids('dots', 'Ids are two dots.', () => '..'),
  ids('path', 'Ids hold slashes, a query and a fragment.', () => '../../users/1?a=b#c'),
  ids('lines', 'Ids hold line breaks and a field.', () => '1\r\nX-Injected: yes\r\n\r\n'),
  ids('nul', 'Ids hold NUL.', () => '1\0'),
  ids('long', 'Ids have 100,000 characters.', () => 'i'.repeat(100_000)),
  ids('null', 'Ids are null.', () => null),
  ids('object', 'Ids are objects.', () => ({ id: { id: 1 } })),
  ids('alike', 'All ids are the same.', () => '1'),
  ids('absolute', 'Ids are addresses of another host.', () => 'http://192.0.2.1/x'),
  ids('numbers-beyond', 'Ids are numbers that no double holds.', (index) => 2 ** 60 + index),
];
