import { expect, test } from 'vitest';
import { before, json, judged, type Server } from './judged.ts';

const RULE = 'operation/effect';

type Wrap = NonNullable<Server['wrap']>;

/** Reads the new day of a deal as another one; undefined is refused. */
const readingDay = (read: (day: string) => string | undefined): Wrap =>
  before(({ method, body }, next) => {
    const [, day] = /"newDate":"([^"]*)"/u.exec(body) ?? [];
    if (method === 'GET' || day === undefined) return next();
    const own = read(day);
    return own === undefined
      ? Promise.resolve(json(400, {}))
      : next({ body: body.replace(`"newDate":"${day}"`, `"newDate":"${own}"`) });
  });

const SAMPLE = '2031-03-31';

test.each<[string, (day: string) => string]>([
  ['that there is no leap day', (day) => day.replace('02-29', '03-01')],
  ['the day for the month where it can be one', (day) => day.replace(/-(0\d|1[0-2])-(0\d|1[0-2])$/u, '-$2-$1')],
  ['always the same day', () => SAMPLE],
])('found: an operation that takes %s', { tags: ['night'] }, async (_, read) => {
  const { ended } = await judged([RULE], { wrap: readingDay(read) });
  expect(ended('fail').every((id) => id.startsWith(`${RULE} ChangeCompletionDate/`))).toBe(true);
  expect(ended('fail')).not.toEqual([]);
});

test('legal: other days are refused', { tags: ['night'] }, async () => {
  const wrap = readingDay((day) => (day === SAMPLE ? day : undefined));
  expect((await judged([RULE], { wrap })).ended('fail')).toEqual([]);
});
