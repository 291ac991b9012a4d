import { type Answer, asksForJson } from '../core/answer.ts';
import type { Target } from '../core/target.ts';

const NAMED = 3;

/** What explains many results at once, each in a line: it is told before them. A shard tells all, since they are joined later. */
export function headlines(
  answers: readonly Answer[],
  target: Pick<Target, 'baseUrl' | 'resources'>,
  isWhole = true,
): string[] {
  const declared = target.resources.map(({ mediaTypes }) => mediaTypes.json);
  const unlabelled = answers.filter(
    (answer) =>
      answer.succeeded && answer.asRead.isUnlabelledJson && asksForJson(answer) && !declared.includes(answer.mediaType),
  );
  const byPlace = new Map<string, Answer[]>();
  for (const answer of unlabelled) {
    const place = placeOf(answer, target.baseUrl);
    byPlace.set(place, [...(byPlace.get(place) ?? []), answer]);
  }
  const lines = [...byPlace].map(([place, same]) => told(place, same));
  return isWhole ? shortened(lines) : lines;
}

/** The first few lines, and how many there are besides. */
export function shortened(lines: readonly string[]): string[] {
  if (lines.length <= NAMED) return [...lines];
  const left = lines.length - NAMED;
  return [...lines.slice(0, NAMED), `and ${left} more address${left === 1 ? '' : 'es'} with such an answer`];
}

function told(place: string, [first, ...others]: readonly Answer[]): string {
  const type =
    first === undefined || first.mediaType === '' ? 'there is no Content-Type' : `Content-Type says ${first.mediaType}`;
  const more = others.length === 0 ? '' : ` (${others.length + 1} answers)`;
  return `${place}: the body is JSON, but ${type}${more}: a client that goes by the label cannot read it`;
}

// Without its query, and so without what was searched for.
function placeOf({ exchange: { request } }: Answer, baseUrl: string): string {
  const { pathname } = new URL(request.url);
  const prefix = new URL(baseUrl).pathname.replace(/\/$/u, '');
  return `${request.method} ${pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname}`;
}
