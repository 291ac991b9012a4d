import { expect, test } from 'vitest';
import { initialise } from '../../init/init.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

const BOOKS = `openapi: 3.0.3
info: { title: Books, version: "1" }
paths:
  /books:
    get:
      parameters: [{ name: page, in: query, schema: { type: integer } }, { name: title, in: query, schema: { type: string } }]
      responses:
        "200":
          description: a page
          content: { application/json: { schema: { $ref: "#/components/schemas/Page" } } }
  /books/{id}:
    get: { responses: { "200": { description: one } } }
components:
  schemas:
    Page: { type: object, properties: { total: { type: integer }, data: { type: array, items: { $ref: "#/components/schemas/Book" } } } }
    Book: { type: object, properties: { id: { type: integer }, title: { type: string } } }
`;

function books({ path }: Ask): Told {
  const all = [
    { id: 1, title: 'of somebody' },
    { id: 2, title: 'of another' },
  ];
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  const title = searchParams.get('title');
  if (pathname === '/books')
    return { status: 200, body: { data: all.filter((one) => title === null || one.title === title) } };
  const one = all.find(({ id }) => pathname === `/books/${id}`);
  return one === undefined ? { status: 404 } : { status: 200, body: one };
}

test('where a page holds the list, it is found, and so is the query of its records', async () => {
  await using service = await serve(books);
  const { file } = await initialise({
    baseUrl: service.url,
    allowWrites: false,
    openapi: { text: BOOKS, source: 'books' },
  });
  expect(file.resources).toMatchObject([
    { name: 'books', envelope: { list: '/data' }, query: { address: '/books?title={value}', field: '/title' } },
  ]);
});
