import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { entryId, itemAddress } from '../evidence.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { tellsAll, toldBy, toldIn } from '../view/equivalence.ts';
import { asking, type Place, type View, viewsAt } from '../view/views.ts';
import { writesNoWord } from '../view/words-for-nothing.ts';

/** A listed record with texts that are hard to write, which the known record may not have. */
export async function oddRecordAlike(trial: Trial, list: Place): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const json = (await viewsAt(trial, list)).find(({ name }) => name === 'json')?.answer;
  if (json === undefined || resource.item === undefined) return [];
  const odd = entriesOf(json, resource).find((entry) =>
    toldIn(entry).some(([, value]) => /[^ -%'-;=?-~]/u.test(String(value))),
  );
  const id = odd === undefined ? undefined : entryId(odd, resource);
  if (id === undefined || id === resource.known) return [];
  const place: Place = { kind: 'item', address: itemAddress(resource, id) };
  const read = (name: View['name']): Promise<Answer> => trial.send(asking(trial, place, name));
  const before = await read('json');
  const others = resource.representations.filter((name) => name !== 'json');
  const views: [View['name'], Answer][] = [];
  for (const name of others) views.push([name, await read(name)]);
  const after = await read('json');
  // Others may change or delete it meanwhile.
  const isStill = before.succeeded && after.succeeded && after.text === before.text;
  if (isStill) for (const [name, answer] of views) isReadHere(name, answer);
  if (!isStill || views.some(([, { succeeded }]) => !succeeded)) return [before, after];
  const told = toldBy(before, resource.item.envelope);
  return [before, ...views.map(([name, answer]) => writesNoWord(tellsAll(answer, told, name), before))];
}

/** A record that is there in JSON is there in each representation, and at the same address (document 4.5-2). A type may be refused. */
function isReadHere(name: View['name'], answer: Answer): void {
  const isElsewhere = answer.status >= 300 && answer.status < 400;
  answer.owes(!isElsewhere && !isAbsent(answer), `the record as ${name} at its own address`);
}
