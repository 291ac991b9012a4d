import fc from 'fast-check';
import { addRoute, createRouter, findRoute } from 'rou3';
import { expect, test } from 'vitest';
import { createPathTree } from '../../mock/service/path-tree.ts';

const segment = fc.constantFrom('a', 'b', 'users', ':id', ':index', '');
const pathOf = (segments: readonly string[]): string => `/${segments.join('/')}`;
const pattern = fc.array(
  segment.filter((one) => one !== ''),
  { maxLength: 4 },
);
const asked = fc.array(fc.oneof(segment, fc.constantFrom('..', '%2F', 'constructor', '__proto__')), { maxLength: 5 });

// A pattern that names two of its segments alike is nobody's.
const isPlain = (segments: readonly string[]): boolean =>
  segments.filter((one) => one === ':id').length < 2 && segments.filter((one) => one === ':index').length < 2;
// Of two patterns that differ in such names alone, one would never be found.
const shape = (segments: readonly string[]): string => pathOf(segments.map((one) => one.replace(/^:.*/u, ':')));

test('finds what another router finds', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(pattern.filter(isPlain), { maxLength: 8, selector: shape }),
      fc.array(asked, { maxLength: 20 }),
      (patterns, all) => {
        const tree = createPathTree<string>();
        const router = createRouter<string>();
        for (const one of patterns) {
          tree.add(pathOf(one), pathOf(one));
          addRoute(router, '', pathOf(one), pathOf(one));
        }
        for (const path of [...patterns, ...all].map(pathOf)) {
          const known = findRoute(router, '', path);
          const due = known === undefined ? undefined : { data: known.data, params: { ...known.params } };
          expect(tree.find(path), path).toEqual(due);
        }
      },
    ),
    { numRuns: 500 },
  );
});
