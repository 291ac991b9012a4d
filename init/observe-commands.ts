import type { Answer } from '../core/answer.ts';
import type { Command, Target } from '../core/target.ts';
import { commandRequest } from '../target-file/ask-commands.ts';
import type { Inquiry } from '../target-file/inquiry.ts';
import { describeCommand } from './describe.ts';
import type { Finding, Found, Open } from './finding.ts';
import { quotedJson, refusedContent, toldAnswer } from './told-answer.ts';

const PLACE = 'commands';

/**
 * Which of the guessed commands are served. The document shows one name and no payload of a command (4.3), so that a guess that was
 * refused says nothing of the service: a run that takes it for the service's own word would fail it for that.
 */
export async function observeCommands(
  inquiry: Inquiry,
  { resources, claims }: Pick<Target, 'resources' | 'claims'>,
  guesses: readonly Command[],
): Promise<Found<readonly Command[]>> {
  if (!inquiry.mayWrite) return { value: guesses, findings: [], open: claims.commandQuery ? untried(guesses) : [] };
  const deals = resources.find(({ name }) => name === 'deals');
  const value: Command[] = [];
  const findings: Finding[] = [];
  const open: Open[] = [];
  for (const command of guesses) {
    const entry = describeCommand(command);
    const asked = `POST ${command.address} with ${quotedJson(command.payload)}`;
    const asks = (place: string, told: string): void =>
      void open.push({ place, question: `${asked} ${told}. ${FILL_IN}`, entry });
    const draft = deals?.create === undefined ? undefined : { ...deals, ifSeen: [], sampleIsGuess: false };
    const deal = draft === undefined ? undefined : (await inquiry.create(draft))?.made;
    const answer = deal === undefined ? undefined : await inquiry.write(deal, commandRequest(command, deal));
    const whyNoMore = answer === undefined && draft !== undefined ? inquiry.whyNoMore(draft) : undefined;
    if (answer !== undefined && (answer.succeeded || answer.status >= 500)) {
      value.push(command);
      findings.push({ place: PLACE, evidence: `POST ${command.address} was answered ${answer.status}` });
    } else if (claims.commandQuery) {
      asks(
        PLACE,
        deal === undefined
          ? 'is a guess and was not tried: no deal could be created to try it on'
          : whyNoMore === undefined
            ? said(answer)
            : `is not tried any more: ${whyNoMore}`,
      );
    } else if (refusedContent(answer)) {
      asks(
        'claims.commandQuery',
        `${said(answer)}. If the service has commands, write true here, and commands: […] below operations`,
      );
    }
  }
  return { value, findings, open };
}

function untried(guesses: readonly Command[]): Open[] {
  return guesses.map(({ name, address, payload }) => ({
    place: PLACE,
    question: `${name} is a guess, and POST ${address} with ${quotedJson(payload)} was not tried, since init sent GET only. Name the commands that the service has, each with a payload that it accepts, before check may write`,
  }));
}

function said(answer: Answer | undefined): string {
  return `was tried, {deal} being the id of a new deal, and was ${toldAnswer(answer)}`;
}

const FILL_IN =
  'That was a guess, since the document shows no payload of a command. While no command is written down, none is judged: name those that the service has, each with a payload that it accepts';
