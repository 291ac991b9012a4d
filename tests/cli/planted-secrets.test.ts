import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { TargetFile } from '../../target-file/file.ts';
import { assayer, temporaryFolder } from './assayer.ts';

// Each begins with letters that no name, number or mark of a report holds; each has characters that are spelt in several ways.
const planted = (place: string): string => `Zq9${place}/"${[...place].reverse().join('')}+7ä`;
const inField = (place: string): string => `Zq9${place}/${[...place].reverse().join('')}+7=`;

const SECRETS = {
  header: inField('option'),
  bearer: inField('bearer'),
  basicName: 'Zq9basic-name',
  password: 'Zq9pass-word',
  cookieFile: 'Zq9jar-cookie7',
  fileHeader: inField('fileheader'),
  sessionHeader: inField('sessionheader'),
  resourceHeader: inField('resource'),
  loginName: planted('loginname'),
  loginPassword: planted('loginword'),
  loginQuery: 'Zq9vkwtbx-4711',
  query: 'Zq9mnjhuz-0815',
  mintedCookie: 'Zq9mint-cookie-1',
  mintedToken: 'Zq9mint-token-22',
  mintedRefresh: 'Zq9mint-refresh-333',
  laterCookie: 'Zq9mint-later-4444',
};

/** Given out by a server at places that give them away, and once more elsewhere; the first is too short to be looked for elsewhere. */
const BY_PLACE = {
  short: 'Zq9s',
  member: 'Zq9member-55555',
  inXml: 'Zq9element-666666',
  inAttribute: 'Zq9attribute-77',
  inHtml: 'Zq9field-8888888',
  inForm: 'Zq9form-99999999',
};

