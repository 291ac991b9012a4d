// `npm run hostile [-- --only 'json-*' --every 5 --write]`: judges every hostile server; `--write` renews docs/robustness.md.
import { writeFile } from 'node:fs/promises';
import { cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import picomatch from 'picomatch';
import { judgeHostile, type Row } from './judge-hostile.ts';
import { renderTable } from './render-table.ts';
import { HOSTILE } from './servers/index.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '*' },
    every: { type: 'string', default: '1,7' },
    'max-time': { type: 'string', default: '15s' },
    jobs: { type: 'string', default: '2' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const wanted = picomatch(values.only.split(','));
const limit = pLimit(Number(values.jobs));
const asked = values.every
  .split(',')
  .flatMap((every) => HOSTILE.filter(({ id }) => wanted(id)).map((server) => ({ server, every: Number(every) })));
const rows = await Promise.all(
  asked.map(({ server, every }) =>
    limit(async () => {
      const row = await judgeHostile(server, { every, maxTime: values['max-time'] });
      process.stderr.write(`${line(row)}\n`);
      return row;
    }),
  ),
);
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(rows, null, 2));
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}, Linux ${release()}, Node ${process.version}`;
const page = renderTable(rows, { machine, date: new Date().toISOString().slice(0, 10), maxTime: values['max-time'] });
if (values.write) await writeFile(new URL('../../docs/robustness.md', import.meta.url), page);
else process.stdout.write(page);

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
