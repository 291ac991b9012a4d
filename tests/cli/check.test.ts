import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import { startMock } from '../../mock/node.ts';
import { inGate, TRIES_ALL } from '../in-gate.ts';
import { interrupt } from '../safety/endings.ts';
import { asProcess, assayer, start, temporaryFolder } from './assayer.ts';

/** A server that answers every request alike. */
async function alike(status: number, body: string): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening TCP server has such an address
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a run without an address and a target file says first on stderr where nobody watches. */
const BEGINNING = [
  'no address and no target file: judging the embedded mock (assayer check <url> judges a service)',
  'asking the target what it offers…',
];

const NOBODY = 'http://127.0.0.1:1';
const FEW = ['--rule', 'session/authorized', '--rule', 'version/segment'];
const HOLDS =
  /^conformant in what was selected: 2 must and 0 should checks hold; \d{3} results left out by --rule session\/authorized, --rule version\/segment$/u;

test.concurrent('a whole run prints what the README shows', { tags: ['night'] }, async () => {
  // Each line is there with one form of operations as with all; .ci/run judges those by the same command.
  const { status, stdout } = await asProcess(['check', ...(TRIES_ALL ? [] : ['--claim', 'operationForms=A'])]);
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, block = ''] = /prints the verdict:\n\n```\n(.*?)\n```/su.exec(readme) ?? [];
  // Counts change with every rule: the page shows the form, and says of which version the figures are.
  const form = (text: string): string[] =>
    text.split('\n').map((line) => line.replaceAll(/\d+/gu, 'N').replaceAll(/ +/gu, ' '));
  const shown = form(block).filter((line) => line !== '' && line !== '…');
  expect(shown.length).toBeGreaterThan(5);
  expect(form(stdout)).toEqual(expect.arrayContaining(shown));
  expect(status).toBe(0);
});

describe.concurrent('exit status and verdict', () => {
  test('0: the embedded mock keeps what is judged, without a server and without a file', {
    tags: ['night'],
  }, async () => {
    const { status, stdout, stderr } = await asProcess(['check', ...FEW]);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(HOLDS);
    expect(status).toBe(0);
    expect(stderr.trimEnd().split('\n')).toEqual(BEGINNING);
  });

  test('1: a target that breaks a rule, with the exchange and its curl line', { tags: ['night'] }, async () => {
    await using server = await startMock();
    await using broken = await alike(200, '[]');
    expect((await assayer(['check', server.url, ...FEW])).status).toBe(0);
    const { status, stdout } = await assayer(['check', broken.url, '--rule', 'session']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/✗ session\/authorized on target/u);
    expect(stdout).toContain(`'${broken.url}/'`);
    expect(stdout).toMatch(/^ {4}curl -sS -i -g --path-as-is/mu);
  });

  test('2: nobody listens there, and the cause is told', async () => {
    const { status, stdout } = await asProcess(['check', 'http://127.0.0.1:1', '--timeout', '2s']);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^not judged: .*(refused|ECONNREFUSED)/u);
    expect(status).toBe(2);
  });

  test('2: too little was exercised', { tags: ['night'] }, async () => {
    const { status, stdout } = await assayer(['check', ...FEW, '--min-exercised', '3']);
    expect(stdout).toContain('not judged: 2 checks were exercised, 3 were asked for (--min-exercised)');
    expect(status).toBe(2);
  });

  test('2: nothing could be exercised', async () => {
    const { status, stdout } = await assayer([
      'check',
      '--read-only',
      '--rule',
      'create/status',
      '--rule',
      'delete/status',
    ]);
    expect(stdout).toMatch(/not judged: nothing was exercised/u);
    expect(status).toBe(2);
  });

  test('a claim given on the command line is judged', async () => {
    await using server = await startMock({ emptyQuery: 204 });
    const only = ['--rule', 'read/query-empty'];
    expect((await assayer(['check', server.url, ...only, '--claim', 'emptyQuery=204'])).status).toBe(0);
    expect((await assayer(['check', server.url, ...only, '--claim', 'emptyQuery=200'])).status).toBe(1);
  });
});

