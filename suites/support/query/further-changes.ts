import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Command, Json, JsonObject, Operation, Resource } from '../../../core/target.ts';
import type { ParameterType } from '../../../fixtures/operations.ts';
import type { SendChange } from '../changes.ts';
import { asksForDeal, commandRequest, payloadAbout } from '../command/command-evidence.ts';
import { KEEPING } from '../keeping-writes.ts';
import {
  type Deal,
  operationRequest,
  otherValue,
  particulars,
  referenceTo,
  sampleParameters,
} from '../operation/operation-requests.ts';
import { askedIn, formsOf } from '../operation/operation-subjects.ts';

/**
 * What changes a deal besides, after which it is a deal still: the commands of 4.3, of which those that end a state come first, and the
 * operations that are no commands, each in another form, with values that nobody sent yet.
 */
export function furtherChanges(trial: Trial, resource: Resource, deal: Deal): readonly SendChange[] {
  const { operations, commands } = trial.target;
  const own = operations.filter(({ name, resource: of }) => KEEPING.includes(name) && of === resource.name);
  const named = own.flatMap((operation) => {
    const command = commands.find(({ name }) => name === operation.name);
    return command !== undefined && asksForDeal(command) ? [{ operation, command }] : [];
  });
  const ending = named.filter(({ operation }) => operation.after !== undefined);
  const others = named.filter(({ operation }) => operation.after === undefined);
  const rest = own.filter(
    ({ name, after }) => after === undefined && named.every(({ command }) => command.name !== name),
  );
  return [
    ...[...ending, ...others].map((one) => () => commandOn(trial, one, deal, resource)),
    ...rest.flatMap((operation, i) => operated(trial, operation, deal, i)),
  ];
}

interface Named {
  readonly operation: Operation;
  readonly command: Command;
}

function commandOn(trial: Trial, { operation, command }: Named, deal: Deal, resource: Resource): Promise<Answer> {
  const sample = payloadAbout(command, referenceTo(deal, resource), trial.unique());
  // The deal stays the one that is meant, whatever its member is called.
  const named = Object.entries(sample).filter(([name]) => command.payload[name] === '{deal}');
  return trial.send(
    commandRequest(command.address, { ...withOthers(sample, operation), ...Object.fromEntries(named) }),
  );
}

function operated(trial: Trial, operation: Operation, deal: Deal, turn: number): readonly SendChange[] {
  // Form D sends the record anew, with what it was created with.
  const forms = formsOf(trial.target, operation).filter((form) => form !== 'D');
  const form = forms[turn % Math.max(forms.length, 1)];
  if (form === undefined) return [];
  const asked = askedIn(trial.target, operation, form);
  return [
    () => {
      const parameters = withOthers(sampleParameters(asked, trial.unique()), operation);
      return trial.send(operationRequest(asked, particulars(asked, deal, trial.unique(), parameters)));
    },
  ];
}

/** Values that are neither the samples nor the other ones, which the usual changes send. */
function withOthers(sample: JsonObject, { parameters }: Operation): JsonObject {
  const types = new Map(parameters.map(({ name, type }): [string, ParameterType] => [name, type]));
  const another = (value: Json, type: ParameterType | undefined): Json => otherValue(otherValue(value, type), type);
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, another(value, types.get(name))]));
}
