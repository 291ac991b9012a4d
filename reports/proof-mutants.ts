import type { Proof, Survivor } from '../core/results/proof.ts';
import { plural } from './wording.ts';

/** The mutation score in a line. */
export function scoreOf({ mutants, generated = 0 }: Proof): string {
  if (mutants === undefined) return 'no mutants were judged';
  const { killed, survived, equivalent, inert } = mutants;
  const judged = mutants.total + inert;
  const drawn = judged < generated ? `, drawn from ${generated}` : '';
  return (
    `${killed} of ${plural(killed + survived, 'mutant')} killed (${percent(killed, killed + survived)})${drawn}; ` +
    `besides ${equivalent} equivalent and ${inert} inert`
  );
}

function percent(some: number, of: number): string {
  return of === 0 ? 'none judged' : `${((100 * some) / of).toFixed(1)} %`;
}

/** The mutants as a part of the proof's page: the score, and every survivor by clause; empty where none were judged. */
export function mutantsMarkdown(proof: Proof): string {
  const { mutants, generated = 0, survivors = [] } = proof;
  if (mutants === undefined) return '';
  return `
## Mutants

Faults that operators make of HTTP and of the document, at every route, method, representation and class of answer
(\`proof/mutants/\`). Nobody fitted them to a rule. A mutant is killed when a rule of level must or should fails; an inert one
changes no answer; an equivalent one is no fault, for a reason that a person wrote (\`proof/mutants/equivalent.ts\`).
The score is killed by killed and survived.

| | |
|---|---|
| generated | ${generated} |
| judged | ${mutants.total + mutants.inert}${mutants.total + mutants.inert < generated ? ', drawn by the seed' : ''} |
| killed | ${mutants.killed} |
| survived | ${mutants.survived} |
| equivalent | ${mutants.equivalent} |
| inert | ${mutants.inert} |
| score | ${percent(mutants.killed, mutants.killed + mutants.survived)} |

### Survivors

${clausesOf(survivors)
  .map((clause) => `#### ${clause}\n\n${rowsOf(survivors.filter((one) => one.clause === clause))}`)
  .join('\n\n')}
`;
}

function clausesOf(survivors: readonly Survivor[]): string[] {
  return [...new Set(survivors.map(({ clause }) => clause))].toSorted();
}

function rowsOf(survivors: readonly Survivor[]): string {
  return survivors
    .map(
      ({ id, title, told }) =>
        `- ${cell(title)} \`${id}\`${told === undefined ? '' : ` (told by ${told}, which binds nobody)`}`,
    )
    .join('\n');
}

/** A text as it may stand in a table of Markdown. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