describe.concurrent('usage: exit 2, what was wrong and what to do, and never a stack', () => {
  test.each<[string, string[], RegExp]>(
    inGate(
      [
        ['no command', [], /Usage: assayer/u],
        ['an unknown command', ['chek'], /unknown command 'chek'[\s\S]*Did you mean check/u],
        ['an unknown option', ['check', '--rul', 'a'], /unknown option '--rul'[\s\S]*Did you mean --rule/u],
        ['two addresses', ['check', 'http://a', 'http://b'], /too many arguments/u],
        ['an address that is not valid', ['check', 'not a url'], /not a url/u],
        ['an unknown rule', ['check', '--rule', 'crate/*'], /no rule is called “crate\/\*”/u],
        ['a rule that is misspelt', ['check', '--rule', 'read/unkown-item'], /did you mean read\/unknown-item\?/u],
        ['a clause that is misspelt', ['check', '--skip', 'sesion/*'], /--skip: .*did you mean session\/\*\?/u],
        ['a whole run in no time', ['check', '--max-time', '0'], /--max-time.*Write a time above 0/u],
        ['a request in no time', ['check', '--timeout', '0ms'], /--timeout.*Write a time above 0/u],
        ['a share without its sign', ['check', '--min-coverage', '90'], /--min-coverage.*such as 90%/u],
        ['a share above the whole', ['check', '--min-coverage', '101%'], /--min-coverage.*from 0% to 100%/u],
        ['a limit below nothing', ['check', '--max-not-exercised', '-1'], /--max-not-exercised.*0 or more/u],
        ['an unknown level', ['check', '--level', 'may'], /Allowed choices are must, should/u],
        ['a duration that is not valid', ['check', '--timeout', 'soon'], /500ms, 10s, 2m/u],
        ['an unknown claim', ['check', '--claim', 'emptyQeury=204'], /Did you mean emptyQuery/u],
        ['an unknown report', ['check', '--reporter', 'pdf'], /there is no report “pdf”; there are text, json/u],
        [
          'two reports on stdout',
          ['check', '--reporter', 'json', '--reporter', 'text'],
          /only one report can go to stdout/u,
        ],
        [
          'two reports in one file',
          ['check', '--reporter', 'json=a', '--reporter', 'junit=./a'],
          /two reports would go to/u,
        ],
        ['a report without a file', ['check', '--reporter', 'json='], /names no file/u],
        ['a header that is not valid', ['check', '--header', 'nothing'], /Name: value/u],
        ['a target file that is not there', ['check', '--target', 'nowhere.json'], /no target file .*nowhere\.json/u],
        ['a replay token that is not valid', ['check', '--replay', 'abc'], /is no replay token/u],
        ['options that contradict', ['check', '--read-only', '--allow-writes'], /contradict each other/u],
        [
          'reports of a watch',
          ['check', NOBODY, '--watch', '--out', 'out'],
          /--watch prints .* leave out --reporter and --out/u,
        ],
        [
          'what is watched, by nobody',
          ['check', NOBODY, '--watch-path', 'src'],
          /--watch-path .*give --watch as well/u,
        ],
        ['a cookie file that is not there', ['check', '--cookie-file', 'nowhere.txt'], /cookie file cannot be read/u],
        // Before the target is said to be asked.
        [
          'a misspelt rule',
          ['check', NOBODY, '--rule', 'sesion/authorized'],
          /^error: .*did you mean session\/authorized/u,
        ],
        ['a shard without a seed', ['check', NOBODY, '--shard', '1/2'], /^error: shard: needs a seed/u],
        ['an unknown catalogue', ['check', NOBODY, '--catalogue', '1999-01'], /^error: .*1999-01/u],
        [
          'an authority that is not there',
          ['check', NOBODY, '--ca', 'nowhere.pem'],
          /^error: The file of --ca cannot/u,
        ],
      ],
      Infinity,
    ),
  )('%s', async (_, args, told) => {
    const { status, stdout, stderr } = await assayer(args);
    expect(stderr).toMatch(told);
    expect(stderr).not.toMatch(/^\s+at /mu);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('help and version go to stdout with 0', async () => {
    const help = await asProcess(['check', '--help']);
    expect(help.stdout).toMatch(/--reporter[\s\S]*Exit status:[\s\S]*130/u);
    expect(help.status).toBe(0);
    expect(await asProcess(['--version'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/u),
    });
  });
});

describe.concurrent('outputs', () => {
  test('several reports at once, and --out; folders are made, nothing temporary is left', {
    tags: ['night'],
  }, async () => {
    await using folder = await temporaryFolder();
    const { status, stdout } = await assayer(
      ['check', ...FEW, '--reporter', 'markdown=deep/er/report.md', '--out', 'out'],
      { cwd: folder.path },
    );
    expect(status).toBe(0);
    expect(stdout).toContain('conformant');
    expect((await readdir(join(folder.path, 'out'))).toSorted()).toEqual(['junit.xml', 'report.html', 'results.json']);
    expect(await readdir(join(folder.path, 'deep/er'))).toEqual(['report.md']);
    const saved: Results = JSON.parse(await readFile(join(folder.path, 'out/results.json'), 'utf8'));
    expect(saved.summary.verdict).toBe('conformant');
    expect(saved.results.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['session/authorized', 'version/segment']),
    );
  });

  test('JSON on stdout is nothing but JSON; the verdict goes to stderr', async () => {
    const { stdout, stderr } = await asProcess(['check', ...FEW, '--reporter', 'json']);
    const results: Results = JSON.parse(stdout);
    expect(results.format).toBe('assayer-results/1');
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(HOLDS);
  });

  test('--quiet prints the verdict line alone, and nothing is coloured in a pipe', async () => {
    const { stdout, stderr } = await assayer(['check', ...FEW, '--quiet']);
    expect(stdout.trimEnd()).toMatch(HOLDS);
    expect(stdout).toMatch(/^[^\n]*\n$/u);
    expect(stderr).toBe('');
  });

  test('colour on request of the environment, and never against --no-color', async () => {
    const env = { FORCE_COLOR: '1' };
    expect((await asProcess(['check', ...FEW, '--quiet'], { env })).stdout).toContain('\u001b[32m');
    expect((await asProcess(['check', ...FEW, '--quiet', '--no-color'], { env })).stdout).not.toContain('\u001b');
    expect((await asProcess(['check', ...FEW, '--quiet'], { env: { ...env, NO_COLOR: '1' } })).stdout).not.toContain(
      '\u001b',
    );
  });

  test('a folder that the system never makes ends the run with 2, not never', async () => {
    const { status, stderr, stdout } = await asProcess(['check', '--out', '/proc/foo', '--rule', 'create/status']);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error: \/proc\/foo\/results\.json cannot be written: .*; choose another path$/mu);
  });

  test('a path that cannot be written stops the run before anything is sent', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'file'), '');
    await mkdir(join(folder.path, 'folder'));
    let asked = 0;
    await using watched = await startMock({
      wrap: (fetch) => (request) => {
        asked += 1;
        return fetch(request);
      },
    });
    for (const path of ['file/report.json', 'folder']) {
      const { status, stderr } = await assayer(['check', watched.url, '--reporter', `json=${path}`], {
        cwd: folder.path,
      });
      expect(stderr).toMatch(/cannot be written: .*; choose another path/u);
      expect(status).toBe(2);
    }
    expect(asked).toBe(0);
  });
});

