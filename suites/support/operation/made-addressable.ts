import type { Answer } from '../../../core/answer.ts';
import { isSpeltBy } from '../../../core/guard/spelt-by.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Records, recordsInEach } from '../made/every-record.ts';
import { entriesOf, type Made } from '../made/made-records.ts';
import { isThere } from './is-there.ts';
import { type Asked, askedIn, formsOf } from './operation-subjects.ts';

/** So many records are asked for once more where none was read. */
const FIRST = 3;

/**
 * Demands that what an operation answers with 201 in form E is addressable (document 4.4-c1): the Location of its latest record is not
 * missing while the deal is read, where records that operations make so are read at all. Whether they are is not shown (4.2), so that
 * one that is read has to show it: another one at its Location, or the record itself elsewhere. That all records of one operation are
 * read alike is demanded elsewhere.
 */
export async function isAddressable(trial: Trial, asked: Asked): Promise<void> {
  const records = await recordsInEach(trial, asked);
  const latest = records.made.at(-1);
  if (latest === undefined || !isAbsent(latest.read)) return;
  const other =
    (await readElsewhere(trial, asked)) ??
    (await readBefore(trial, asked)) ??
    (await readBeside(trial, records, latest));
  if (other !== undefined) await isThere(trial, latest, records.deal.address, other);
}

/** The operations that make records in form E, this one among them. */
function posted({ target }: Trial, { resource }: Asked): readonly Asked[] {
  return target.operations
    .filter(
      (one) => one.resource === resource.name && one.forms.E?.method === 'POST' && formsOf(target, one).includes('E'),
    )
    .map((operation) => askedIn(target, operation, 'E'));
}

/** A reading of a record that some operation made in form E. */
async function readElsewhere(trial: Trial, asked: Asked): Promise<Answer | undefined> {
  for (const one of posted(trial, asked)) {
    const { made } = await recordsInEach(trial, one);
    const found = made.find(({ read }) => read.status === 200);
    if (found !== undefined) return found.read;
  }
  return undefined;
}

/** The same of any record of the run, the first ones asked for once more: one may be read because it was the first of all deals. */
async function readBefore(trial: Trial, asked: Asked): Promise<Answer | undefined> {
  const { seen, target } = trial;
  const all = posted(trial, asked);
  const places = [...trial.asked, ...seen].flatMap((answer) => {
    const { location, status, exchange } = answer;
    const below = `${exchange.request.url.replace(/\/$/u, '')}/`;
    const isNamed = status === 201 && location?.startsWith(below) === true;
    return isNamed && all.some(({ operation, spelling }) => isSpeltBy(answer, operation.name, spelling, target.baseUrl))
      ? [location]
      : [];
  });
  const known = new Set(places);
  const read = seen.find(
    ({ status, exchange: { request } }) => status === 200 && request.method === 'GET' && known.has(request.url),
  );
  if (read !== undefined) return read;
  for (const address of [...known].slice(0, FIRST)) {
    const answer = await trial.send({ method: 'GET', address });
    if (answer.status === 200) return answer;
  }
  return undefined;
}

/** The record itself under another id: one that its answer or its list gives it, or its place in the list. */
async function readBeside(
  trial: Trial,
  { list }: Records,
  { answer, text, address }: Made,
): Promise<Answer | undefined> {
  const own = [answer.representation.value, ...(entriesOf(list) ?? [])].filter(isObject);
  const isIt = (one: Readonly<Record<string, unknown>>): boolean => Object.values(one).includes(text);
  const ids = own.flatMap((one) => (isIt(one) ? (idText(one['id']) ?? []) : []));
  const place = (entriesOf(list) ?? []).findIndex((one) => isObject(one) && isIt(one));
  const places = place < 0 ? [0, 1] : [place, place + 1];
  const collection = answer.exchange.request.url.replace(/\/$/u, '');
  const all = new Set([...ids, ...places.map(String)].map((id) => `${collection}/${encodeURIComponent(id)}`));
  all.delete(address);
  for (const other of all) {
    const read = await trial.send({ method: 'GET', address: other });
    if (read.status === 200 && read.representation.strings.some((one) => one.includes(text))) return read;
  }
  return undefined;
}
