import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { assayer, temporaryFolder } from '../cli/assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from '../cli/page.ts';

test('docs/doctor.md shows what happens', async () => {
  await using folder = await temporaryFolder();
  await using mock = await startMock();
  const shown = (await blocksOf('docs/doctor.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(2);
  for (const command of shown) {
    await expectAsShown(command, folder.path, (text) => text.replaceAll('http://127.0.0.1:4010', mock.url));
  }
});

test('a target that is neither an address nor a file, and a mistyped option, are told with what to do', async () => {
  const unknown = await assayer(['doctor', 'localhost:3000']);
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('neither an address that begins with http:// or https:// nor a file');
  const mistyped = await assayer(['doctor', '--insecur']);
  expect(mistyped.status).toBe(2);
  expect(mistyped.stderr).toContain('Did you mean --insecure?');
});

test('prints findings as JSON, without secrets', async () => {
  await using mock = await startMock();
  const args = [
    'doctor',
    mock.url,
    '--json',
    '--header',
    'X-Api-Key: s3cr3t-key',
    '--cookie',
    'USER_TOKEN=s3cr3t-cookie',
  ];
  const { status, stdout } = await assayer(args);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ canGoOn: true, leftBehind: [] });
  expect(stdout).not.toContain('s3cr3t');
});
