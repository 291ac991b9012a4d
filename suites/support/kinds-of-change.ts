import type { Answer } from '../../core/answer.ts';
import type { Form } from '../../core/claims.ts';
import type { HttpRequest } from '../../core/exchange.ts';
import { isAbsent } from '../../core/status-kinds.ts';
import type { JsonObject, Operation, Resource } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { changesOf } from './changes.ts';
import { asksForDeal, commandRequest, payloadAbout } from './command-evidence.ts';
import { type Created, create, createRecordToDelete, deletion } from './evidence.ts';
import { withDays } from './hard-values.ts';
import { KEEPING } from './keeping-writes.ts';
import { isPartOfIt } from './listed-creations.ts';
import {
  type Deal,
  operationRequest,
  otherParameters,
  particulars,
  referenceTo,
  sampleParameters,
  withTexts,
} from './operation-requests.ts';
import { type Asked, askedIn, formsOf } from './operation-subjects.ts';
import { saysTheSame } from './same-words.ts';
import { resourceOf, whyNotCreatable } from './subjects.ts';

/** A kind of change, which can be made again with other values; undefined where it is refused. */
export interface Change {
  readonly what: string;
  make(): Promise<Done | undefined>;
}

/** What a change did: to a record that shows it in JSON, or to the list alone. */
export interface Done {
  readonly record: Created;
  readonly answer: Answer;
  /** The record in JSON before and after the change; undefined where it came or went. */
  readonly before?: Answer | undefined;
  readonly json?: Answer | undefined;
  /** What a list shows otherwise since a record came or went, in words. */
  wrongIn(list: Answer): readonly string[];
  /** A reading that is not one of the list. */
  readonly look: HttpRequest;
}

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
    ...commands(trial, deal),
    ...operations(trial, resource, deal),
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

/** A command of document 4.3 that leaves the deal as it is but for a value. */
function commands(trial: Trial, deal: Deal): readonly Change[] {
  const command = trial.target.commands.find((one) => KEEPING.includes(one.name) && asksForDeal(one));
  if (command === undefined) return [];
  const reference = referenceTo(deal, resourceOf(trial));
  // A command bears the name of an operation, and its properties those of the parameters: texts of its own make each one a change.
  const { parameters = [] } = trial.target.operations.find(({ name }) => name === command.name) ?? {};
  const texts = parameters.filter(({ name, type }) => type === 'string' && name in command.payload);
  const make = (): Promise<Answer> => {
    const unique = trial.unique();
    const own = texts.map(({ name }): [string, string] => [name, `${unique} of ${deal.unique}`]);
    const payload = { ...payloadAbout(command, reference, unique), ...Object.fromEntries(own) };
    return trial.send(commandRequest(command.address, payload));
  };
  return [{ what: `the command ${command.name}`, make: () => changed(trial, deal, make) }];
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
  return [...inForms, ...last.map((asked) => anyOf(trial, deal, [asked]))];
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

/** Reads the record after the change, which it shows at once, or in the time that somebody said. */
async function changed(trial: Trial, record: Deal, make: () => Promise<Answer | undefined>): Promise<Done | undefined> {
  const look = { method: 'GET', address: record.address };
  const before = await trial.send(look);
  const answer = await make();
  if (answer?.succeeded !== true || before.status !== 200) return undefined;
  const json = await trial.until(
    () => trial.send(look),
    (answer) => !saysTheSame(answer, before),
  );
  const isShown = json.status === 200 && json.representation.syntax === 'json' && !saysTheSame(json, before);
  return isShown ? { record, answer, before, json, wrongIn: () => [], look } : undefined;
}
