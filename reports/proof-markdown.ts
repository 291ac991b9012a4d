import type { MutantResult, Proof } from '../core/results/proof.ts';
import { costsMarkdown } from './proof-costs.ts';
import { assuranceFigures, diagnosisFigures } from './proof-diagnosis.ts';
import { cell, mutantsMarkdown } from './proof-mutants.ts';

/** A proof as a page: the figures first, then every deviation, variation and null server. */
export function proofMarkdown(proof: Proof): string {
  const { must, should, requests } = proof.conformant;
  return `# The proof

What the rules are worth, measured: each deliberate fault of the mock is judged like any target, and so is each unusual but
legal behaviour, and each server that knows nothing. This page is generated (\`npm run proof\`).

Measured on ${proof.startedAt.slice(0, 10)}. What was added to the rules and faults since then is not in it.

| | |
|---|---|
| rules | ${proof.rules} |
| deviations (deliberate faults) | ${proof.deviations} |
| killed: every rule that the fault names failed | ${proof.killed} |
| misattributed: a rule failed that the fault does not name | ${proof.misattributed} |
| legal variations | ${proof.variations} |
| random combinations of them | ${proof.combinations} |
| false alarms under them, alone and combined | ${proof.falseAlarms} |
| null servers | ${proof.nothings.length} |
| binding rules that passed on a null server | ${proof.nullPasses} |
| the conformant mock, everything claimed | ${must.pass} must and ${should.pass} should checks pass, ${must.fail + should.fail} fail |
| requests in that run | about ${Math.round(requests / 100) * 100} |
| requests per verdict | about ${Math.round(proof.requestsPerVerdict)} |${rejudged(proof)}${diagnosed(proof)}${assured(proof)}

![The kill matrix: rules by deviations](proof.svg)

Each row is a rule, each column a deviation. A dark mark is a rule that the fault is meant to break and did; a light one is a
rule that it cannot but strike as well, for the reason that the deviation states.

The tests of the checker itself are judged by Stryker: [stryker.md](stryker.md).
${mutantsMarkdown(proof)}${costsMarkdown(proof)}
## Deviations

| deviation | what the server does wrong | rules that fail |
|---|---|---|
${proof.kills.map(killRow).join('\n')}

## Legal variations

| variation | what the server does |
|---|---|
${proof.calms.map(({ variation, title, alarms }) => `| ${variation} | ${cell(title)}${alarms.length > 0 ? ` **${alarms.length} false alarms**` : ''} |`).join('\n')}

## Combinations

Drawn at random, judged in all seven forms, with a target file and without one.

${proof.together.map(({ variation, alarms }) => `- ${variation}${alarms.length > 0 ? ` **${alarms.length} false alarms**` : ''}`).join('\n')}

## Null servers

Each is judged twice, with nothing claimed and with everything.

${proof.nothings.map(({ server, passes }) => `- ${server}${passes.length > 0 ? `: **passes ${passes.join(', ')}**` : ''}`).join('\n')}
`;
}

function killRow({ deviation, title, breaks, struck }: MutantResult): string {
  // Which of the co-struck rules fail may depend on the order of things; those that are named have to.
  const others = struck.filter((rule) => !breaks.includes(rule)).length;
  const more = others === 0 ? '' : ' and co-struck';
  return `| ${deviation} | ${cell(title)} | ${breaks.join(', ')}${more} |`;
}

function rejudged({ rejudge }: Proof): string {
  if (rejudge === undefined) return '';
  return `\n| runs judged again from their transcripts | ${rejudge.runs}, of which ${rejudge.differences} results differ |`;
}

function diagnosed({ diagnosis }: Proof): string {
  if (diagnosis === undefined) return '';
  return diagnosisFigures(diagnosis)
    .map((line) => `\n| diagnosis | ${line} |`)
    .join('');
}

function assured({ assurance }: Proof): string {
  return assurance === undefined ? '' : `\n| assurance | ${assuranceFigures(assurance)} |`;
}
