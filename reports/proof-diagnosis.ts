import type { AssuranceScore, DiagnosisScore } from '../core/results/proof.ts';
import { plural } from './wording.ts';

/** How often a diagnosis named the fault that was there, a line each. */
export function diagnosisFigures(score: DiagnosisScore): readonly string[] {
  const { faults, pairs, top1, top3, pairsTop3, confidentlyWrong } = score;
  return [
    `${plural(faults, 'fault')}: ${percent(top1)} named first, ${percent(top3)} among three`,
    `${plural(pairs, 'pair')} of faults: both among three in ${percent(pairsTop3)}`,
    `family unknown: ${percent(confidentlyWrong)} confidently named a fault of another kind`,
  ];
}

/** How often it was predicted rightly what a run catches, in a line. */
export function assuranceFigures({ settings, faults, mismatches }: AssuranceScore): string {
  return `${plural(settings, 'setting')}, ${plural(faults, 'fault')} predicted and judged, ${mismatches} predicted wrongly`;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
