import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { resourceOf } from '../subjects.ts';
import { asking, besides, type Place, type View, viewsAt } from '../view/views.ts';

/** An address that was asked for in JSON first, and in another representation after it. */
interface JsonFirst {
  readonly json: Answer | undefined;
  readonly other: Answer | undefined;
}

/** An address of the same kind that nobody has asked for; undefined where there is none. */
export type Fresh = () => Promise<string | undefined>;

/** What came for another Accept than its own, and what shows that it comes otherwise as well. */
export interface Mixed {
  readonly control: Answer;
  readonly before: Answer;
  readonly answer: Answer;
  readonly name: RepresentationName;
}

/**
 * Demands that what Accept chooses does not depend on who asked before (document 4.5-1): of addresses of one kind, those that are asked for
 * in another representation first give JSON after it, and those that are asked for in JSON first give the other one, where the first
 * reading of each is what was asked for. What is kept by its address alone comes to everybody as it was asked for first. A target that
 * serves one type there owes nothing.
 */
export async function comesInTurn(
  trial: Trial,
  name: RepresentationName,
  fresh: Fresh,
  known: JsonFirst,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const read = async (address: string, as: RepresentationName): Promise<Answer> => {
    const answer = await trial.send(asking(trial, { kind: 'made', address }, as));
    answers.push(answer);
    return answer;
  };
  const look = async (jsonFirst?: JsonFirst): Promise<Mixed | undefined> => {
    const address = await fresh();
    if (address === undefined) return undefined;
    const other = await read(address, name);
    if (!isIn(name, other)) return undefined;
    const json = await read(address, 'json');
    const second = jsonFirst === undefined ? await fresh() : undefined;
    const first =
      second === undefined ? jsonFirst : { json: await read(second, 'json'), other: await read(second, name) };
    return mixedUp(name, { other, json }, first ?? { json: undefined, other: undefined });
  };
  isTold(trial, await seenEachTime(await look(known), look));
  return answers;
}

/** What is wrong with an address that was asked for in another representation first, or with one that was asked for in JSON first. */
export function mixedUp(
  name: RepresentationName,
  otherFirst: { readonly other: Answer; readonly json: Answer },
  jsonFirst: JsonFirst,
): Mixed | undefined {
  const { other, json } = otherFirst;
  const isOther = (answer: Answer | undefined, as: RepresentationName): answer is Answer =>
    answer?.status === 200 && !isIn(as, answer);
  if (jsonFirst.json === undefined || !isIn('json', jsonFirst.json) || !isIn(name, other)) return undefined;
  if (isOther(json, 'json')) return { control: jsonFirst.json, before: other, answer: json, name: 'json' };
  if (!isOther(jsonFirst.other, name)) return undefined;
  return { control: other, before: jsonFirst.json, answer: jsonFirst.other, name };
}

function isTold(trial: Trial, mixed: Mixed | undefined): void {
  if (mixed === undefined) return;
  const { control, before, answer, name } = mixed;
  const due = `${resourceOf(trial).mediaTypes[name]} for that Accept, whoever asked before`;
  fail(due, `${answer.mediaType}, as it was asked for before`, control, before, answer);
}

function isIn(name: RepresentationName, { status, representation: { syntax } }: Answer): boolean {
  return status === 200 && syntax === name;
}

/**
 * Queries and nested records, each under two other spellings of its address, which nobody else asks for: with a parameter that nothing
 * knows, and with a letter percent-encoded (RFC 3986 6.2.2.2). A target may refuse either; then nothing is due.
 */
export async function besidesInTurn(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const names = resourceOf(trial).representations.filter((name) => name !== 'json');
  for (const [i, place] of besides(trial).entries()) {
    const name = names[i % names.length];
    const views = await viewsAt(trial, place);
    const known: JsonFirst = { json: answerAs(views, 'json'), other: answerAs(views, name) };
    if (name === undefined || known.json === undefined) continue;
    const asked = await comesInTurn(trial, name, async () => withParameter(place, trial.unique()), known);
    // What passes over parameters may still keep its answers by the path as it was written.
    const isSpelt = place.kind === 'nested' && asked.every((answer) => !isIn(name, answer));
    answers.push(...asked, ...(isSpelt ? await comesInTurn(trial, name, withEncodedLetters(place), known) : []));
  }
  return answers;
}

function answerAs(views: readonly View[], name: RepresentationName | undefined): Answer | undefined {
  return views.find((view) => view.name === name)?.answer;
}

function withParameter({ address }: Place, unique: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}zqx=${unique}`;
}

/** One letter of the segment before the last one as its code, another one each time: `/users/1/%73sh-keys/0`. */
function withEncodedLetters({ address }: Place): Fresh {
  const segments = address.split('/');
  const [segment = ''] = segments.slice(-2);
  const places = [...segment].flatMap((letter, at) => (/[a-z]/u.test(letter) ? [at] : []));
  return async () => {
    const at = places.shift();
    if (at === undefined) return undefined;
    const spelt = `${segment.slice(0, at)}%${segment.charCodeAt(at).toString(16)}${segment.slice(at + 1)}`;
    return segments.with(-2, spelt).join('/');
  };
}
