import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { entryId, itemAddress } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';
import { toldIn } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import type { Told } from '../view/telling.ts';

/** A view of a list, and what is wrong with it in words. */
interface Hole {
  readonly answer: Answer;
  readonly fault: string;
}

/** A list of fewer members than these has chosen which ones it shows. */
const NAMED = 4;

/** Of so many members one may be lost; who leaves out more has chosen which ones it shows. */
const ONE_OF = 4;

// A list may leave out long texts.
const LONG = 100;

/**
 * Members that an XML list shows of no entry, though it shows nearly all others, the JSON list has them, and the XML of the record
 * itself names them: both are views of one list (document 4.5-2). A list of few members is a choice, and so is a page for people.
 */
export async function holesIn(
  trial: Trial,
  views: readonly Answer[],
  entries: readonly unknown[],
): Promise<readonly Hole[]> {
  const holes: Hole[] = [];
  for (const answer of views) {
    const lost = answer.representation.syntax === 'xml' ? lostIn(answer, entries, resourceOf(trial)) : [];
    const [id, told] = lost[0] ?? [];
    if (id === undefined || told === undefined || !(await isTold(trial, id, told))) continue;
    holes.push({ answer, fault: `no ${told[0]} ${String(told[1])} of ${id}, which its own XML has` });
  }
  return holes;
}

/** The id of an entry and what of it stands nowhere in the view, for each member that the view does not name. */
function lostIn(
  view: Answer,
  entries: readonly unknown[],
  resource: Resource,
): readonly (readonly [id: string, told: Told])[] {
  const { names, untold } = readerOf(view);
  const all = entries
    .filter(isObject)
    .flatMap((entry) => valuesIn(entry).map((told): [unknown, Told] => [entry, told]));
  const members = [...new Set(all.map(([, [member]]) => member))];
  const lacking = members.filter((member) => !names(member));
  if (members.length - lacking.length < NAMED || lacking.length * ONE_OF > members.length) return [];
  return lacking.flatMap((member) => {
    const lost = all.find(([, told]) => told[0] === member && isShort(told) && untold([told]).length > 0);
    const id = lost === undefined ? undefined : entryId(lost[0], resource);
    return lost === undefined || id === undefined ? [] : [[id, lost[1]]];
  });
}

/** The texts and numbers of an entry, those of its lists as well. */
function valuesIn(entry: Readonly<Record<string, unknown>>): readonly Told[] {
  const listed = Object.entries(entry).flatMap(([member, value]) =>
    Array.isArray(value) ? value.map((one: unknown) => ({ [member]: one })) : [],
  );
  return [entry, ...listed].flatMap(toldIn);
}

function isShort([, value]: Told): boolean {
  return String(value).length <= LONG;
}

async function isTold(trial: Trial, id: string, told: Told): Promise<boolean> {
  const resource = resourceOf(trial);
  if (resource.item === undefined) return false;
  const headers = { accept: resource.mediaTypes.xml };
  const own = await trial.send({ method: 'GET', address: itemAddress(resource, id), headers });
  const { syntax, problem } = own.representation;
  if (own.status !== 200 || syntax !== 'xml' || problem !== undefined) return false;
  const { names, untold } = readerOf(own);
  return names(told[0]) && untold([told]).length === 0;
}
