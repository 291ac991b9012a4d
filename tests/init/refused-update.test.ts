import { expect, test } from 'vitest';
import { initialise } from '../../init/init.ts';
import { serve, store } from '../target-file/service.ts';

const NOTES = `openapi: 3.0.3
info: { title: Notes, version: "1" }
paths:
  /notes:
    get: { responses: { "200": { description: the notes } } }
    post:
      requestBody:
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } }
      responses: { "201": { description: made } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { "200": { description: one } } }
    put:
      requestBody:
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } }
      responses: { "204": { description: changed } }
    delete: { responses: { "204": { description: deleted } } }
`;

test('an update that the target refuses is left out, and that is told', async () => {
  const notes = store('/notes');
  await using service = await serve((ask) => (ask.method === 'PUT' ? { status: 405 } : notes(ask)));
  const found = await initialise({
    baseUrl: service.url,
    allowWrites: true,
    openapi: { text: NOTES, source: 'notes.yaml' },
  });
  expect(service.asked.filter(({ method }) => method === 'PUT').length).toBeGreaterThan(0);
  expect(found.file.resources).toMatchObject([{ name: 'notes', update: false }]);
  expect(found.open.map(({ question }) => question)).toContainEqual(
    expect.stringMatching(/PUT \/notes\/\{id\} was refused/u),
  );
  expect(found.leftBehind).toEqual([]);
});
