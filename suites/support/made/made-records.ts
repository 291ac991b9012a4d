import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { mayAsk } from '../evidence.ts';
import { isAt } from '../operation/operation-records.ts';
import {
  type Deal,
  operationRequest,
  particulars,
  sampleParameters,
  withTexts,
} from '../operation/operation-requests.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { hardText, showsAsSent } from '../view/treacherous-views.ts';
import { withFields } from '../with-fields.ts';

/** A record of form E: its text, all that was sent with it, and where it is. */
export interface Made {
  readonly text: string;
  readonly sent: JsonObject;
  readonly answer: Answer;
  readonly address: string;
}

/** Makes a record of form E, for a client that accepts this representation; undefined where it has no address that may be asked for. */
export async function make(
  trial: Trial,
  asked: Asked,
  deal: Deal,
  name: RepresentationName = 'json',
  parametersOf: typeof sampleParameters = sampleParameters,
): Promise<Made | undefined> {
  const unique = trial.unique();
  const text = hardText(unique);
  const sent = withTexts(asked, parametersOf(asked, unique), text);
  const request = operationRequest(asked, particulars(asked, deal, unique, sent));
  const accept = resourceOf(trial).mediaTypes[name];
  const answer = await trial.send(name === 'json' ? request : withFields(request, { accept }));
  const { location: address } = answer;
  const isKnown = answer.status === 201 && address !== undefined && mayAsk(trial.target, address);
  return isKnown ? { text, sent, answer, address } : undefined;
}

/** The records of a list: an array, or the one array of an object around it. */
export function entriesOf({ representation: { value } }: Answer): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const arrays = isObject(value) ? Object.values(value).filter((one) => Array.isArray(one)) : [];
  return arrays.length === 1 ? arrays[0] : undefined;
}

/** Whether a list shows a record: by its text, its id or its address. */
export function isListed(list: Answer, { text, address }: Made): boolean {
  const entries = entriesOf(list) ?? [];
  return entries.some((entry) => isObject(entry) && (Object.values(entry).includes(text) || isAt(entry, address)));
}

/** The representations besides JSON that Accept may ask for. */
export function otherNames(trial: Trial): readonly RepresentationName[] {
  const { representations, selectors } = resourceOf(trial);
  return selectors.includes('accept') ? representations.filter((name) => name !== 'json') : [];
}

/** An earlier record, after another one was made: with what was sent for it, and read at its address while the list shows it there. */
export function staysAsMade(first: Made, read: Answer, list: Answer | undefined): void {
  showsAsSent(read, read.status === 200 ? read.representation.value : undefined, first.sent);
  const isShown = (entriesOf(list ?? read) ?? []).some((entry) => isObject(entry) && isAt(entry, first.address));
  if (list !== undefined && isShown && isAbsent(read))
    fail(`${first.address} to be read, as the list shows it`, read.brief, first.answer, list, read);
}
