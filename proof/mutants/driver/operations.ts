import { OPERATIONS } from '../../../fixtures/operations.ts';
import { SEED_DEALS } from '../../../fixtures/seed.ts';
import { otherMethods } from './readings.ts';
import { creation, DEALS, get, HTML, type Step, send, step, XML } from './steps.ts';
import { BAD_BODIES, ODD_NUMBERS, ODD_TEXTS, ON_MISSING, TAGS } from './values.ts';

const sample = (operation: (typeof OPERATIONS)[number], of = 'a'): Record<string, unknown> =>
  Object.fromEntries(
    operation.parameters.map(({ name, sample: value }) => [name, name === 'reason' ? `${String(value)} ${of}` : value]),
  );

/** Values that are there but empty or zero. */
function emptyOf(operation: (typeof OPERATIONS)[number], zero: unknown, text: unknown): Record<string, unknown> {
  return Object.fromEntries(
    operation.parameters.map(({ name, type, sample: value }) => [
      name,
      type === 'number' ? zero : type === 'string' ? text : value,
    ]),
  );
}

/** A payload with other numbers. */
function withNumber(payload: unknown, number: number): unknown {
  return JSON.parse(JSON.stringify(payload, (_name, value: unknown) => (typeof value === 'number' ? number : value)));
}

