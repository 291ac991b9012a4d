// `npm run strangers -- --only 'create-*'`: judges the server that others wrote, with each fault and each oddity, and tells what came
// of it. `--into FILE` adds the rows there. What has a row there is not judged again unless `--only` names it, so that a table that was
// broken off is continued by the same command. `--write` renews docs/strangers.md from it; with `--only ''` from what was kept alone.
// `--sample N --seed S` draws so many; `--shard I/N` takes one part of N, and shards may share FILE.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import picomatch from 'picomatch';
import { parseSeed, parseShard } from '../../cli/values.ts';
import { drawn } from '../../proof/drawn.ts';
import { KeptRows } from '../kept-rows.ts';
import { THIS_MACHINE } from '../this-machine.ts';
import { type Asked, judgeStranger, type Row, UNCHANGED } from './judge-stranger.ts';
import { renderStrangers } from './render-strangers.ts';
import { FAULTS, ODDITIES } from './stranger.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    jobs: { type: 'string', default: '2' },
    into: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const limit = pLimit(Number(values.jobs));
const kept = await KeptRows.of<Row>(values.into, ({ id }) => id);
await Promise.all(
  asked().map((one) =>
    limit(async () => {
      const row = await judgeStranger(one);
      await kept.keep(row);
      process.stderr.write(`${line(row)}\n`);
    }),
  ),
);
// Other shards may have added theirs.
await kept.renew();
if (values.write) await writeFile(new URL('../../docs/strangers.md', import.meta.url), page());
else if (values.into === undefined) process.stdout.write(page());

function page(): string {
  return renderStrangers(kept.rows(), THIS_MACHINE);
}

/** What is to be judged: the server as it is too, where nobody did so yet, since the others are compared with it. */
function asked(): readonly Asked[] {
  const things: readonly Asked[] = [
    ...FAULTS.map(({ id }) => ({ id, whole: false })),
    ...ODDITIES.map(({ id }) => ({ id, whole: true })),
  ];
  const wanted =
    values.only === undefined ? () => true : picomatch(values.only.split(',').filter((pattern) => pattern !== ''));
  const named = things.filter(({ id }) => wanted(id));
  const some = values.sample === undefined ? named : drawn(named, Number(values.sample), parseSeed(values.seed));
  const { index, count } = parseShard(values.shard);
  const unchanged = UNCHANGED.map((id) => ({ id, whole: true }));
  return [...unchanged, ...some]
    .filter((_, place) => place % count === index - 1)
    .filter((one) => !kept.has(one.id) || (values.only !== undefined && !unchanged.includes(one)));
}

function line({ id, status, verdict, must, should, errors, seconds }: Row): string {
  const told = [
    ...must.map(({ rule, subject }) => `must ${rule}#${subject}`),
    ...should.map(({ rule, subject }) => `should ${rule}#${subject}`),
    ...errors.slice(0, 1).map((error) => `ERROR (${errors.length}) ${error}`),
  ];
  return [`${id}: ${status ?? 'KILLED'} ${verdict ?? '-'}, ${seconds.toFixed(1)} s`, ...told].join('; ');
}
