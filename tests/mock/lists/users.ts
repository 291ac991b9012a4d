import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeal, type List, onEveryFace, readJson, send } from '../faces.ts';

/** Users, by id, by name and by index (document 4.4). */
export const users: List = onEveryFace('users', (open) => {
  test('the collection is an array, and each of its members can be read by its id', async () => {
    await using service = await open();
    const users = (await readJson(service, '/users')) as { id: string }[];
    expect(users.length).toBeGreaterThan(2);
    for (const user of users) expect(await readJson(service, `/users/${user.id}`)).toEqual(user);
  });

  test.each([
    ['Ada%20Lovelace', ['1']],
    ['Ada+Lovelace', ['1']],
    ['Grace%20Hopper', ['2', '5']],
    ['Zo%C3%AB%20%C3%85ngstr%C3%B6m', ['3']],
    ['ada%20lovelace', []],
    ['Ada', []],
    ['', []],
    ['%', []],
    ['Ada%2BLovelace', []],
    ['__proto__', []],
    ['constructor', []],
  ])('?name=%s finds %j', async (name, ids) => {
    await using service = await open();
    const response = await send(service, 'GET', `/users?name=${name}`);
    expect(response.status).toBe(200);
    expect((await response.json()).map((u: { id: string }) => u.id)).toEqual(ids);
  });

  test('name is found among other parameters, encoded or not', async () => {
    await using service = await open();
    const one = [{ id: '1' }];
    expect(await readJson(service, '/users?page=2&name=Ada+Lovelace&x')).toMatchObject(one);
    expect(await readJson(service, '/users?n%61me=Ada%20Lovelace')).toMatchObject(one);
    expect(await readJson(service, '/users?surname=Ada')).toHaveLength(5);
  });

  test('where emptyQuery is 204, what matches nothing answers it, bare', async () => {
    await using service = await open({ emptyQuery: 204 });
    const response = await send(service, 'GET', '/users?name=Nobody');
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(response.headers.get('content-length')).toBeNull();
    expect((await send(service, 'GET', '/users?name=Ada%20Lovelace')).status).toBe(200);
    await using empty = await open({ emptyQuery: 204, seed: {} });
    expect((await send(empty, 'GET', '/rest/1/deals/')).status).toBe(204);
  });

  test.each([
    '01',
    '1.0',
    '+1',
    '%201',
    '1%20',
    '1/',
    '%31%00',
    '1%2F',
    '-1',
    '0',
    'nobody',
    '%',
    '%zz',
    '%C3',
    'a%2Fb',
    '__proto__',
    '1%252E',
    '1.csv',
  ])('the id %s is nobody’s: 404', async (id) => {
    await using service = await open();
    expect((await send(service, 'GET', `/users/${id}`)).status).toBe(404);
  });

  test('an id is compared once decoded', async () => {
    await using service = await open();
    expect((await send(service, 'GET', '/users/%31')).status).toBe(200);
  });

  test.each([0, 1] as const)('nested records are counted from indexBase %i', async (indexBase) => {
    await using service = await open({ indexBase });
    const status = async (path: string): Promise<number> => (await send(service, 'GET', path)).status;
    for (const nested of ['ssh-keys', 'address']) {
      expect(await status(`/users/1/${nested}/${indexBase}`)).toBe(200);
      expect(await status(`/users/1/${nested}/${indexBase + 1}`)).toBe(200);
      for (const index of [
        indexBase - 1,
        indexBase + 2,
        '-1',
        'first',
        '00',
        '01',
        '1.0',
        '1e0',
        '%20',
        '99999999999999999999',
      ])
        expect(await status(`/users/1/${nested}/${index}`)).toBe(404);
      expect(await status(`/users/nobody/${nested}/${indexBase}`)).toBe(404);
    }
  });

  test('each user has keys and addresses of their own', async () => {
    await using service = await open();
    expect(await readJson(service, '/users/1/ssh-keys/0')).toMatchObject({ comment: 'ada@laptop' });
    expect(await readJson(service, '/users/2/address/1')).toMatchObject({ city: 'Cambridge', country: 'US' });
  });
});

/** The option seed. */
export const ownSeed: List = onEveryFace('a seed of one’s own', (open) => {
  test('is served with its ids, and new ids follow it', async () => {
    const home = { city: 'Rome' };
    await using service = await open({
      seed: {
        users: [
          { id: 'a.xml', name: 'A', addresses: [home] },
          { id: 7, name: 'B', addresses: [home] },
        ],
        deals: [{ id: 41, name: 'old', price: 1 }],
      },
    });
    expect(await readJson(service, '/users/a.xml')).toMatchObject({ id: 'a.xml' });
    expect(await (await send(service, 'GET', '/users/a.xml.xml')).text()).toContain('<id>a.xml</id>');
    expect(await readJson(service, '/users/7/address/0')).toMatchObject({
      _links: { self: { href: '/users/7/address/0' } },
    });
    expect((await send(service, 'GET', '/users/7/ssh-keys/0')).status).toBe(404);
    expect(await createDeal(service)).toMatch(/\/42$/u);
  });

  test('any name can be asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (name) => {
        await using service = await open({ seed: { users: [{ id: '1', name }] } });
        const response = await send(service, 'GET', `/users?name=${encodeURIComponent(name)}`);
        expect(await response.json()).toMatchObject([{ id: '1', name }]);
      }),
      { numRuns: 30 },
    );
  });
});
