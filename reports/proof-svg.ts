import type { Proof } from '../core/results/proof.ts';

// Hundreds of columns have to fit on a screen: a deviation is a sliver, and the diagonal is what the eye looks for.
const WIDE = 2;
const CELL = 8;
const LEFT = 150;
const TOP = 40;

/** The kill matrix as a picture: rules down, deviations across, clause by clause. */
export function proofSvg(proof: Proof, rules: readonly string[]): string {
  const width = LEFT + proof.kills.length * WIDE + 12;
  const height = TOP + rules.length * CELL + 30;
  const marks = proof.kills.flatMap((kill, column) =>
    kill.struck.map((rule) =>
      mark(rules.indexOf(rule), column, kill.breaks.includes(rule), `${kill.deviation}: ${rule}`),
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Kill matrix: ${rules.length} rules by ${proof.kills.length} deviations">
<style>
svg { background: #fff; font: 7.5px ui-sans-serif, system-ui, sans-serif; }
text { fill: #333; } .head { font-size: 12px; font-weight: 600; } .key { font-size: 9px; }
.band { fill: #f3f5f8; } .meant { fill: #b3261e; } .also { fill: #e0b27a; }
@media (prefers-color-scheme: dark) { svg { background: #14171c; } text { fill: #d8dce3; } .band { fill: #1d222a; } .meant { fill: #ff8a80; } .also { fill: #8a6430; } }
</style>
<text class="head" x="8" y="16">${proof.killed} of ${proof.deviations} deviations killed, ${proof.misattributed} misattributed</text>
<text class="key" x="8" y="30">down: ${rules.length} rules · across: ${proof.deviations} deliberate faults · dark: meant · light: cannot but strike as well</text>
${bands(rules, width).join('\n')}
${rules.map((rule, row) => `<text x="8" y="${TOP + row * CELL + CELL - 1}">${rule}</text>`).join('\n')}
${marks.join('\n')}
</svg>
`;
}

function mark(row: number, column: number, meant: boolean, title: string): string {
  const x = LEFT + column * WIDE;
  const y = TOP + row * CELL + 1;
  return `<rect class="${meant ? 'meant' : 'also'}" x="${x}" y="${y}" width="${WIDE}" height="${CELL - 2}"><title>${title}</title></rect>`;
}

// Every other clause stands on a band, so that the eye finds the row.
function bands(rules: readonly string[], width: number): string[] {
  const clauses = [...new Set(rules.map(clauseOf))];
  return clauses.flatMap((clause, i) => {
    if (i % 2 === 1) return [];
    const first = rules.findIndex((rule) => clauseOf(rule) === clause);
    const count = rules.filter((rule) => clauseOf(rule) === clause).length;
    return [`<rect class="band" x="0" y="${TOP + first * CELL}" width="${width}" height="${count * CELL}"/>`];
  });
}

function clauseOf(rule: string): string {
  return rule.split('/')[0] ?? rule;
}
