import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Operation, Resource } from '../../../core/target.ts';
import { changesOf } from '../changes.ts';
import { isPartOfIt } from '../create/listed-creations.ts';
import { type Created, create, createRecordToDelete, deletion } from '../evidence.ts';
import { KEEPING } from '../keeping-writes.ts';
import {
  type Deal,
  operationRequest,
  otherParameters,
  particulars,
  sampleParameters,
  withTexts,
} from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { withDays } from '../payload/hard-values.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import { endingCommands, keepingCommands } from './commanded-changes.ts';
import { type Change, changed, type Done } from './seen-change.ts';

/** Every kind of change that the target offers, in an order in which the last ones end the record. */
export async function kindsOfChange(trial: Trial): Promise<readonly Change[]> {
  const resource = resourceOf(trial);
  if (whyNotCreatable(resource) !== undefined || resource.item === undefined || resource.list === undefined) return [];
  const record = await create(trial);
  const { id, address } = record;
  if (!record.answer.succeeded || id === undefined || address === undefined) return [];
  const deal: Deal = { ...record, id, address };
  return [
    creation(trial, record),
    ...updates(trial, resource, deal),
    ...keepingCommands(trial, deal),
    ...operations(trial, resource, deal),
    ...endingCommands(trial),
    removal(trial, resource),
  ];
}

/** A new record is in a list that shows the one before it, unless that comes in parts. */
function creation(trial: Trial, first: Created): Change {
  let before = first;
  return {
    what: 'a creation',
    async make() {
      const earlier = before;
      const record = await create(trial);
      if (!record.answer.succeeded || record.address === undefined) return undefined;
      before = record;
      const wrongIn = (list: Answer): readonly string[] => {
        const isDue = list.text.includes(earlier.unique) && !isPartOfIt(list);
        return isDue && !list.text.includes(record.unique) ? [`no ${record.unique}`] : [];
      };
      return { record, answer: record.answer, wrongIn, look: { method: 'GET', address: record.address } };
    },
  };
}

/** A record that is not read any more is in no list. */
function removal(trial: Trial, resource: Resource): Change {
  return {
    what: 'a deletion',
    async make() {
      if (resource.delete === undefined) return undefined;
      const record = await createRecordToDelete(trial);
      const look = { method: 'GET', address: record.address };
      const answer = await trial.send(deletion(resource, record));
      if (!answer.succeeded || !isAbsent(await trial.send(look))) return undefined;
      const wrongIn = (list: Answer): readonly string[] =>
        list.text.includes(record.unique) ? [`${record.unique}, which was deleted`] : [];
      return { record, answer, wrongIn, look };
    },
  };
}

/** The target file's update, where it has one. */
function updates(trial: Trial, resource: Resource, record: Deal): readonly Change[] {
  if (resource.update === undefined) return [];
  const make = async (): Promise<Answer | undefined> => changesOf(trial, resource, record)[0]?.();
  return [{ what: 'an update', make: () => changed(trial, record, make) }];
}

/**
 * An operation in each form, another one each time: those first that a deal can have again and again, and each of these twice at least,
 * since some views follow the first change of a member alone.
 */
function operations(trial: Trial, resource: Resource, deal: Deal): readonly Change[] {
  const own = trial.target.operations.filter((one) => one.resource === resource.name && one.after === undefined);
  const keeping = own.filter(({ name }) => KEEPING.includes(name));
  const ends = own.filter((one) => !keeping.includes(one));
  const times: Times = new Map();
  const inForms = turnsOf(trial, keeping.length).flatMap((form, i) => {
    const ones = keeping.map((_, k) => keeping[(i + k) % keeping.length]);
    const asked = ones.flatMap((one) => (one?.forms[form] === undefined ? [] : [askedIn(trial.target, one, form)]));
    return asked.length === 0 ? [] : [anyOf(trial, deal, asked, times)];
  });
  const last = ends.flatMap((operation, i) => inOneForm(trial, operation, i));
  return [...inForms, ...undoings(trial, resource, deal, times), ...last.map((asked) => anyOf(trial, deal, [asked]))];
}

/** What undoes one of them, such as a hold, in the first form and in a sub-collection, each after a view has shown what it undoes. */
function undoings(trial: Trial, { name }: Resource, deal: Deal, times: Times): readonly Change[] {
  const { operations: all, claims } = trial.target;
  const undo = all.find(({ resource, after }) => resource === name && after !== undefined && KEEPING.includes(after));
  const undone = all.find((one) => one.resource === name && one.name === undo?.after);
  const forms = new Set([claims.operationForms[0], claims.operationForms.find((form) => form === 'E')]);
  return [...forms].flatMap((form): readonly Change[] => {
    if (form === undefined || undo?.forms[form] === undefined || undone?.forms[form] === undefined) return [];
    const [first, second] = [askedIn(trial.target, undone, form), askedIn(trial.target, undo, form)];
    const [before, after] = [anyOf(trial, deal, [first], times), anyOf(trial, deal, [second])];
    // What was undone can be undone again after it was done anew alone.
    let time = 0;
    const make = async (): Promise<Done | undefined> => {
      time += 1;
      if (time > 1) await before.make();
      return after.make();
    };
    return [before, { ...after, make }];
  });
}

/** The forms, again and again where there are fewer than it takes for two of each of so many operations. */
function turnsOf({ target }: Trial, operations: number): readonly Form[] {
  const forms = target.claims.operationForms;
  const rounds = Math.max(1, Math.ceil((TWICE * operations) / Math.max(forms.length, 1)));
  return Array.from({ length: rounds }, () => forms).flat();
}

const TWICE = 2;

/** How often each operation was asked for on the deal. */
type Times = Map<string, number>;

/** Other numbers and another day at each second time. */
function anew(asked: Asked, unique: string, times: Times): JsonObject {
  const { operation } = asked;
  const before = times.get(operation.name) ?? 0;
  times.set(operation.name, before + 1);
  return before % 2 === 0
    ? sampleParameters(asked, unique)
    : withDays(operation, otherParameters(asked, unique), OTHER_DAY);
}

const OTHER_DAY = '2031-07-08';

function inOneForm({ target }: Trial, operation: Operation, place: number): readonly Asked[] {
  const forms = formsOf(target, operation);
  const form = forms[place % forms.length];
  return form === undefined ? [] : [askedIn(target, operation, form)];
}

/** The first of these that is not refused: a deal on hold may not be held again. What is asked for again has other values than before. */
function anyOf(trial: Trial, deal: Deal, asked: readonly Asked[], times: Times = new Map()): Change {
  const make = async (): Promise<Answer | undefined> => {
    let answer: Answer | undefined;
    for (const one of asked) {
      const unique = trial.unique();
      const parameters = withTexts(one, anew(one, unique, times), `${unique} of ${deal.unique}`);
      answer = await trial.send(operationRequest(one, particulars(one, deal, unique, parameters)));
      if (answer.succeeded) break;
    }
    return answer;
  };
  const [first] = asked;
  const what = `${first?.operation.name ?? ''} in form ${first?.form ?? ''}`;
  return { what, make: () => changed(trial, deal, make) };
}
