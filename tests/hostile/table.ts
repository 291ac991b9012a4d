// `npm run hostile -- --only 'json-*' --every 5`: judges hostile servers and prints how each ended.
// `--into FILE` keeps the rows there by server and frequency, beside those of before; `--write` renews docs/robustness.md from it.
// `--only ''` judges none, so that the page is written from what was kept.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import picomatch from 'picomatch';
import { KeptRows } from '../kept-rows.ts';
import { THIS_MACHINE } from '../this-machine.ts';
import type { HostileServer } from './hostile-server.ts';
import { judgeHostile, type Row } from './judge-hostile.ts';
import { renderTable } from './render-table.ts';
import { HOSTILE } from './servers/index.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '*' },
    every: { type: 'string', default: '1,7' },
    'max-time': { type: 'string', default: '15s' },
    jobs: { type: 'string', default: '2' },
    into: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const wanted = picomatch(values.only.split(',').filter((pattern) => pattern !== ''));
const limit = pLimit(Number(values.jobs));
const asked = values.every
  .split(',')
  .map(Number)
  .flatMap((every) =>
    HOSTILE.filter((server) => wanted(server.id) && canBe(server, every)).map((server) => ({ server, every })),
  );
const kept = await KeptRows.of<Row>(values.into, ({ id, every }) => `${id} /${every}`);
await Promise.all(
  asked.map(({ server, every }) =>
    limit(async () => {
      const row = await judgeHostile(server, { every, maxTime: values['max-time'] });
      await kept.keep(row);
      process.stderr.write(`${line(row)}\n`);
    }),
  ),
);
const page = renderTable(inOrder(kept.rows()), { machine: THIS_MACHINE, maxTime: values['max-time'] });
if (values.write) await writeFile(new URL('../../docs/robustness.md', import.meta.url), page);
else if (values.into === undefined) process.stdout.write(page);

/** A server that spoils no answers, but acts otherwise, has no honest answers to mix in. */
function canBe({ kind, id }: HostileServer, every: number): boolean {
  return every === 1 || !(kind === 'deletion' || kind === 'location' || id === 'status-locked');
}

/** Rows in the order of the list of servers. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  const places = new Map(HOSTILE.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Row): number => places.get(id) ?? HOSTILE.length;
  return rows.toSorted((a, b) => a.every - b.every || placeOf(a) - placeOf(b));
}

function line({
  id,
  every,
  status,
  verdict,
  seconds,
  peakMb,
  left,
  told,
  elsewhere,
  report,
  errors,
  harmed,
  leaks,
}: Row): string {
  const remarks = [
    ...(report ? [] : ['NO REPORT']),
    ...(elsewhere.length > 0 ? [`ELSEWHERE ${elsewhere.length}`] : []),
    ...harmed.map((harm) => `HARM ${harm}`),
    ...leaks.map((leak) => `LEAK ${leak}`),
    ...errors.slice(0, 1).map((error) => `ERROR (${errors.length}) ${error}`),
  ];
  return `${id} /${every}: ${status ?? 'KILLED'} ${verdict ?? '-'}, ${seconds.toFixed(1)} s, ${Math.round(peakMb)} MB, left ${left} told ${told}${remarks.map((r) => `; ${r}`).join('')}`;
}
