import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Initialised, initialise } from '../../init/init.ts';
import { printJson, printTypeScript } from '../../init/print.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';
import { loadTargetFile } from '../../target-file/load.ts';
import { temporaryFolder } from '../cli/assayer.ts';

const REFUSAL = '{"error":"until is required"}';

/** A service that takes neither the command nor the operation as they were guessed. */
function refusing(...paths: readonly RegExp[]): Promise<StartedMock> {
  return startMock({
    operationForms: ['A'],
    wrap: (fetch) => (request) => {
      const { pathname } = new URL(request.url);
      const isRefused = request.method !== 'GET' && paths.some((path) => path.test(pathname));
      return isRefused ? Promise.resolve(Response.json(JSON.parse(REFUSAL), { status: 400 })) : fetch(request);
    },
  });
}

const COMMAND = /^\/command\/HoldDeal\/$/u;
const HOLD = /\/hold$/u;

const lookAt = ({ url }: StartedMock, allowWrites = true): Promise<Initialised> =>
  initialise({ baseUrl: url, allowWrites });
const toldAt = ({ open }: Initialised, wanted: string): string[] =>
  open.flatMap(({ place, question }) => (place === wanted ? [question] : []));

describe('a guess that was refused', () => {
  test('a command is not written down: what was tried, what was answered and what to fill in are', {
    tags: ['night'],
  }, async () => {
    await using mock = await refusing(COMMAND);
    const found = await lookAt(mock);
    expect(found.file).toMatchObject({ claims: { commandQuery: true }, commands: [] });
    expect(toldAt(found, 'commands')).toEqual([
      'POST /command/HoldDeal/ with {"id":"{deal}","reason":"waiting for papers"} was tried, {deal} being the id of a new deal, ' +
        `and was answered 400: ${REFUSAL}. That was a guess, since the document shows no payload of a command. ` +
        'While no command is written down, none is judged: name those that the service has, each with a payload that it accepts',
    ]);
    expect(printTypeScript(found)).toMatch(
      / {2}\/\/ TO DECIDE: POST \/command\/HoldDeal\/[^[]*, such as\n {2}\/\/ {3}\{ name: 'HoldDeal', payload: \{ id: '\{deal\}', reason: 'waiting for papers' \} \},\n {2}commands: \[\],\n/u,
    );
    expect(printJson(found)).toContain(
      String.raw`such as {\"name\":\"HoldDeal\",\"payload\":{\"id\":\"{deal}\",\"reason\":\"waiting for papers\"}}`,
    );
  });

  test('an operation likewise, and what is filled in is judged', { tags: ['night'] }, async () => {
    await using mock = await refusing(HOLD);
    const found = await lookAt(mock);
    expect(found.file.operations).toEqual([]);
    expect(toldAt(found, 'operations').join()).toContain(
      `HoldDeal was tried as PUT /rest/1/deals/{id}/hold with {"reason":"waiting for papers"}, and was answered 400: ${REFUSAL}`,
    );
    const printed = printTypeScript(found);
    expect(printed).toContain("//     forms: { A: '/rest/{version}/deals/{id}/hold' },");
    // The form of what a person writes down is not forbidden by a claim.
    expect(printed).not.toContain('operationForms');
    await using folder = await temporaryFolder();
    const entry =
      /such as\n((?: {2}\/\/ {3}.*\n)+) {2}operations: \[\]/u.exec(printed)?.[1]?.replaceAll('//', '') ?? '';
    await writeFile(
      join(folder.path, 'assayer.config.ts'),
      printed
        .replace('operations: []', `operations: [${entry}]`)
        .replace(/^import.*\n/u, 'const defineTarget = (f) => f;'),
    );
    const filled = await loadTargetFile(join(folder.path, 'assayer.config.ts'), folder.path);
    expect(filled?.file.operations).toMatchObject([{ name: 'HoldDeal' }]);
  });

  test('a command where no query was found either', { tags: ['night'] }, async () => {
    await using mock = await startMock({
      commandQuery: false,
      wrap: (fetch) => (request) =>
        request.method === 'POST' && COMMAND.test(new URL(request.url).pathname)
          ? Promise.resolve(Response.json(JSON.parse(REFUSAL), { status: 400 }))
          : fetch(request),
    });
    const found = await lookAt(mock);
    expect(found.file.claims?.commandQuery).toBe(false);
    expect(toldAt(found, 'claims.commandQuery').join()).toContain('If the service has commands, write true here');
  });
});

test('a guess that was not tried says so', async () => {
  await using mock = await startMock();
  const found = await lookAt(mock, false);
  expect(found.file.commands).toMatchObject([{ name: 'HoldDeal' }]);
  expect(toldAt(found, 'commands').join()).toContain('was not tried, since init sent GET only');
});

test('a guess that was taken is written down, with nothing to decide', { tags: ['night'] }, async () => {
  await using mock = await startMock();
  const found = await lookAt(mock);
  expect(found.file.commands).toMatchObject([{ name: 'HoldDeal' }]);
  expect(found.findings).toContainEqual({ place: 'commands', evidence: 'POST /command/HoldDeal/ was answered 200' });
  expect(found.open).toEqual([]);
});

test('representations are to be decided where nothing was answered in JSON', async () => {
  await using mock = await startMock({
    representations: ['html'],
    wrap: (fetch) => (request) => fetch(new Request(request, { headers: { accept: 'text/html' } })),
  });
  const [first = ''] = toldAt(await lookAt(mock, false), 'claims.representations');
  expect(first).toMatch(/^json is assumed: GET \S+ was answered as text\/html\. Where .* such as \["html"\]$/u);
});

test('nested records that nobody has are to be decided', async () => {
  await using mock = await startMock({ seed: { users: [{ id: '1', name: 'Ann' }] } });
  const found = await lookAt(mock, false);
  const [first = ''] = toldAt(found, 'resources.users.nested');
  expect(first).toContain('no record of users was seen to have ssh-keys');
  expect(printTypeScript(found)).toContain("//   { address: '/users/{id}/ssh-keys/{index}', owner: '1', index: 0 },");
});

test('what is said of a resource stands at no operation', async () => {
  await using mock = await startMock();
  const found = await initialise({ baseUrl: mock.url, allowWrites: false, collections: ['/users'] });
  expect(found.findings.filter(({ place }) => place.startsWith('operations'))).toEqual([]);
  expect(printTypeScript(found)).not.toContain('moves users elsewhere');
});
