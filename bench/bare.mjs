// A bare node:http server that answers what it is given in argv, from a Map. It is plain JavaScript, so that node runs it as it
// is: through a loader its first answer would come late, and the mock would look quick beside it.
import { createServer } from 'node:http';

/** @type {Record<string, { status: number, fields: string[], body: string }>} by method and target */
const given = JSON.parse(process.argv[2] ?? '{}');
const answers = new Map(Object.entries(given));
const records = new Map();

const server = createServer((request, response) => {
  if (request.method === 'POST') create(request, response);
  else {
    const { status, fields, body } = answers.get(`${request.method} ${request.url}`) ?? {
      status: 404,
      fields: [],
      body: '',
    };
    response.writeHead(status, fields).end(body);
  }
});

// A creation has a body and three fields of its own; all others are as given.
function create(request, response) {
  const { status, fields, path } = answers.get(`POST ${request.url}`);
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const id = String(records.size + 4);
    const record = { id, ...JSON.parse(Buffer.concat(chunks).toString()) };
    records.set(id, record);
    const location = `${path}${id}`;
    const body = JSON.stringify({ ...record, _links: { self: { href: location } } });
    const own = ['ETag', `"bare1-${id}-json"`, 'Location', location, 'Content-Length', String(Buffer.byteLength(body))];
    response.writeHead(status, [...fields, ...own]).end(body);
  });
}

server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
