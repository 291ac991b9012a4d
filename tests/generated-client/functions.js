/*
 * A program on a client of another generator, oazapfts: functions in place of paths, and one type for each status. Called with the
 * address of a service and the client's module; tells what it saw as JSON.
 */

/** @type {typeof import('generated/functions.ts')} */
const api = await import(process.argv[3] ?? '');
api.defaults.baseUrl = process.argv[2] ?? '';

const created = await api.createDeal({ name: 'Harbour crane', price: 90_000 });
const id = created.status === 201 ? created.data.id : '';
const held = await api.holdDealByVerb(id, { reason: 'waiting for papers' });
const read = await api.readDeal(id);
const wrong = await api.holdDealByVerb('never', { reason: 'waiting for papers' });
const removed = await api.deleteDeal(id);
const gone = await api.readDeal(id);
const named = await api.listUsers({ name: 'Grace Hopper' });
const key = await api.readSshKey('1', 0);
const stranger = await api.checkSession();

console.log(
  JSON.stringify({
    created: created.status,
    held: held.status,
    read: read.status === 200 ? [read.data.name, read.data.held, read.data.holdReason] : [],
    wrong: wrong.status === 404 ? [wrong.data.status, wrong.data.title] : [],
    removed: removed.status,
    gone: gone.status,
    named: named.status === 200 ? named.data.map((user) => user.id) : [],
    key: key.status === 200 ? key.data.type : '',
    stranger: stranger.status,
  }),
);
