// Contract: faults, oddities and start(ids).
import http from 'node:http';
import { Service } from './service.mjs';
import { documentFaults } from './faults-document.mjs';
import { httpFaults } from './faults-http.mjs';
import { oddityEntries } from './oddities.mjs';

const faultEntries = [
  ...documentFaults.map((f) => ({ ...f, against: 'document' })),
  ...httpFaults.map((f) => ({ against: 'http', ...f })),
];
const byId = new Map([...faultEntries, ...oddityEntries].map((entry) => [entry.id, entry]));
if (byId.size !== faultEntries.length + oddityEntries.length) throw new Error('ids are not unique');

export const faults = faultEntries.map(({ id, statement, against, says }) => ({ id, statement, against, says }));
export const oddities = oddityEntries.map(({ id, says }) => ({ id, says }));

/** An entry's hooks wrap methods of this one service; `this` is the service, the first argument the wrapped method. */
function install(service, entry) {
  for (const [name, hook] of Object.entries(entry.hooks)) {
    if (typeof service[name] !== 'function') throw new Error(`${entry.id}: no method ${name}`);
    const next = service[name].bind(service);
    service[name] = (...args) => hook.call(service, next, ...args);
  }
}

export async function start(ids = []) {
  const service = new Service();
  for (const id of ids) {
    const entry = byId.get(id);
    if (!entry) throw new Error(`unknown fault or oddity ${id}`);
    install(service, entry);
  }
  service.seed();
  const server = http.createServer(service.serverOptions(), (req, res) => { service.handle(req, res); });
  service.attach(server);
  await new Promise((done, fail) => { server.once('error', fail); server.listen(0, '127.0.0.1', done); });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((done) => { server.close(() => done()); server.closeAllConnections(); }),
  };
}