const URL_SAFE: readonly (readonly [RegExp, string])[] = [
  [/\+/gu, '-'],
  [/\//gu, '_'],
];

/** The secret as a server may spell it. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const escapes = [...secret].map((char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join('');
  const base64 = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}`).toString('base64'));
  const safe = base64.map((text) => URL_SAFE.reduce((spelt, [from, to]) => spelt.replace(from, to), text));
  const hex = bytes.toString('hex');
  return [
    secret,
    secret.toUpperCase(),
    secret.toLowerCase(),
    encodeURIComponent(secret),
    percent,
    percent.toUpperCase(),
    escapes,
    ...base64,
    ...safe,
    hex,
    hex.toUpperCase(),
  ];
}

/** What of a spelling may be found in a report: without what the neighbours decide in base64. */
function needles(secret: string): string[] {
  return [...spellings(secret), JSON.stringify(secret).slice(1, -1)]
    .map((text) => text.slice(4, -4))
    .filter((t) => t.length > 4);
}

/** Bodies of other types that hold a secret by its place, and once more where no name gives it away. */
function others(pad: string): (readonly [string, string])[] {
  const { inXml, inAttribute, inHtml, inForm } = BY_PLACE;
  const page = `<html><p>${pad}</p><input name="password" value="${inHtml}"><dl><dt>token</dt><dd>${inHtml}</dd></dl>`;
  return [
    [
      'application/xml',
      `<a><p>${pad}</p><access_token>${inXml}</access_token><b token="${inAttribute}">${inXml}</b></a>`,
    ],
    ['text/html', `${page}<p>${inHtml} ${inAttribute}</p></html>`],
    ['application/x-www-form-urlencoded', `pad=${pad}&refresh_token=${inForm}&again=${inForm}`],
  ];
}

/** Answers everything with everything that it was ever sent, and gives out secrets of its own. */
async function echoing(heard: readonly string[]): Promise<{ url: string } & AsyncDisposable> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const echo = heard.flatMap(spellings);
      const fields = heard.flatMap((text) => spellings(text).filter((spelt) => /^[\x21-\x7e]*$/u.test(spelt)));
      const [first = ''] = heard;
      const isLogin = request.url?.startsWith('/login') === true;
      response.setHeader('content-type', 'application/json');
      response.setHeader('set-cookie', isLogin ? [`SID=${SECRETS.mintedCookie}`] : [`LATER=${SECRETS.laterCookie}`]);
      response.setHeader('x-echo', fields);
      response.setHeader('location', `/users/${encodeURIComponent(first)}?q=1`);
      const list = [{ id: first, name: heard[1], echo }];
      const login = { access_token: SECRETS.mintedToken, refresh_token: SECRETS.mintedRefresh };
      // Before what is secret stands as much as makes an excerpt end within it, at another place each time.
      asked += 1;
      const pad = 'x'.repeat(asked % 40);
      const told = { pad, of: heard[asked % heard.length], token: BY_PLACE.short, password: BY_PLACE.member };
      const item = { ...told, id: first, raw: `"${echo.join('","')}"`, again: BY_PLACE.member, echo };
      const [type, other] = isLogin ? [undefined] : (others(pad)[asked % 6] ?? [undefined]);
      const body = isLogin ? login : request.url?.startsWith('/users') === true ? list : item;
      if (type !== undefined) response.setHeader('content-type', type);
      response.statusMessage = encodeURIComponent(first);
      response.writeHead(request.method === 'POST' ? 201 : 200).end(other ?? JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening TCP server has such an address
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const RULES = ['create/status', 'create/location', 'read/collection', 'read/query-*', 'session/*', 'negotiate/accept'];
const OUTPUTS = [
  ...['json=r.json', 'junit=r.xml', 'html=r.html', 'markdown=r.md', 'github=r.github.md', 'annotations=r.txt'],
  ...['sarif=r.sarif', 'ctrf=r.ctrf.json', 'har=r.har', 'badge=r.svg', 'badge-json=r.badge.json'],
];

/** Everything that a run leaves: both streams, every file and every file's name. */
async function artefactsOf(args: readonly string[], cwd: string): Promise<string[]> {
  const rules = RULES.flatMap((rule) => ['--rule', rule]);
  const outputs = OUTPUTS.flatMap((output) => ['--reporter', output]);
  const how = ['--runs', '2', '--verbose', '--transcript', 'r.jsonl'];
  const { stdout, stderr } = await assayer(['check', ...args, ...rules, ...outputs, ...how], { cwd });
  // The ledger of what was created stands in a folder below.
  const entries = await readdir(cwd, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(cwd, join(entry.parentPath, entry.name)))
    .filter((name) => name !== 'target.json' && name !== 'cookies.txt');
  expect(names.filter((name) => name.startsWith('r.'))).toHaveLength(OUTPUTS.length + 1);
  const files = await Promise.all(names.map((name) => readFile(join(cwd, name), 'utf8')));
  return [stdout, stderr, ...files, ...names];
}

function expectNone(artefacts: readonly string[], secrets: readonly string[]): void {
  for (const artefact of artefacts) {
    expect(artefact.match(/.{0,80}Zq9.{0,20}/gu) ?? []).toEqual([]);
    const found = secrets.flatMap(needles).filter((needle) => artefact.includes(needle));
    expect(found).toEqual([]);
  }
  expect(artefacts.join('')).toContain('[redacted]');
}

test('secrets of a target file, and what a login gives out, are in no artefact', { tags: ['night'] }, async () => {
  const { header: _, bearer: __, password: ___, cookieFile: ____, basicName: _name, ...given } = SECRETS;
  await using server = await echoing(Object.values(given));
  await using folder = await temporaryFolder();
  const file: TargetFile = {
    baseUrl: server.url,
    headers: { 'X-Tenant': SECRETS.fileHeader, accept: 'application/json' },
    session: {
      headers: { 'X-Anything': SECRETS.sessionHeader },
      login: {
        path: `/login?app=${SECRETS.loginQuery}`,
        json: { user: SECRETS.loginName, deep: [SECRETS.loginPassword] },
        token: { pointer: '/access_token' },
      },
    },
    resources: [
      { name: 'deals' },
      { name: 'users', list: `/users?sig2=${SECRETS.query}`, headers: { 'X-Part': SECRETS.resourceHeader } },
    ],
  };
  await writeFile(join(folder.path, 'target.json'), JSON.stringify(file));
  const { short: _____, ...byPlace } = BY_PLACE;
  const secrets = [...Object.values(given), ...Object.values(byPlace)];
  expectNone(await artefactsOf(['--target', 'target.json'], folder.path), secrets);
});

test('secrets of the command line are in no artefact', { tags: ['night'] }, async () => {
  const { header, bearer, basicName, password, cookieFile, laterCookie } = SECRETS;
  const given = [header, bearer, basicName, password, cookieFile, laterCookie];
  await using server = await echoing(given);
  await using folder = await temporaryFolder();
  const line = ['127.0.0.1', 'FALSE', '/', 'FALSE', '0', 'USER_TOKEN', cookieFile].join('\t');
  await writeFile(join(folder.path, 'cookies.txt'), `${line}\n`);
  const basic = Buffer.from(`${basicName}:${password}`).toString('base64');
  const args = [
    server.url,
    ...['--cookie-file', 'cookies.txt', '--header', `Ocp-Apim-Subscription-Key: ${header}`],
    ...['--header', `Authorization: Basic ${basic}`, '--header', `DD: Bearer ${bearer}`],
  ];
  expectNone(await artefactsOf(args, folder.path), given);
});
