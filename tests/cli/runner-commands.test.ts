import { expect, test } from 'vitest';
import { withoutCommands } from '../../core/redaction/visible.ts';
import { startMock } from '../../mock/node.ts';
import { assayer } from './assayer.ts';

test('no text of a target is a command to the runner of a CI job', async () => {
  const body = 'deleted\n::error title=pwn::owned\n  ::add-mask::a\nby ##[error] of a server';
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      const response = await fetch(request);
      return request.method === 'DELETE' ? new Response(body, { headers: { 'content-type': 'text/plain' } }) : response;
    },
  });
  const { status, stdout, stderr } = await assayer(['check', mock.url, '--rule', 'delete/status', '--verbose']);
  expect(status).toBe(1);
  const told = stdout + stderr;
  expect(told).toContain('title=pwn');
  expect(told.split('\n').filter((line) => /^\s*::/u.test(line) || line.includes('##['))).toEqual([]);
});

test('what is no command is left as it is', () => {
  const text = 'at http://[::1]:80/ :: and\n: a\n  a ::b\n# [c]';
  expect(withoutCommands(text)).toBe(text);
});
