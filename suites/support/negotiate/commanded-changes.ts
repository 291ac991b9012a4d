import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Command } from '../../../core/target.ts';
import { asksForDeal, commandRequest, payloadAbout } from '../command/command-evidence.ts';
import { create } from '../evidence.ts';
import { KEEPING } from '../keeping-writes.ts';
import { type Deal, referenceTo } from '../operation/operation-requests.ts';
import { resourceOf } from '../subjects.ts';
import { type Change, changed } from './seen-change.ts';

/** The commands of document 4.3 that leave the deal as it is but for a value, in the order in which the target lists them. */
export function keepingCommands(trial: Trial, deal: Deal): readonly Change[] {
  const commands = commandsOf(trial).filter(({ name }) => KEEPING.includes(name));
  return commands.map((command) => ({
    what: `the command ${command.name}`,
    make: () => changed(trial, deal, () => send(trial, command, deal)),
  }));
}

/** The commands that may end a deal, such as one that cancels it: each on a deal of its own. */
export function endingCommands(trial: Trial): readonly Change[] {
  const isEnd = ({ name }: Command): boolean =>
    !KEEPING.includes(name) && trial.target.operations.some((one) => one.name === name && one.after === undefined);
  return commandsOf(trial)
    .filter(isEnd)
    .map((command) => ({
      what: `the command ${command.name}`,
      async make() {
        const { id, address, ...record } = await create(trial);
        if (!record.answer.succeeded || id === undefined || address === undefined) return undefined;
        const deal: Deal = { ...record, id, address };
        return changed(trial, deal, () => send(trial, command, deal));
      },
    }));
}

/** Those that name a record of this resource: an id of another one may be that of somebody's deal. */
function commandsOf(trial: Trial): readonly Command[] {
  const { operations, commands } = trial.target;
  const isOurs = (operations[0]?.resource ?? 'deals') === resourceOf(trial).name;
  return isOurs ? commands.filter(asksForDeal) : [];
}

/** A command bears the name of an operation, and its properties those of the parameters: texts of its own make each one a change. */
function send(trial: Trial, command: Command, deal: Deal): Promise<Answer> {
  const { parameters = [] } = trial.target.operations.find(({ name }) => name === command.name) ?? {};
  const texts = parameters.filter(({ name, type }) => type === 'string' && name in command.payload);
  const unique = trial.unique();
  const own = texts.map(({ name }): [string, string] => [name, `${unique} of ${deal.unique}`]);
  const reference = referenceTo(deal, resourceOf(trial));
  const payload = { ...payloadAbout(command, reference, unique), ...Object.fromEntries(own) };
  return trial.send(commandRequest(command.address, payload));
}
