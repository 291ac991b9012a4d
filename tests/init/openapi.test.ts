import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { fillUnique } from '../../core/ids/placeholders.ts';
import { initialise } from '../../init/init.ts';
import { describeOpenApi } from '../../init/openapi.ts';
import { startMock } from '../../mock/node.ts';
import { resolveTarget } from '../../target-file/resolve.ts';
import { validateTarget } from '../../target-file/validate.ts';
import { resolved } from './resolved.ts';

const SHOP = `openapi: 3.0.3
info: { title: A shop, version: "1" }
servers: [{ url: http://127.0.0.1:9/shop }]
paths:
  /orders:
    get:
      parameters: [{ name: status, in: query, schema: { type: string } }]
      responses:
        "200":
          description: the orders
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Order" } } } }
    post:
      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
      responses: { "201": { description: made } }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    get: { responses: { "200": { description: one } } }
    patch: { responses: { "200": { description: changed } } }
  /orders/{orderId}/ship:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    post: { responses: { "200": { description: shipped } } }
  /orders/{orderId}/lines/{index}:
    parameters:
      - { name: orderId, in: path, required: true, schema: { type: string } }
      - { name: index, in: path, required: true, schema: { type: integer } }
    get: { responses: { "200": { description: a line } } }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: SID } }
  schemas:
    Order:
      type: object
      required: [id, customer, amount]
      properties:
        id: { type: string, readOnly: true }
        status: { type: string, enum: [open, shipped] }
        customer: { type: string, nullable: true }
        amount: { type: number, minimum: 0, exclusiveMinimum: true }
`;

describe('an OpenAPI document', () => {
  test.each([
    ['{ type: integer }', { unknownIds: 'number' }],
    ['{ type: string, format: uuid }', { unknownIds: 'uuid' }],
  ])('tells the shape of ids: %s', async (schema, due) => {
    const shaped = SHOP.replace('in: path, required: true, schema: { type: string }', `in: path, schema: ${schema}`);
    const { file } = await describeOpenApi(shaped, 'shop.yaml');
    expect(file.resources).toMatchObject([due]);
  });

  test('that writes to deals and tells no operations is asked about', async () => {
    const put = '  /deals/{id}:\n    get: { responses: { "200": { description: one } } }\n    put: { responses: {} }\n';
    const { open } = await describeOpenApi(
      `openapi: 3.0.3\npaths:\n  /deals:\n    get: { responses: {} }\n${put}`,
      'deals.yaml',
    );
    expect(open).toContainEqual({
      place: 'resources.deals.update',
      question: 'PUT of /deals/{id} may be an update, or operations in form C or D (4.2): give update, or operations',
    });
  });

  test('gives paths, samples and schemas, and its servers', async () => {
    const { file, open } = await describeOpenApi(SHOP, 'shop.yaml');
    expect(validateTarget(file)).toHaveProperty('file');
    expect(file).toMatchObject({ name: 'A shop', baseUrl: 'http://127.0.0.1:9/shop', session: { cookieName: 'SID' } });
    expect(file.resources).toMatchObject([
      {
        name: 'orders',
        create: '/orders',
        list: '/orders',
        item: '/orders/{id}',
        delete: false,
        update: { method: 'PATCH', address: '/orders/{id}' },
        sample: { customer: 'assayer {unique}', amount: 1 },
        required: ['customer', 'amount'],
        schema: {
          required: ['customer', 'amount'],
          properties: { customer: { type: ['string', 'null'] }, amount: { exclusiveMinimum: 0 } },
        },
        query: { address: '/orders?status={value}', field: '/status' },
        nested: ['/orders/{id}/lines/{index}'],
      },
    ]);
    expect(open.map(({ question }) => question)).toEqual([expect.stringContaining('POST /orders/{orderId}/ship')]);
    expect(resolveTarget(file).resources).toHaveLength(1);
  });

  test.each([
    ['swagger: "2.0"', 'convert it to OpenAPI 3'],
    ['[1', 'neither JSON nor YAML'],
    [
      '{"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "paths": {"/a": {"$ref": "#/nowhere"}}}',
      'cannot be read as OpenAPI',
    ],
  ])('%s is refused with the reason', async (text, reason) => {
    await expect(describeOpenApi(text, 'api.yaml')).rejects.toThrow(reason);
  });

  test('sends for no reference that leads out of it', async () => {
    const { file } = await describeOpenApi(
      SHOP.replace('"#/components/schemas/Order" } } } }\n    post', '"file:///etc/passwd" } } } }\n    post'),
      'shop.yaml',
    );
    expect(JSON.stringify(file)).not.toContain('root:');
  });

  test('of the document itself gives the resources and the spelt operations, by GET alone', async () => {
    const heard: string[] = [];
    await using mock = await startMock({
      wrap: (fetch) => (request) => {
        heard.push(request.method);
        return fetch(request);
      },
    });
    const text = await readFile(new URL('../../fixtures/openapi.json', import.meta.url), 'utf8');
    const found = await initialise({
      baseUrl: mock.url,
      openapi: { text, source: 'openapi.json' },
      allowWrites: false,
    });
    expect(new Set(heard)).toEqual(new Set(['GET']));
    expect(found.file).toMatchObject({
      version: '1',
      writes: 'forbidden',
      claims: { operationForms: ['A', 'B', 'E', 'F', 'G'] },
    });
    expect(found.file.resources).toMatchObject([
      { name: 'users', query: { matches: 'Ada Lovelace' }, known: '1' },
      { name: 'deals', sample: { name: 'assayer {unique}' }, required: ['name', 'price'] },
    ]);
    expect(found.file.operations?.map(({ name }) => name)).toContain('ChangePrice');
    expect((await resolved({ ...found.file })).notes).toEqual([]);
  });
});

test('braces in the example of a document are no placeholders', async () => {
  const json = '{ schema: { $ref: "#/components/schemas/Order" }';
  const example = '{ customer: "Ann", amount: 1, note: "Dear {name}, {{sum}} {}" }';
  const { file } = await describeOpenApi(
    SHOP.replace(
      `requestBody:\n        content: { application/json: ${json}`,
      (start) => `${start}, example: ${example}`,
    ),
    'shop.yaml',
  );
  expect(validateTarget(file)).toHaveProperty('file');
  const sample = file.resources?.[0]?.sample ?? {};
  expect(fillUnique(sample, 'u')).toEqual({ customer: 'assayer u', amount: 1, note: 'Dear {name}, {{sum}} {}' });
});
