import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { assayer, temporaryFolder } from '../cli/assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from '../cli/page.ts';

test('docs/init.md shows what happens', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  await using mock = await startMock({ operationForms: ['A'], commandQuery: false, representations: ['json'] });
  const shown = (await blocksOf('docs/init.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(3);
  for (const command of shown) {
    await expectAsShown(command, folder.path, (text) => text.replaceAll('http://127.0.0.1:4010', mock.url));
  }
  const workflow = await readFile(join(folder.path, '.github/workflows/assayer.yml'), 'utf8');
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(load(workflow)).toMatchObject({
    on: { pull_request: {} },
    jobs: {
      assayer: { steps: expect.arrayContaining([expect.objectContaining({ uses: 'actions/upload-artifact@v4' })]) },
    },
  });
  expect(workflow).toContain(`npx --yes assayer@${version} check --target assayer.config.ts`);
  // The records of the run are gone, and so is its ledger.
  expect(await readdir(folder.path)).not.toContain('.assayer');
});

describe('assayer init', () => {
  test('sends GET only, and writes no secret', async () => {
    const heard: string[] = [];
    await using mock = await startMock({
      session: 'validated',
      wrap: (fetch) => (request) => {
        heard.push(request.method);
        return fetch(request);
      },
    });
    await using folder = await temporaryFolder();
    const args = [
      'init',
      mock.url,
      '--json',
      '--ci',
      'gitlab',
      '--cookie',
      'USER_TOKEN=let-me-in',
      '--header',
      'X-Api-Key: s3cr3t-key',
    ];
    const { status, stdout, stderr } = await assayer(args, { cwd: folder.path });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(new Set(heard)).toEqual(new Set(['GET']));
    const json = await readFile(join(folder.path, 'assayer.config.json'), 'utf8');
    for (const text of [json, stdout]) {
      expect(text).not.toContain('let-me-in');
      expect(text).not.toContain('s3cr3t-key');
    }
    const file = JSON.parse(json);
    expect(file).toMatchObject({ writes: 'forbidden', claims: { session: 'validated' } });
    expect(file.$comment).toContainEqual(
      expect.stringContaining('claims.session: GET / was answered 401 without a session'),
    );
    const workflow = await readFile(join(folder.path, 'assayer.gitlab-ci.yml'), 'utf8');
    expect(workflow).toContain('on each merge request');
    expect(load(workflow)).toMatchObject({ assayer: { artifacts: { when: 'always' } } });
  });

  test('takes an OpenAPI document from an address, and from a file', { tags: ['night'] }, async () => {
    const text = await readFile(new URL('../../fixtures/openapi.json', import.meta.url), 'utf8');
    await using mock = await startMock();
    const server = createServer((_, response) => void response.end(text)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'api.json'), text);
    try {
      // A listening TCP server has such an address.
      const { port } = server.address() as AddressInfo;
      const at = `127.0.0.1:${port}/openapi.json`;
      for (const [source, shown] of [
        [`http://${at}`, `http://${at}`],
        ['api.json', 'api.json'],
        [`http://bob:hunter2secret@${at}?token=hunter2secret`, `http://…@${at}…`],
      ] as const) {
        const args = ['init', mock.url, '--openapi', source, '--json'];
        const { status, stdout, stderr } = await assayer(args, { cwd: folder.path });
        expect(stderr).toBe('');
        expect(status).toBe(0);
        const path = join(folder.path, 'assayer.config.json');
        const json = await readFile(path, 'utf8');
        expect(json + stdout).not.toContain('hunter2secret');
        const file = JSON.parse(json);
        expect(file.resources.map(({ name }: { name: string }) => name)).toEqual(['users', 'deals']);
        expect(file.$comment).toContainEqual(`resources: the paths of ${shown}`);
        await rm(path);
      }
    } finally {
      server.close();
    }
  });

  test('overwrites nothing: one request is too many then', async () => {
    let heard = 0;
    await using mock = await startMock({
      wrap: (fetch) => (request) => {
        heard += 1;
        return fetch(request);
      },
    });
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'assayer.config.mjs'), 'mine');
    const { status, stderr } = await assayer(['init', mock.url, '--json'], { cwd: folder.path });
    expect(status).toBe(2);
    expect(stderr).toContain('assayer.config.mjs. init overwrites nothing');
    expect(heard).toBe(0);
    expect(await readdir(folder.path)).toEqual(['assayer.config.mjs']);
  });

  test.each([
    [[], 'give the address of the target'],
    [['http://127.0.0.1:1'], 'The target is not reachable'],
    [['http://127.0.0.1:1', '--alow-writes'], 'Did you mean --allow-writes?'],
    [['--openapi', 'http://bob:hunter2@127.0.0.1:1/api.json?token=hunter2'], 'GET http://…@127.0.0.1:1/api.json…: '],
    [['--openapi', 'http://bob:hunter2?x@127.0.0.1:1/api.json'], '--openapi: …@127.0.0.1:1/api.json is no URL'],
    [['http://bob:hunter2@127.0.0.1:1/'], '"http://…@127.0.0.1:1/" holds a user name or a password'],
    [['http://bob:hunter2#x@127.0.0.1:1/'], '"…@127.0.0.1:1/" is not an absolute URL'],
  ])('%s is refused with what to do', async (args, message) => {
    await using folder = await temporaryFolder();
    const { status, stderr } = await assayer(['init', ...args], { cwd: folder.path });
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hunter2');
    expect(await readdir(folder.path)).toEqual([]);
  });
});
