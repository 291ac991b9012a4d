import { expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { createProgram } from '../../cli/program.ts';

test.each([...COMMANDS.keys()])('the help tells of %s what its own declaration says', async (name) => {
  const help = async (args: readonly string[]): Promise<string> => {
    const program = await createProgram(args, () => undefined);
    const command = program.commands.find((one) => one.name() === name);
    return command === undefined ? 'not there' : program.createHelp().subcommandTerm(command);
  };
  expect(await help([])).toBe(await help([name]));
});

test('what is asked for is found behind “help” and behind options', async () => {
  for (const args of [['rules'], ['help', 'rules'], ['--', 'rules']]) {
    const { commands } = await createProgram(args, () => undefined);
    expect(commands.map((command) => command.name())).toEqual(['rules']);
  }
});