test.concurrent('a run without a terminal tells every ten seconds how far it is', async () => {
  // 2 requests per second, of which there are some ninety. A busy machine needs a part of the time for the start of the process.
  // Read-only, since what is left behind would be told as well.
  const slowly = ['--rate', '2', '--max-time', '50s', '--cleanup-time', '2s'];
  const { stderr } = await asProcess(['check', '--rule', 'read', '--read-only', ...slowly]);
  const said = stderr.trimEnd().split('\n');
  const lines = said.slice(BEGINNING.length);
  expect(said.slice(0, BEGINNING.length)).toEqual(BEGINNING);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  for (const line of lines) expect(line).toMatch(/^\d+ s: (asking the target what it offers…|\d+\/\d+ judged)$/u);
});

describe.concurrent('the target file', () => {
  test('is found in the folder, said to be used, and its address is overridden by the one given', async () => {
    await using folder = await temporaryFolder();
    await using server = await startMock({ emptyQuery: 204 });
    const file = { name: 'of the folder', baseUrl: 'http://127.0.0.1:1', claims: { emptyQuery: 204 } };
    await writeFile(join(folder.path, 'assayer.config.json'), JSON.stringify(file));
    const { status, stdout, stderr } = await assayer(['check', server.url, '--rule', 'read/query-empty'], {
      cwd: folder.path,
    });
    expect(stdout).toContain(`of the folder at ${server.url}`);
    // A busy machine tells how far it is.
    expect(stderr).toMatch(/^target file: .*assayer\.config\.json\nasking [^\n]*\n(?:\d+ s: [^\n]*\n)*$/u);
    expect(status).toBe(0);
  });

  test('in the folder is left unread with --no-target', async () => {
    await using folder = await temporaryFolder();
    await using server = await startMock();
    await writeFile(join(folder.path, 'assayer.config.json'), '{"claims":{"emptyQuery":201}}');
    const args = ['check', server.url, '--rule', 'read/query-empty', '--no-target'];
    const { status, stdout, stderr } = await assayer(args, { cwd: folder.path });
    expect(stderr).not.toContain('target file');
    expect(stdout).toContain(server.url);
    expect(status).toBe(0);
  });

  test('that names no address is not judged in place of a service', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'assayer.config.json'), '{"claims":{"emptyQuery":204}}');
    const { status, stderr } = await assayer(['check', ...FEW], { cwd: folder.path });
    expect(stderr).toMatch(/^error: .*assayer\.config\.json names no baseUrl, and no address was given: give it/u);
    expect(status).toBe(2);
    // Recorded traffic tells the address itself.
    const recorded = await assayer(['check', '--har', 'nowhere.har'], { cwd: folder.path });
    expect(recorded.stderr).toContain('nowhere.har');
    expect(recorded.stderr).not.toContain('baseUrl');
  });

  test('that is wrong is told by place and reason', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 't.json'), '{"claims":{"emptyQuery":201}}');
    const { status, stderr } = await assayer(['check', '--target', 't.json'], { cwd: folder.path });
    expect(stderr).toMatch(/t\.json is not a valid target file:\n {2}claims\.emptyQuery /u);
    expect(status).toBe(2);
  });
});

