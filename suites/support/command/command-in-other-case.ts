import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Command } from '../../../core/target.ts';
import { isCommandDone } from '../operation/carried-out.ts';
import { gainsNothing, stateOf, unchanged } from '../operation/deal-state.ts';
import { inOtherCase } from '../other-case.ts';
import { commandOf, commandRequest, payloadFor } from './command-evidence.ts';

/**
 * Sends the command to its address with its name in other letters, on a deal of its own (document 4.3). Paths have case (RFC 3986 6.2.2.1), yet
 * a service may take names without: what it refuses leaves the deal as it was (4.4-m1, 7), and what it answers with success is carried out.
 */
export async function carriesOutOrLeaves(trial: Trial): Promise<readonly Answer[]> {
  const { payload, deal } = await payloadFor(trial, commandOf(trial));
  const before = deal === undefined ? undefined : await stateOf(trial, deal);
  if (deal === undefined || before?.shown === undefined) return [];
  const refused: Answer[] = [];
  for (const address of addressesInOtherCase(commandOf(trial), trial.target.commands)) {
    const answer = await trial.send(commandRequest(address, payload));
    refused.push(answer);
    if (isRefusal(answer)) continue;
    await isCommandDone(trial, { deal, before }, answer);
    return refused;
  }
  if (refused.length === 0) return [];
  const after = await stateOf(trial, deal);
  const what = 'a command that was refused, its name being in other letters';
  return [
    ...refused,
    ...(await unchanged(trial, before, after, what)),
    ...(await gainsNothing(trial, before, after, what)),
  ];
}

/** The address with the name of the command in other letters, where that is no other command. */
function addressesInOtherCase({ address }: Command, commands: readonly Command[]): readonly string[] {
  const segments = address.split('/');
  const place = segments.findLastIndex((segment) => segment !== '');
  const others = inOtherCase(segments[place] ?? '').map((name) =>
    segments.map((segment, i) => (i === place ? name : segment)).join('/'),
  );
  return others.filter((other) => commands.every((command) => command.address !== other));
}
