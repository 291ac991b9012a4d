import { markdownTable } from '../markdown-table.ts';
import { type Failure, type Row, UNCHANGED } from './judge-stranger.ts';
import { type Sign, type Sorted, sortOut, usualOf } from './sort-out.ts';
import { FAULTS, type Fault, ODDITIES, type Oddity } from './stranger.ts';

/** A fault or an oddity, and what its run says of it. */
type Told<Thing> = Sorted & { readonly thing: Thing };

/** What the server does to the checker, as Markdown. */
export function renderStrangers(rows: readonly Row[], machine: string): string {
  const usual = usualOf(rows);
  const faults = tellAll(FAULTS, rows, usual);
  const oddities = tellAll(ODDITIES, rows, usual);
  const all = [...rows.filter(({ id }) => UNCHANGED.includes(id)), ...[...faults, ...oddities].map(({ row }) => row)];
  return [
    '# Strangers: a server that others wrote',
    '',
    `Made by \`npm run strangers -- --into FILE --write\` on ${[...new Set(all.map(({ date }) => date))].sort().join(', ')}: ${machine}.`,
    '',
    ...howMany(faults.length, oddities.length),
    '',
    'The rules, the reference mock and most of its faults come from the same people. This server does not: others wrote it, its faults',
    'and its legal oddities from the document alone (`tests/strangers/server/`), and none of it is changed to please the checker. The',
    'command line judged it with one of them at a time, by `tests/strangers/target.json`: with a fault up to the first failure of a must',
    'rule, with an oddity to the end. A failure that the server shows in the same way without any of them does not count; the last list',
    'names those.',
    '',
    ...numbers(faults, oddities),
    `Rules that ended with an error of the checker, which must be 0: ${all.flatMap(({ errors }) => errors).length}.`,
    '',
    ...section('Missed faults', 'No rule fails, and the run is content.', signed(faults, 'nothing'), VERDICT),
    ...section(
      'Oddities that failed',
      'Its authors hold each for legal: a rule is too strict, or they err.',
      signed(oddities, 'must', 'should'),
      RULES,
    ),
    ...section('Faults that a should rule alone found', 'The exit status is 0.', signed(faults, 'should'), RULES),
    ...section(
      'Not judged',
      'The run says so, by exit status 2.',
      signed([...faults, ...oddities], 'not-judged'),
      VERDICT,
    ),
    ...titled(
      'The server as it is',
      'This fails without any fault or oddity.',
      ['rule', 'subject', 'what is due, and what is seen'],
      usual.map(({ rule, subject, signature }) => [tick(rule), subject, plain(signature)]),
    ),
  ].join('\n');
}

function howMany(faults: number, oddities: number): readonly string[] {
  const judged = `${faults} of ${FAULTS.length} faults and ${oddities} of ${ODDITIES.length} oddities were judged`;
  const isWhole = faults === FAULTS.length && oddities === ODDITIES.length;
  return [isWhole ? `${judged}.` : `**${judged}: this is a sample.**`];
}

function tellAll<Thing extends Oddity>(
  things: readonly Thing[],
  rows: readonly Row[],
  usual: readonly Failure[],
): readonly Told<Thing>[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return things.flatMap((thing) => {
    const row = byId.get(thing.id);
    return row === undefined ? [] : [{ thing, ...sortOut(row, usual) }];
  });
}

function signed<Thing>(told: readonly Told<Thing>[], ...signs: readonly Sign[]): readonly Told<Thing>[] {
  return told.filter(({ sign }) => signs.includes(sign));
}

function numbers(faults: readonly Told<Fault>[], oddities: readonly Told<Oddity>[]): readonly string[] {
  const line = (about: string, told: readonly Told<Oddity>[]): readonly string[] => [
    about,
    ...[
      told.length,
      ...(['must', 'should', 'not-judged', 'nothing'] as const).map((sign) => signed(told, sign).length),
    ].map(String),
  ];
  const against = (what: Fault['against']): readonly Told<Fault>[] =>
    faults.filter(({ thing }) => thing.against === what);
  return [
    ...markdownTable(
      ['faults', 'judged', 'caught by a must rule', 'by a should rule only', 'not judged', 'missed'],
      [line('against the document', against('document')), line('against HTTP', against('http')), line('all', faults)],
    ),
    '',
    ...markdownTable(
      ['', 'judged', 'a must rule fails', 'a should rule only', 'not judged', 'none fails'],
      [line('oddities', oddities)],
    ),
    '',
  ];
}

/** The head of the last column of a list, and what stands there. */
type Last = readonly [head: string, cell: (sorted: Sorted) => string];

const RULES: Last = ['rules', ({ rules }) => rules.map(tick).join(', ')];
const VERDICT: Last = ['verdict', ({ row }) => row.verdict ?? (row.status === null ? 'killed' : 'no results')];

function section(title: string, about: string, told: readonly Told<Oddity>[], [head, cell]: Last): readonly string[] {
  const rows = told.map((one) => [one.thing.id, plain(one.thing.says), cell(one)]);
  return titled(title, about, ['id', 'what the server does', head], rows);
}

function titled(title: string, about: string, heads: readonly string[], rows: readonly string[][]): readonly string[] {
  return [`## ${title}`, '', about, '', ...(rows.length === 0 ? ['None.'] : markdownTable(heads, rows)), ''];
}

/** Text that nothing in it turns into a mark of HTML or Markdown. */
function plain(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll(/[*_`]/gu, String.raw`\$&`);
}

function tick(name: string): string {
  return `\`${name}\``;
}
