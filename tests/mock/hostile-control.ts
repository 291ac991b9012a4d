import {
  bytesOf,
  deepJson,
  headTo,
  type Kind,
  type Made,
  noise,
  type Part,
  pick,
  type Random,
  slowly,
} from './hostile-parts.ts';

/** By a name of this machine, or the guard would answer all of them before anything is read. */
const head = headTo('localhost');

function send(line: string, body: Part, ...fields: readonly string[]): Part[] {
  const bytes = bytesOf(body);
  return [head(`${line} HTTP/1.1`, `Content-Length: ${bytes.length}`, ...fields), bytes];
}

/** Whatever takes a body; what these kinds send there is refused. */
const TAKES_BODY: readonly string[] = [
  'POST /_mock/sessions',
  'PATCH /_mock/switches',
  'POST /_mock/clock',
  'PUT /_mock/chaos',
  'PUT /_mock/stubs',
  'POST /_mock/stubs',
  'POST /_mock/verify',
  'PUT /_mock/deviations',
  'PUT /_mock/state',
  'PUT /_mock/snapshots/hostile',
];

const BAD_BODIES: readonly string[] = [
  'null',
  '[]',
  '"x"',
  '7',
  '{',
  '{"user":1}x',
  '{"active":1}',
  '{"rules":{}}',
  '{"users":7,"deals":null,"rules":7,"active":[7],"user":7,"stopAt":7,"emptyQuery":7}',
  '{"moveMs":1e308,"x":1}',
  '{"users":[{"id":"","name":""}],"user":[],"rules":[7],"active":["nobody"],"moveMs":"1","selectors":["x"]}',
  '{"format":"assayer-state/1"}',
  '{"__proto__":{"user":"x"}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"users":[{"id":1,"name":"a","__proto__":{"polluted":true}}],"rules":null,"active":null}',
  '{"users":[{"id":1,"name":"a"},{"id":"1","name":"b"}]}',
  '\xff\xfe{"a":1}',
  '{"user":"\xed\xa0\x80","user":7,"rules":[{"status":200}]}',
  '{"stubs":[{"route":"GET /users/1","status":99}]}',
  '{"stubs":[{"route":"GET /users/1","status":204,"body":{}}]}',
  '{"stubs":[{"route":"GET /users/1"},{"route":"nowhere"}]}',
  '{"stubs":[{"route":"GET /users/1","headers":{"x":"1\\r\\nset-cookie: a=b"}}]}',
  '{"stubs":[{"route":"GET /users/1","headers":{"__proto__":{"polluted":true},"a b":"c"}}]}',
  '{"stubs":{"route":"GET /users/1"}}',
  '{"route":"GET /users/1","delay":1e308}',
  '{"route":"GET /users/1","times":0.5,"x":1}',
  `{"route":"/${'**/a'.repeat(1000)}","path":"/${'**/a'.repeat(1000)}","rules":[{"route":"/${'*a'.repeat(2000)}"}]}`,
];

/** Nothing is there, or not by this method; where a name is asked for, it names nothing. */
const NOWHERE: readonly string[] = [
  'GET /_mock/%',
  'GET /_mock/log/%ff',
  'GET /_mock/log/__proto__',
  'GET /_mock/log/99999999999999999999',
  'GET /_mock/../users',
  'GET /_mock//',
  'GET /_mock/constructor',
  'GET /_mock/__proto__/sessions',
  'DELETE /_mock/sessions/__proto__',
  'DELETE /_mock/sessions/constructor',
  'POST /_mock/sessions/toString/expire',
  'GET /_mock/sessions/%00/cookies.txt',
  'DELETE /_mock/tenants/__proto__',
  'DELETE /_mock/tenants/..%2f',
  'DELETE /_mock/tenants/constructor',
  'PUT /_mock/snapshots/__proto__',
  'PUT /_mock/snapshots/%2e%2e',
  'POST /_mock/snapshots/__proto__/restore',
  'POST /_mock/snapshots/constructor/restore',
  'GET /_mock/snapshots/hasOwnProperty/diff',
  'DELETE /_mock/snapshots/__proto__',
  'DELETE /_mock/state/deals/__proto__',
  'DELETE /_mock/state/users/constructor',
  'DELETE /_mock/state/constructor/1',
  'DELETE /_mock/state/deals/%ff',
  'PUT /_mock/state/toString/1',
  'PUT /_mock/state/deals/1',
  'PUT /_mock/breaches',
  'GET /_mock/breaches/__proto__',
  'PATCH /_mock/state',
  'DELETE /_mock/state',
  'PUT /_mock/reset',
  'GET /_mock/reset',
  'PROPFIND /_mock/',
  'TRACE /_mock/log',
  'OPTIONS /_mock/log',
  'POST /_mock/log',
  'GET /_mock/log?limit=-1',
  'GET /_mock/log?status=__proto__',
  'GET /_mock/log?tenant=__proto__&path=%ff',
  'GET /_mock/login?to=javascript:alert(1)',
  'GET /_mock/login?to=//evil.test/',
  'GET /_mock/login?to=http://%',
  'GET /_mock/login?lifeSeconds=1e9',
  'GET /_mock/login?crossSite=perhaps',
  'GET /_tenant/__proto__/_mock/state',
  'DELETE /_tenant/%2e%2e/_mock/log',
  'GET /_tenant//_mock/sessions',
];

