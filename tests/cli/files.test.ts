import { generateKeyPairSync } from 'node:crypto';
import { link, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';
import { result, resultsOf } from '../reports/sample.ts';
import { assayer, temporaryFolder } from './assayer.ts';

const RESULTS = JSON.stringify(resultsOf([result()]));
const KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const SUBJECT = `sha256:${'ab'.repeat(32)}`;

/** What lies in the folder, and what it is for. No command that is refused reads more than the target file. */
const FILES: Readonly<Record<string, string>> = {
  't.json': JSON.stringify({
    baseUrl: 'http://127.0.0.1:1',
    session: { cookieFile: 'cookies.txt' },
    tls: { ca: 'ca.pem' },
  }),
  'w.json': '{"waivers":[]}',
  'r.json': RESULTS,
  'other.json': RESULTS,
  'run.jsonl': '{}',
  'fleet.json': '{"targets":[]}',
  'key.pem': KEY,
  'ca.pem': 'a certificate',
  'cookies.txt': '# Netscape',
  'x.har': '{}',
};

async function filled(): Promise<Awaited<ReturnType<typeof temporaryFolder>>> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder.path, name), text);
  return folder;
}

const REFUSED: readonly (readonly [line: string, told: RegExp])[] = [
  [
    'check http://127.0.0.1:1 --target t.json --reporter json=t.json',
    /^error: --reporter json: t\.json is read too, as /u,
  ],
  [
    'check http://127.0.0.1:1 --target t.json --transcript ./t.json',
    /as the target file, and would be lost; name another/u,
  ],
  ['check http://127.0.0.1:1 --target t.json --reporter html=ca.pem', /as tls\.ca of the target file/u],
  ['check http://127.0.0.1:1 --target t.json --transcript cookies.txt', /as session\.cookieFile of the target file/u],
  ['check http://127.0.0.1:1 --target t.json --write-waivers t.json', /--write-waivers: t\.json is read too/u],
  ['check http://127.0.0.1:1 --waivers w.json --reporter json=w.json', /as --waivers/u],
  ['check http://127.0.0.1:1 --baseline r.json --reporter json=r.json', /as --baseline/u],
  ['check http://127.0.0.1:1 --last-failed r.json --reporter junit=r.json', /as --last-failed/u],
  ['check http://127.0.0.1:1 --cert ca.pem --key key.pem --transcript key.pem', /as --key/u],
  ['check http://127.0.0.1:1 --har x.har --reporter har=x.har', /as --har/u],
  [
    'check http://127.0.0.1:1 --transcript x --reporter json=x',
    /--transcript: x is where --reporter json goes too; give each/u,
  ],
  ['check http://127.0.0.1:1 --ledger x --reporter json=./x', /--ledger: x is where --reporter json goes too/u],
  [
    'check http://127.0.0.1:1 --out d --transcript d/report.html',
    /--transcript: d\/report\.html is where --out goes too/u,
  ],
  ['drift http://127.0.0.1:1 --target t.json --reporter json=t.json', /as the target file/u],
  ['rejudge run.jsonl --reporter html=run.jsonl', /as the transcript/u],
  ['report r.json --reporter markdown=r.json', /as the results/u],
  ['merge r.json other.json --reporter junit=other.json', /as the results of a shard/u],
  ['merge r.json --waivers w.json --reporter junit=w.json', /as --waivers/u],
  ['compare r.json other.json --reporter json=r.json', /as the earlier run/u],
  ['compare r.json other.json --reporter json=other.json', /as the later run/u],
  [`attest r.json --subject ${SUBJECT} --key key.pem -o key.pem`, /--output: key\.pem is read too, as --key/u],
  [`attest r.json --subject ${SUBJECT} --key key.pem -o ./r.json`, /as the results/u],
  [`attest r.json --subject ${SUBJECT} --key key.pem --transcript run.jsonl -o run.jsonl`, /as --tr/u],
  ['prove --only nothing --keep x --reporter json=x', /--keep: x is where --reporter json goes too/u],
];

test.concurrent.each(inGate(REFUSED))('assayer %s is refused, and every file is as it was', async (line, told) => {
  await using folder = await filled();
  const { status, stderr } = await assayer(line.split(' '), { cwd: folder.path });
  expect(stderr).toMatch(told);
  expect(status).toBe(2);
  for (const [name, text] of Object.entries(FILES)) expect(await readFile(join(folder.path, name), 'utf8')).toBe(text);
});

test.concurrent('the same file is known by links and through folders', { tags: ['night'] }, async () => {
  await using folder = await filled();
  const at = (name: string): string => join(folder.path, name);
  await symlink('r.json', at('soft.json'));
  await link(at('r.json'), at('hard.json'));
  await mkdir(at('d'));
  await symlink('d', at('e'));
  for (const written of ['soft.json', 'hard.json', 'd/../r.json', at('r.json')]) {
    const { status, stderr } = await assayer(['report', 'r.json', '--reporter', `html=${written}`], {
      cwd: folder.path,
    });
    expect(stderr).toMatch(/is read too, as the results/u);
    expect(status).toBe(2);
  }
  const twice = ['--reporter', 'html=d/new/x', '--reporter', 'json=e/new/x'];
  const { stderr } = await assayer(['report', 'r.json', ...twice], { cwd: folder.path });
  expect(stderr).toMatch(/--reporter json: e\/new\/x is where --reporter html goes too/u);
  expect(await readFile(at('r.json'), 'utf8')).toBe(RESULTS);
});

test.concurrent('what loses nothing is taken: a device, and waivers that are read and added to', {
  tags: ['night'],
}, async () => {
  await using folder = await filled();
  await using mock = await startMock({ port: 0 });
  const few = [mock.url, '--rule', 'session/challenge', '--quiet'];
  const taken = [
    ['report', 'r.json', '--quiet', '--reporter', 'json=/dev/null'],
    ['check', ...few, '--transcript', '/dev/null', '--reporter', 'json=/dev/null'],
    ['check', ...few, '--waivers', 'w.json', '--write-waivers', 'w.json'],
    ['check', ...few, '--write-waivers', 'assayer.waivers.json'],
  ];
  for (const args of taken) expect(await assayer(args, { cwd: folder.path })).toMatchObject({ status: 0 });
});
