// Helpers for the entries of the fault and oddity lists.
import { Reply, problem, sleep } from './service.mjs';
export { Reply, problem, sleep };

/** Hook: run the method, then change or replace its result. */
export const after = (name, change) => ({
  [name](next, ...args) {
    const result = next(...args);
    return result instanceof Promise
      ? result.then((value) => change.call(this, value, ...args) ?? value)
      : change.call(this, result, ...args) ?? result;
  },
});
/** Hook: change what is about to be sent, if the test holds. change(out, q, reply) */
export const sent = (test, change) => after('finish', function hook(out, q, r) {
  return test.call(this, q, out, r) ? change.call(this, out, q, r) ?? out : out;
});
export const safe = (q) => q.method === 'GET' || q.method === 'HEAD';
export const ok = (q, out) => out.status === 200 && out.body !== null && out.body.length > 0;
export const okGet = (q, out) => safe(q) && ok(q, out);
export const isJson = (q, out) => q.kind === 'json' && out.body !== null && out.body.length > 0;

export function setBody(out, bytes, type) {
  out.body = Buffer.from(bytes);
  out.headers['Content-Length'] = out.body.length;
  if (type) out.headers['Content-Type'] = type;
  return out;
}
/** Hook: what a request to a deal that does not exist gets, for these methods; the deal's own address only, or below it too. */
export const missingDeal = (methods, make, below = false) => ({
  routeDeals(next, q, path, none) {
    if (path[0] !== undefined && !this.findDeal(path[0]) && methods.includes(q.method) && (path.length === 1 || below)) {
      throw new Reply(make.call(this, path[0], q));
    }
    return next(q, path, none);
  },
});
export const missingUser = (make) => ({
  routeUsers(next, q, path, none) {
    if (path[0] !== undefined && !this.findUser(path[0]) && path.length === 1) throw new Reply(make.call(this, path[0], q));
    return next(q, path, none);
  },
});
/** Hook: change every n-th of the answers that pass the test. */
export const every = (key, n, test, change) => after('finish', function hook(out, q, r) {
  if (!test.call(this, q, out, r)) return out;
  return this.count(key) % n === 0 ? change.call(this, out, q, r) ?? out : out;
});
/** Hook: bytes on the wire as given, past node's own framing; the connection closes after them. */
export const wire = (test, compose) => ({
  async send(next, q, out, res) {
    if (!test.call(this, q, out)) return next(q, out, res);
    const bytes = compose.call(this, out, q);
    res.socket.write(bytes);
    res.socket.end();
    return undefined;
  },
});
const REASONS = { 200: 'OK', 201: 'Created', 204: 'No Content', 304: 'Not Modified', 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found' };
/** A response head as node would write it, for wire(). */
export function head(out, more = [], { omit = [], eol = '\r\n', join = ': ' } = {}) {
  const lines = Object.entries(out.headers).filter(([name]) => !omit.includes(name)).map(([name, value]) => `${name}${join}${value}`);
  return Buffer.from([`HTTP/1.1 ${out.status} ${REASONS[out.status] ?? 'Status'}`, ...lines, `Date: ${new Date().toUTCString()}`,
    'Connection: close', ...more, '', ''].join(eol), 'latin1');
}
export const without = (object, ...names) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
/** Hook: ETags are made from basis(kind, value, name) where that is defined, for reads and preconditions alike. */
export const tagFrom = (basis) => ({
  render(next, kind, value, name) { this.tagBasis = basis(kind, value, name); return next(kind, value, name); },
  tag(next, bytes) { const from = this.tagBasis; this.tagBasis = undefined; return next(from ?? bytes); },
});
