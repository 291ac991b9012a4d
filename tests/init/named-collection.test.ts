import { expect, test } from 'vitest';
import { initialise } from '../../init/init.ts';
import { serve, type Told } from '../target-file/service.ts';

test.each<[string, Told, RegExp]>([
  ['refuses JSON', { status: 406 }, /GET \/notes was answered 406: it was asked for application\/json/u],
  ['shows one record', { status: 200, body: { text: 'one' } }, /GET \/notes gives no list of records/u],
])('a named collection that %s is told with the reason', async (_, told, reason) => {
  await using service = await serve(({ path }) => (path === '/notes' ? told : { status: 404 }));
  const described = initialise({ baseUrl: service.url, allowWrites: false, collections: ['/notes'] });
  await expect(described).rejects.toThrow(reason);
});
