import { holds, type Proof } from '../core/results/proof.ts';
import { assuranceFigures, diagnosisFigures } from './proof-diagnosis.ts';
import { scoreOf } from './proof-mutants.ts';
import { plural } from './wording.ts';

/** A proof for a terminal: the figures, and whatever does not hold. */
export function proofText(proof: Proof): string {
  const wrong = [
    ...(proof.survivors ?? []).map(({ id, title }) => `- ${id} survived. ${title}`),
    ...(proof.mispredicted ?? []).map((line) => `- ${line}`),
    ...(proof.misdiagnosed ?? []).map((line) => `- ${line}`),
    ...(proof.rejudgedOtherwise ?? []).map((line) => `✗ judged again: ${line}`),
    ...proof.unproven.map((rule) => `✗ no deviation breaks ${rule}`),
    ...proof.kills.flatMap(({ deviation, survived, misattributed, surprises }) => [
      ...(survived.length > 0 ? [`✗ ${deviation} is not caught by ${survived.join(', ')}`] : []),
      ...(misattributed.length > 0 ? [`✗ ${deviation} also strikes ${misattributed.join(', ')}`] : []),
      ...surprises.map((line) => `    ${line}`),
    ]),
    ...[...proof.calms, ...proof.together].flatMap(({ variation, alarms }) =>
      alarms.length === 0 ? [] : [`✗ ${variation} raises false alarms`, ...alarms.map((line) => `    ${line}`)],
    ),
    ...proof.nothings.flatMap(({ server, passes }) =>
      passes.length === 0 ? [] : [`✗ a server that answers ${server} passes ${passes.join(', ')}`],
    ),
  ];
  const again =
    proof.rejudge &&
    `${plural(proof.rejudge.runs, 'run')} judged again, ${plural(proof.rejudge.differences, 'difference')}`;
  const { deviations, killed, misattributed, variations, combinations, falseAlarms, nullPasses, requestsPerVerdict } =
    proof;
  const written = [
    `${plural(proof.rules, 'rule')}, ${proof.unproven.length} without a deviation`,
    `${killed} of ${plural(deviations, 'deviation')} killed, ${misattributed} misattributed`,
    `${plural(variations, 'legal variation')} and ${plural(combinations, 'combination')} of them, ${plural(falseAlarms, 'false alarm')}`,
    `${plural(proof.nothings.length, 'null server')}, ${nullPasses} binding passes`,
    `${requestsPerVerdict} requests per verdict (${proof.conformant.requests} in a run)`,
  ];
  // Where mutants alone were judged, nothing is said of the rest.
  const { mutants, diagnosis, assurance } = proof;
  const isOther = [mutants, diagnosis, assurance, again].some((judged) => judged !== undefined);
  const alone = isOther && deviations + variations + proof.nothings.length === 0;
  const figures = [
    ...(alone ? [] : written),
    ...(proof.mutants === undefined ? [] : [scoreOf(proof)]),
    ...(proof.diagnosis === undefined ? [] : diagnosisFigures(proof.diagnosis)),
    ...(assurance === undefined ? [] : [assuranceFigures(assurance)]),
    ...(again === undefined ? [] : [again]),
  ];
  if (alone) return `${[...wrong, '', ...figures].join('\n')}\n`;
  const verdict = holds(proof)
    ? 'proved: every fault is caught by what names it, and nothing else is failed'
    : 'not proved';
  return `${[...wrong, ...(wrong.length > 0 ? [''] : []), ...figures, '', verdict].join('\n')}\n`;
}
