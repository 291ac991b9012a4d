import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Server } from './judged.ts';

/** What names nothing, by suffix and by parameter, at nested records and at what operations made. */
type Wrap = NonNullable<Server['wrap']>;

const RULES = ['read/made', 'read/nested-out-of-range', 'read/nested-unknown-owner'];
const isNested = (path: string): boolean => /\/(?:ssh-keys|address)\//u.test(path);

/** Finds a record where the mock finds none, by the suffix of its address. */
const finding = (isMeant: (path: string) => boolean): Wrap =>
  before(async ({ method, path }, next) => {
    const response = await next();
    const isIt = method === 'GET' && response.status === 404 && path.endsWith('.xml') && isMeant(path);
    return isIt ? new Response('<none/>', { headers: { 'content-type': 'application/xml' } }) : response;
  });

/** Reads another text than the one that was asked for. */
const reading = (isMeant: RegExp, look: (path: string) => string): Wrap =>
  before(({ method, path }, next) => (method === 'GET' && isMeant.test(path) ? next({ path: look(path) }) : next()));

const UUID = /(?<=\/)f[0-9a-f-]{30,35}$/u;

/** Completes the beginning of a command's id. */
const beginning: Wrap = (fetch) => {
  const known = new Set<string>();
  return before(({ method, path }, next) => {
    const [id = ''] = UUID.exec(path) ?? [];
    if (method === 'PUT' && id !== '') known.add(id);
    const whole = [...known].find((one) => one.startsWith(id) && one !== id);
    return method === 'GET' && id !== '' && !known.has(id) && whole !== undefined
      ? next({ path: path.replace(id, whole) })
      : next();
  })(fetch);
};

const WRONG: Readonly<Record<string, Wrap>> = {
  'nested records past the end by suffix': finding((path) => isNested(path) && path.startsWith('/users/1/')),
  'nested records of nobody by suffix': finding((path) => isNested(path) && !path.startsWith('/users/1/')),
  'holds that were never made, by suffix': finding((path) => path.includes('/holds/')),
  'commands that were never sent, by suffix': finding((path) => path.includes('/commands/')),
  'a hold by a number with letters after it': reading(/\/holds\/\d/u, (path) => path.replace(/(?<=\d)[a-z]+$/u, '')),
  'a hold by a number with a blank after it': reading(/\/holds\//u, (path) => path.replace(/%20$/u, '')),
  'a hold below a deal with letters after it': reading(/\/holds\//u, (path) => path.replace(/(?<=\d)xq(?=\/)/u, '')),
  'a command below a deal with a blank after it': reading(/\/commands\//u, (path) => path.replace('%20/', '/')),
  'a command by the beginning of its id': beginning,
  'a hold by its number up to a NUL': reading(/\/holds\//u, (path) => path.replace(/%00.*$/u, '')),
};

const options = { operationForms: ['E', 'F'] } as const;

test.each(inGate(Object.entries(WRONG), Infinity))('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).not.toEqual([]);
});

test('not failed: an address with a suffix, or a parameter that is not known, is refused', {
  tags: ['night'],
}, async () => {
  const wrap: Wrap = (fetch) => async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const isOdd = searchParams.has('format') || /\.(?:xml|html)$/u.test(pathname);
    const isElsewhere = isNested(pathname) || /\/(?:holds|commands)\//u.test(pathname);
    return isOdd && isElsewhere ? json(400, {}) : fetch(request);
  };
  const { ended } = await judged(RULES, { wrap, options });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
});