/** What only reads; the inspector asks for all of it. */
const READS: readonly string[] = [
  'GET /_mock/',
  'GET /_mock',
  'HEAD /_mock/log',
  'GET /_mock/log.har',
  'GET /_mock/state',
  'GET /_mock/sessions',
  'GET /_mock/switches',
  'GET /_mock/clock',
  'GET /_mock/chaos',
  'GET /_mock/stubs',
  'GET /_mock/deviations',
  'GET /_mock/tenants',
  'HEAD /_mock/events',
];

const LAST_SEEN: readonly string[] = [
  '',
  '-',
  'x-1',
  '__proto__',
  '0'.repeat(8000),
  `${'9'.repeat(400)}-1`,
  'a-b-c',
  '\xff-\xff',
  '1e9',
];

const STRANGERS: readonly (readonly string[])[] = [
  ['Origin: http://evil.test'],
  ['Origin: null'],
  ['Origin: \xff'],
  ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'],
  ['Origin: http://localhost.evil.test', 'Access-Control-Request-Method: POST'],
];

/** What a stranger's page, or one that was pointed at this machine, would change if it were let. */
function byStranger(random: Random): Part[] {
  const line = pick(random, ['POST /_mock/reset', 'DELETE /_mock/log', 'POST /_mock/sessions', 'POST /_mock/clock']);
  if (random() < 0.3) return [`${line} HTTP/1.1\r\nHost: evil.test\r\nContent-Length: 2\r\n\r\n{}`];
  return send(line, '{"moveMs":1}', ...pick(random, STRANGERS));
}

/** JSON that is right until one looks at how much of it there is, and as much wrong as it is long. */
function huge(random: Random): Part[] {
  const size = pick(random, [200_000, 1_200_000]);
  const member = pick(random, ['users', 'active', 'rules', 'operationForms', 'x']);
  const item = pick(random, ['1', '{}', '""', '[[]]', '{"id":1}']);
  return send(pick(random, TAKES_BODY), `{"${member}":[${`${item},`.repeat(size / (item.length + 1))}1]}`);
}

/** It asks for events, and listens no longer than it takes to say so. */
function listener(random: Random): Made {
  const target = pick(random, [
    '/_mock/events',
    '/_mock/events?after=0',
    '/_tenant/one/_mock/events',
    '/_mock/events?after=x',
  ]);
  const fields = random() < 0.5 ? [] : [`Last-Event-ID: ${pick(random, LAST_SEEN)}`];
  const more = pick(random, ['', head('GET /users/1 HTTP/1.1'), noise(random, 20)]);
  return { parts: [head(`GET ${target} HTTP/1.1`, ...fields), more], leaves: pick(random, ['politely', 'at once']) };
}

/** It says that more will come, and leaves. */
function halfSaid(random: Random): Made {
  const start = head(
    `${pick(random, TAKES_BODY)} HTTP/1.1`,
    pick(random, ['Content-Length: 900', 'Transfer-Encoding: chunked']),
  );
  const rest = pick(random, ['', '{"user":"half"}', 'f\r\n{"user":"half"}\r\n', '{"users":[']);
  return { parts: [start, rest], leaves: pick(random, ['politely', 'at once']) };
}

/** Requests to the control API, none of which may change anything. */
export const CONTROL_KINDS: readonly Kind[] = [
  ['control: bad bodies', (random) => ({ parts: send(pick(random, TAKES_BODY), pick(random, BAD_BODIES)) })],
  ['control: deep JSON', (random) => ({ parts: send(pick(random, TAKES_BODY), deepJson(random)) })],
  ['control: huge JSON', (random) => ({ parts: huge(random) })],
  ['control: nowhere', (random) => ({ parts: [head(`${pick(random, NOWHERE)} HTTP/1.1`)] })],
  [
    'control: reading',
    (random) => ({ parts: [head(`${pick(random, READS)} HTTP/1.1`)], leaves: pick(random, ['politely', 'at once']) }),
  ],
  [
    'control: other methods',
    (random) => ({
      parts: send(
        `${pick(random, ['PUT', 'DELETE', 'PATCH', 'QUERY', 'LINK'])} /_mock/${pick(random, ['', 'events', 'log.har', 'control.json'])}`,
        '{}',
      ),
    }),
  ],
  ['control: listeners', listener],
  ['control: half said', halfSaid],
  [
    'control: slow bodies',
    (random) => ({ parts: slowly(send(pick(random, TAKES_BODY), pick(random, BAD_BODIES)), random) }),
  ],
  ['control: strangers', (random) => ({ parts: byStranger(random) })],
  [
    'control: tenants',
    (random) => ({
      parts: [
        head(
          `${pick(random, ['GET /_mock/state', 'POST /_mock/reset', 'POST /_mock/sessions'])} HTTP/1.1`,
          `X-Mock-Tenant: ${pick(random, ['__proto__', '..', 'a b', 'x'.repeat(65), '\xff'])}`,
        ),
      ],
    }),
  ],
];
