import type { Proof } from '../core/proof.ts';

const CELL = 7;
const LEFT = 190;
const TOP = 40;

/** The kill matrix as a picture: rules down, deviations across, clause by clause. */
export function proofSvg(proof: Proof, rules: readonly string[]): string {
  const width = LEFT + proof.kills.length * CELL + 12;
  const height = TOP + rules.length * CELL + 30;
  const marks = proof.kills.flatMap((kill, column) =>
    kill.struck.map((rule) =>
      mark(rules.indexOf(rule), column, kill.breaks.includes(rule), `${kill.deviation}: ${rule}`),
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Kill matrix: ${rules.length} rules by ${proof.kills.length} deviations">
<style>
svg { background: #fff; font: 7px ui-sans-serif, system-ui, sans-serif; }
text { fill: #333; } .head { font-size: 12px; font-weight: 600; } .key { font-size: 9px; }
.band { fill: #f3f5f8; } .meant { fill: #b3261e; } .also { fill: none; stroke: #b3702a; stroke-width: 1; }
@media (prefers-color-scheme: dark) { svg { background: #14171c; } text { fill: #d8dce3; } .band { fill: #1d222a; } .meant { fill: #ff8a80; } .also { stroke: #e0a458; } }
</style>
<text class="head" x="8" y="16">${proof.killed} of ${proof.deviations} deviations killed, ${proof.misattributed} misattributed</text>
<text class="key" x="8" y="30">down: ${rules.length} rules · across: ${proof.deviations} deliberate faults · full: meant · ring: cannot but strike as well</text>
${bands(rules, width).join('\n')}
${rules.map((rule, row) => `<text x="8" y="${TOP + row * CELL + CELL - 1}">${rule}</text>`).join('\n')}
${marks.join('\n')}
</svg>
`;
}

function mark(row: number, column: number, meant: boolean, title: string): string {
  const x = LEFT + column * CELL + CELL / 2;
  const y = TOP + row * CELL + CELL / 2;
  return `<circle class="${meant ? 'meant' : 'also'}" cx="${x}" cy="${y}" r="${meant ? 2.8 : 2.2}"><title>${title}</title></circle>`;
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
