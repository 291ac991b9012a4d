import { expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { allDeviations, together } from '../../proof/deviations/together.ts';
import { assayer, temporaryFolder } from './assayer.ts';

const QUICK = ['--rule', 'delete/status', '--runs', '2', '--no-ledger'];

test('the exit status tells whether a service differs from the mock', async () => {
  await using folder = await temporaryFolder();
  const faults = (await allDeviations()).filter(({ id }) => id === 'delete-answers-200');
  const [kept, broken] = await Promise.all([startMock(), startMock({ wrap: together(faults) })]);
  onTestFinished(async () => void (await Promise.all([kept.close(), broken.close()])));
  const run = (url: string, ...more: string[]): ReturnType<typeof assayer> =>
    assayer(['drift', url, ...QUICK, ...more], { cwd: folder.path });
  expect(await run(kept.url)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1 checks judged on both, 0 differ'),
  });
  const differs = await run(broken.url, '--reporter', 'json');
  expect(differs.status).toBe(1);
  expect(JSON.parse(differs.stdout)).toMatchObject({
    differences: [{ rule: 'delete/status', subject: 'deals', mock: 'pass', service: 'fail' }],
  });
});
