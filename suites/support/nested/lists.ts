import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { nestedOf, plain, textsOf, type Walk } from './walks.ts';

/** One owner's records by index and as a list. */
interface Both {
  readonly walk: Walk;
  readonly list: Answer;
  readonly listed: readonly string[];
}

/**
 * The sub-collection as a list, where there is one (the document shows no such address). It may be a part, and in a shape of its
 * own, but it holds no record that only another owner has by index. Where it shows records as they are read by index, these are
 * the same ones: document 4.4, nested read by index.
 */
export async function listedApart(trial: Trial, walks: readonly Walk[]): Promise<readonly Answer[]> {
  const { address } = nestedOf(trial);
  if (!address.endsWith('/{index}')) return [];
  const all: Both[] = [];
  for (const walk of walks.slice(0, 2)) {
    const place = fillTemplate(address.replace(/\/\{index\}$/u, ''), { id: walk.owner });
    const list = await trial.send({ method: 'GET', address: place });
    const { value, problem } = list.representation;
    if (list.status !== 200 || problem !== undefined || !Array.isArray(value) || walk.end === undefined) continue;
    const listed = value.map(plain);
    isOfItsOwner(walk, list, listed, walks);
    all.push({ walk, list, listed });
  }
  readsWhatIsListed(all);
  return all.map(({ list }) => list);
}

function isOfItsOwner({ owner, found }: Walk, list: Answer, listed: readonly string[], walks: readonly Walk[]): void {
  const own = new Set(textsOf({ found }));
  const foreign = new Map(walks.flatMap((walk) => textsOf(walk).map((text) => [text, walk.owner] as const)));
  const wrong = listed.find((text) => !own.has(text) && foreign.has(text));
  list.owes(wrong === undefined, `the records of ${owner} alone`, `one of ${foreign.get(wrong ?? '') ?? ''}`);
}

/** Lists that show several owners' records as they are read by index, and each time more of them than are read. */
function readsWhatIsListed(all: readonly Both[]): void {
  const known = new Set(all.flatMap(({ listed }) => listed));
  const isAsRead = all.some(({ walk }) => textsOf(walk).some((text) => known.has(text)));
  if (!isAsRead || all.length < 2) return;
  for (const { walk, list, listed } of all) {
    const foreign = textsOf(walk).findIndex((text) => !listed.includes(text));
    if (foreign < 0 || listed.length < 1 || list.header('Link') !== undefined) continue;
    const isOfOther = all.some((other) => other.walk !== walk && other.listed.includes(textsOf(walk)[foreign] ?? ''));
    if (isOfOther)
      fail(
        `a record of ${walk.owner}, as its list shows them`,
        'one that the list of another owner shows',
        list,
        ...walk.found.slice(foreign, foreign + 1),
      );
  }
  const isLacking = all.every(({ walk, listed }) => {
    const texts = textsOf(walk);
    return texts.length > 0 && texts.length < new Set(listed).size && texts.every((text) => listed.includes(text));
  });
  const [first] = all;
  if (!isLacking || first === undefined) return;
  fail(
    `each of the ${first.listed.length} listed records of ${first.walk.owner} by an index of its own`,
    `${first.walk.found.length} of them`,
    first.list,
    ...first.walk.found,
    ...[first.walk.end].flatMap((end) => end ?? []),
  );
}
