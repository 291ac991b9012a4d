import { expect, test } from 'vitest';
import { initialise } from '../../init/init.ts';
import { serve, store, type Told } from '../target-file/service.ts';

const BODY =
  '{ type: object, required: [text, pin], properties: { text: { type: string }, pin: { enum: [four-eight-seven] } } }';
const NOTES = `openapi: 3.0.3
info: { title: Notes, version: "1" }
paths:
  /notes:
    get: { responses: { "200": { description: the notes } } }
    post:
      requestBody: { content: { application/json: { schema: ${BODY} } } }
      responses: { "201": { description: made } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { "200": { description: one } } }
    delete: { responses: { "204": { description: deleted } } }
`;

/** Never shows the pin. */
function hidden(told: Told): Told {
  return JSON.parse(JSON.stringify(told), (name: string, value: unknown) => (name === 'pin' ? undefined : value));
}

test('a member that was sent and is not shown is written down as write-only, and the rest is not', async () => {
  const notes = store('/notes');
  await using service = await serve((ask) => hidden(notes(ask)));
  const openapi = { text: NOTES, source: 'notes.yaml' };
  const found = await initialise({ baseUrl: service.url, allowWrites: true, openapi });
  expect(found.file.resources).toMatchObject([{ name: 'notes', writeOnly: ['pin'] }]);
});