/** Every operation in every spelling (document 4.2). */
export function operationSections(): Step[][] {
  return OPERATIONS.flatMap((operation, i): Step[][] => {
    const { name, verb, state, collection, attributes } = operation;
    const [id, beside] = [1 + (i % 3), 1 + ((i + 1) % 3)];
    const deal = `${DEALS}/${id}`;
    const see = [get(deal), get(`${DEALS}/${beside}`), get(deal, XML)];
    const filled = (of: string): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(attributes).map(([member, value]) => {
          const key = typeof value === 'string' ? value.replace(/[{}]/gu, '') : '';
          return [member, typeof value === 'string' ? sample(operation, of)[key] : value];
        }),
      );
    const spelt: readonly (readonly [method: string, path: string, payload: (of: string) => unknown])[] = [
      ['PUT', `${deal}/${verb}`, (of) => sample(operation, of)],
      ['PUT', `${deal}/${state}`, (of) => sample(operation, of)],
      ['PUT', deal, (of) => ({ action: name, params: sample(operation, of) })],
      ['PUT', deal, filled],
      ['POST', `${deal}/${collection}`, (of) => sample(operation, of)],
      ['PUT', `${deal}/commands/${verb}-%C3%A9-Aa`, (of) => ({ action: name, params: sample(operation, of) })],
      [
        'PUT',
        `/commands/${verb}-%C3%A9-Aa`,
        (of) => ({ deal: String(id), action: name, params: sample(operation, of) }),
      ],
      ['POST', `/command/${name}/`, (of) => ({ id: String(id), ...sample(operation, of) })],
    ];
    return spelt.map(([method, path, payload], form) => {
      const gone = path.replace(`${DEALS}/${id}`, `${DEALS}/999`);
      const unhold = form % 2 === 0 ? [] : [send('PUT', `${deal}/unhold`, {})];
      const thorough = i === 0 || i === 4;
      const conditional = [
        get(deal),
        send(method, path, payload(`c${form}`), { 'if-match': '"other"' }),
        send(method, path, payload(`d${form}`), { 'if-match': '{etag}' }),
        get(deal),
        send(method, path, payload(`e${form}`), { 'if-match': 'W/{etag}' }),
        send(method, path, payload(`f${form}`), { 'if-none-match': '{etag}' }),
        get(deal),
        send(method, path, payload(`g${form}`), { 'if-none-match': '*' }),
        send(method, path, payload(`h${form}`), { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
        ...TAGS.flatMap((tag) => [
          get(deal),
          send(method, path, payload(`i${form}`), { 'if-none-match': tag }),
          get(deal),
          send(method, path, payload(`j${form}`), { 'if-match': tag }),
        ]),
        send(method, path, payload(`k${form}`), { 'if-modified-since': 'Fri, 31 Dec 2100 23:59:59 GMT' }),
        send(method, path, payload(`l${form}`), { 'if-unmodified-since': 'yesterday' }),
      ];
      // A command document works once (4.2 F, G), so each further one has an id of its own.
      const next = (nth: number): string => (path.includes('commands/') ? `${path}-${nth}` : path);
      const lists = [get(`${DEALS}/`), get(`${DEALS}/`, XML), get(deal), get(deal, XML), get(deal, HTML)];
      const afterwards = [
        ...(gone === path ? [] : ON_MISSING.map((fields) => send(method, gone, payload('m'), fields))),
        ...(gone === path ? [] : [get(`${DEALS}/999`)]),
        ...ODD_TEXTS.flatMap((text, nth) => [send(method, next(nth), payload(text)), get(deal)]),
        ...ODD_NUMBERS.flatMap((number, nth) => [
          send(method, next(100 + nth), withNumber(payload('n'), number)),
          get(deal),
        ]),
        ...SEED_DEALS.filter((seed) => seed.id === String(id)).map(({ name: known, price = 1 }) =>
          creation({ name: known, price }),
        ),
        ...lists,
        send(method, next(200), payload('t')),
        ...lists,
        get(`${DEALS}/4`),
        get(`${DEALS}/5`),
        send(method, next(201), payload('t')),
        ...lists,
        send('PUT', `${deal}/${i === 0 ? 'change-price' : 'hold'}`, { newPrice: 4321, reason: 'meanwhile' }),
        send(method, next(202), payload('u')),
        ...lists,
        step('DELETE', `${DEALS}/4`),
        send(method, next(203), payload('v')),
        ...lists,
        ...[{ reason: 'half' }, { newPrice: 5 }, { action: name, params: { reason: 7, newPrice: 5 } }].flatMap(
          (bad) => [
            send(method, next(204), { id: String(id), deal: String(id), ...bad, price: 'none', held: 'maybe' }),
            get(deal),
          ],
        ),
        send(method, next(204), payload('w')),
        get(deal),
      ];
      return [
        ...unhold,
        ...see,
        send(method, path, payload(`x${form}`)),
        ...see,
        send(method, path, payload(`x${form}`)),
        send(method, path, payload(`z${form}`), XML),
        send(method, path, payload(`z${form}`), HTML),
        send(method, path, payload(`w${form}`), { accept: 'image/png' }),
        get(path),
        ...see,
        ...(thorough ? BAD_BODIES : BAD_BODIES.slice(0, 3)).map((body) => step(method, path, {}, body)),
        step(method, path, { 'content-type': 'text/plain' }, '{}'),
        send(method, path, {}),
        send(method, path, { ...(payload('q') as object), reason: null, params: null }),
        send(method, path, {
          ...(payload('q') as object),
          reason: 7,
          newPrice: 'much',
          amercement: 'some',
          held: 'yes',
        }),
        send(method, path, emptyOf(operation, 0, '')),
        ...see,
        send(method, path, emptyOf(operation, 0, ' ')),
        send(method, path, { ...(payload(`v${form}`) as object), action: 'NoSuchAction' }),
        send(method, path, { ...(payload(`v${form}`) as object), action: name.toLowerCase() }),
        send(method, path, { ...(payload(`v${form}`) as object), unknown: 1, deal: '999', id: '999' }),
        ...(gone === path ? [] : [send(method, gone, payload('g')), step(method, gone, {}, '{"a":')]),
        send(method, path.replace('/1/deals', '/2/deals'), payload('g')),
        send(method, path.replace(/\w$/u, 'zz'), payload('g')),
        ...(thorough ? conditional : []),
        ...see,
        ...(thorough ? afterwards : []),
        ...(path === deal || form === 7 || !thorough ? [] : otherMethods(path)),
      ];
    });
  });
}
