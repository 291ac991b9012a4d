import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, which begin first, so that no core is left with one of them at the end. */
const LONGEST: readonly RegExp[] = [
  // Of a project of its own: its worker ends with it.
  /suites\/conformance/u,
  /tests\/mock\/faces/u,
  /tests\/contract\/(?:whole-run|tour)/u,
  /tests\/proof\//u,
  /tests\/browser\//u,
  /tests\/judge\//u,
  /tests\/cli\//u,
  /tests\/(?:safety|hostile|field|machines|package)/u,
  /tests\/suites\//u,
];

/** Files that compute all the time. The others wait for processes, pages and clocks now and then. */
const COMPUTING = /tests\/(?:suites|core|proof|reports)\//u;

/** The usual order of test files within groups: those that are known to take long come first, and one that waits beside one that computes. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((pattern) => pattern.test(moduleId));
      return found === -1 ? LONGEST.length : found;
    };
    const longest = sorted.toSorted((a, b) => rank(a) - rank(b));
    const computing = longest.filter(({ moduleId }) => COMPUTING.test(moduleId));
    return inTurn(
      longest.filter((file) => !computing.includes(file)),
      computing,
    );
  }
}

function inTurn<T>(some: readonly T[], others: readonly T[]): T[] {
  const length = Math.max(some.length, others.length);
  return Array.from({ length }, (_, i) => [...some.slice(i, i + 1), ...others.slice(i, i + 1)]).flat();
}