test.concurrent('secrets that were given appear in no report, though the target echoes them', async () => {
  await using folder = await temporaryFolder();
  const server = createServer(({ headers }, response) => {
    // As a debugging server does: in bodies, fields and addresses. The body is long enough for excerpts to be cut in it.
    const { cookie = '', authorization = '' } = headers;
    const echo = { pad: 'a'.repeat(30), cookie, authorization, url: `/?q=${encodeURIComponent(String(cookie))}` };
    response.writeHead(200, { 'content-type': 'application/json', location: `/${String(authorization).slice(7)}` });
    response.end(JSON.stringify(echo));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening TCP server has such an address
  const args = ['check', `http://127.0.0.1:${port}`, '--verbose', '--out', 'out', '--runs', '1'];
  const secrets = ['--cookie', 'USER_TOKEN=Zq9-geheim/1', '--header', 'Authorization: Bearer Zq9-traeger-Zq9'];
  const { stdout, stderr, status } = await assayer([...args, ...secrets], { cwd: folder.path });
  server.close();
  expect(status).toBe(1);
  const files = ['results.json', 'junit.xml', 'report.html'].map((name) => join(folder.path, 'out', name));
  const written = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  for (const text of [stdout, stderr, ...written]) expect(text).not.toContain('Zq9');
  expect(written[0]).toContain('[redacted]');
});

describe.concurrent('an interrupt', () => {
  /** A mock that never answers one method; `asked` resolves when it was asked for it. */
  async function deafTo(method: string): Promise<{ url: string; asked: Promise<void> } & AsyncDisposable> {
    let first = (): void => {};
    const asked = new Promise<void>((resolve) => {
      first = resolve;
    });
    const mock = await startMock({
      wrap: (fetch) => (request) => {
        if (request.method !== method) return fetch(request);
        first();
        return new Promise(() => {});
      },
    });
    return { url: mock.url, asked, [Symbol.asyncDispose]: mock.close };
  }

  test('ends the run with 130; what is done is reported, what was created is deleted', async () => {
    await using folder = await temporaryFolder();
    await using target = await deafTo('HEAD');
    const deals = async (): Promise<string> => (await fetch(`${target.url}/rest/1/deals/`)).text();
    const before = await deals();
    const args = ['--rule', 'create', '--rule', 'read/head', '--timeout', '50s', '--out', 'out'];
    const running = start(['check', target.url, ...args], { cwd: folder.path });
    await target.asked;
    running.child.kill('SIGINT');
    const { status, stdout, stderr } = await running.ended;
    expect(stderr).toMatch(/^stopping: what was created is being deleted/mu);
    expect(stdout).toMatch(
      /not judged: the run was interrupted \(SIGINT\); \d+ results left out by --rule create, --rule read\/head\n$/u,
    );
    expect(status).toBe(130);
    expect(await deals()).toBe(before);
    const saved: Results = JSON.parse(await readFile(join(folder.path, 'out/results.json'), 'utf8'));
    expect(saved.run.interrupted).toBe('the run was interrupted (SIGINT)');
  });

  test('three give up deleting, and what stays is told', async () => {
    await using target = await deafTo('DELETE');
    const running = start(['check', target.url, '--rule', 'create', '--timeout', '50s']);
    await target.asked;
    await interrupt(running, 3);
    const { status, stderr } = await running.ended;
    expect(stderr).toMatch(/^left behind: \d+ of what this run created could not be deleted$/mu);
    expect(status).toBe(130);
  });
});
