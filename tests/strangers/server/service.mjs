// The service itself. Every step is a small method, so that an entry of the fault
// or oddity lists can wrap it ("hooks"): see install() in server.mjs.
import { createHash } from 'node:crypto';

export const KINDS = {
  json: { types: ['application/json'], header: 'application/json' },
  xml: { types: ['application/xml', 'text/xml'], header: 'application/xml; charset=utf-8' },
  html: { types: ['text/html'], header: 'text/html; charset=utf-8' },
};
const SUFFIX = /^(.+)\.(json|xml|html)$/;
const LIMIT = 4 * 1024 * 1024;

export const ACTIONS = ['HoldDeal', 'UnholdDeal', 'CompleteDeal', 'CancelDeal', 'ChangePrice', 'ChangeCompletionDate'];
const VERBS = { hold: 'HoldDeal', unhold: 'UnholdDeal', complete: 'CompleteDeal', cancel: 'CancelDeal',
  'change-price': 'ChangePrice', 'change-completion-date': 'ChangeCompletionDate' };
const RESULTS = { holded: 'HoldDeal', unholded: 'UnholdDeal', completed: 'CompleteDeal', canceled: 'CancelDeal' };
const NO_PARAMS = ['UnholdDeal', 'CompleteDeal'];
const RESERVED = ['id', 'links', 'held', 'holdReason', 'state', 'amercement', 'cancelReason', 'priceReason', 'whyChanged', 'completion'];

/** A reply thrown from anywhere below decide(). */
export class Reply extends Error {
  constructor(reply) { super(`reply ${reply.status}`); this.reply = reply; }
}
const ERRORS = { 400: 'bad request', 404: 'not found', 405: 'method not allowed', 406: 'not acceptable', 409: 'conflict',
  410: 'gone', 412: 'precondition failed', 413: 'content too large', 415: 'unsupported media type', 500: 'internal error' };
export function problem(status, message, headers = {}) {
  return new Reply({ status, headers, name: 'error', value: { status, error: ERRORS[status] ?? 'error', message } });
}
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const seconds = (ms) => Math.floor(ms / 1000) * 1000;
const own = (object, key) => Object.prototype.hasOwnProperty.call(object, key);

export class Service {
  constructor() {
    this.deals = new Map();
    this.users = new Map();
    this.commands = new Map();
    this.gone = new Set();
    this.counters = {};
    this.nextDealId = 1;
    this.nextUserId = 106;
    this.dealsModified = Date.UTC(2024, 2, 1, 10, 0, 0);
    this.usersModified = Date.UTC(2024, 1, 1, 9, 0, 0);
    this.inFlight = 0;
  }

  /** 1, 2, 3 … per key; for "every n-th" entries. */
  count(key) { return (this.counters[key] = (this.counters[key] ?? 0) + 1); }

  // ---------------------------------------------------------------- seed
  seed() {
    const key = (name, type, body) => ({ name, type, key: body });
    const place = (street, city, country) => ({ street, city, country });
    const people = [
      ['101', 'Anna Petrova', 'anna@example.org',
        [key('laptop', 'ssh-ed25519', 'AAAAC3NzaAnna1'), key('desktop', 'ssh-rsa', 'AAAAB3NzaAnna2')],
        [place('Lenina 5', 'Tomsk', 'RU'), place('Mira 12', 'Omsk', 'RU')]],
      ['102', 'Boris Smith', 'boris@example.org',
        [key('work', 'ssh-ed25519', 'AAAAC3NzaBoris')], [place('High Street 1', 'Leeds', 'GB')]],
      ['103', 'Anna Petrova', 'anna.p@example.org', [], [place('Rue de l’Église 3', 'Lyon', 'FR')]],
      ['104', 'Zoë Müller', 'zoe@example.org', [key('home & away', 'ssh-rsa', 'AAAAB3NzaZoe')], []],
      ['105', 'Ivan & Sons <LLC>', 'ivan@example.org',
        [key('ci', 'ssh-ed25519', 'AAAAC3NzaIvan1'), key('cd', 'ssh-ed25519', 'AAAAC3NzaIvan2'), key('ops', 'ssh-rsa', 'AAAAB3NzaIvan3')],
        [place('Nevsky 9', 'Tomsk', 'RU'), place('Sadovaya 2', 'Moscow', 'RU')]],
    ];
    for (const [id, name, email, sshKeys, addresses] of people) {
      this.users.set(id, { id, name, email, sshKeys, addresses, modified: this.usersModified });
    }
    const old = this.dealsModified;
    this.storeDeal(this.makeDeal({ name: 'Office lease', price: 1200.5, completionDate: '2025-06-30', currency: 'EUR' }), old);
    this.storeDeal(this.makeDeal({ name: 'Steel delivery', price: 98000, completionDate: '2025-09-01', currency: 'USD' }), old);
  }

  // ---------------------------------------------------------------- deals: store
  newDealId() { return String(this.nextDealId++); }
  version() { return 'v1'; }
  dealsHref() { return `/rest/${this.version()}/deals/`; }
  dealHref(id) { return `/rest/${this.version()}/deals/${encodeURIComponent(id)}`; }

  makeDeal(input) {
    const further = {};
    for (const [name, value] of Object.entries(input)) {
      if (!RESERVED.includes(name) && name !== 'name' && name !== 'price') {
        Object.defineProperty(further, name, { value, enumerable: true, configurable: true, writable: true });
      }
    }
    return { id: this.newDealId(), name: input.name, price: input.price, further, held: false, holdReason: null,
      state: 'open', notes: {}, holds: [], commands: new Map(), modified: 0 };
  }
  storeDeal(deal, when = Date.now()) {
    deal.modified = when;
    this.deals.set(deal.id, deal);
    this.dealsModified = when;
  }
  touch(deal) { this.dealsModified = deal.modified = Date.now(); }
  findDeal(id) { return this.deals.get(id); }
  dealMissing(id) { return problem(404, `no deal ${id}`); }
  getDeal(id) {
    const deal = this.findDeal(id);
    if (!deal) throw this.dealMissing(id);
    return deal;
  }
  removeDeal(deal) {
    this.deals.delete(deal.id);
    this.gone.add(deal.id);
    this.dealsModified = Date.now();
  }
  allDeals() { return [...this.deals.values()]; }
  dealView(deal) {
    const self = this.dealHref(deal.id);
    return { ...deal.further, id: deal.id, name: deal.name, price: deal.price, held: deal.held, holdReason: deal.holdReason,
      state: deal.state, ...deal.notes, links: { self, holds: `${self}/holds` } };
  }

  // ---------------------------------------------------------------- deals: resource handlers
  dealsRead() {
    return { status: 200, name: 'deals', value: this.allDeals().map((d) => this.dealView(d)), modified: this.dealsModified };
  }
  checkDeal(input) {
    if (typeof input.name !== 'string' || input.name === '') throw problem(400, 'name must be a non-empty string');
    if (typeof input.price !== 'number' || input.price < 0) throw problem(400, 'price must be a number of at least 0');
  }
  dealsCreate(q) {
    const input = this.jsonBody(q);
    this.checkDeal(input);
    const deal = this.makeDeal(input);
    this.storeDeal(deal);
    return this.created(deal);
  }
  created(deal) {
    return { status: 201, headers: { Location: this.dealHref(deal.id) }, name: 'deal', value: this.dealView(deal), modified: deal.modified };
  }
  dealRead(q, deal) { return { status: 200, name: 'deal', value: this.dealView(deal), modified: deal.modified }; }
  dealDelete(q, deal) { this.removeDeal(deal); return { status: 204 }; }

  /** Forms C and D share an address. */
  dealPut(q, deal) {
    const input = this.jsonBody(q);
    return own(input, 'action') ? this.dealAction(q, deal, input) : this.dealUpdate(q, deal, input);
  }
  dealAction(q, deal, input) {
    this.operate(deal, input.action, this.params(input));
    return { status: 204 };
  }
  dealUpdate(q, deal, input) {
    if (typeof input.held !== 'boolean') throw problem(400, 'held must be true or false, or give an action');
    if (own(input, 'name') || own(input, 'price')) this.checkDeal({ name: deal.name, price: deal.price, ...input });
    if (input.held) this.actHoldDeal(deal, { reason: input.holdReason });
    else this.actUnholdDeal(deal, {});
    if (own(input, 'name')) deal.name = input.name;
    if (own(input, 'price')) deal.price = input.price;
    this.touch(deal);
    return { status: 204 };
  }
  /** Forms A and B. */
  verbPut(q, deal, action) {
    this.operate(deal, action, this.jsonBody(q, NO_PARAMS.includes(action)));
    return { status: 204 };
  }
  resultPut(q, deal, action) { return this.verbPut(q, deal, action); }

  // ---------------------------------------------------------------- operations
  params(input) {
    if (input.params === undefined) return {};
    if (input.params === null || typeof input.params !== 'object' || Array.isArray(input.params)) throw problem(400, 'params must be an object');
    return input.params;
  }
  operate(deal, action, params) {
    if (!ACTIONS.includes(action)) throw problem(400, `unknown action ${action}`);
    this[`act${action}`](deal, params);
    this.touch(deal);
  }
  text(params, name) {
    if (typeof params[name] !== 'string' || params[name] === '') throw problem(400, `${name} must be a non-empty string`);
    return params[name];
  }
  number(params, name, optional = false) {
    if (optional && params[name] === undefined) return undefined;
    if (typeof params[name] !== 'number' || params[name] < 0) throw problem(400, `${name} must be a number of at least 0`);
    return params[name];
  }
  date(params, name) {
    const text = this.text(params, name);
    if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(Date.parse(text))) throw problem(400, `${name} must be a date`);
    return text;
  }
  actHoldDeal(deal, params) {
    const reason = this.text(params, 'reason');
    if (!(deal.held && deal.holdReason === reason)) this.addHold(deal, reason);
    this.setHold(deal, reason);
  }
  setHold(deal, reason) { deal.held = true; deal.holdReason = reason; }
  actUnholdDeal(deal) { deal.held = false; deal.holdReason = null; }
  actCompleteDeal(deal, params) { deal.state = 'completed'; deal.notes.completion = { ...params }; }
  actCancelDeal(deal, params) {
    const cancelReason = this.text(params, 'reason');
    const amercement = this.number(params, 'amercement', true);
    deal.state = 'cancelled';
    Object.assign(deal.notes, { cancelReason, ...(amercement === undefined ? {} : { amercement }) });
  }
  actChangePrice(deal, params) {
    const price = this.number(params, 'newPrice');
    deal.notes.priceReason = this.text(params, 'reason');
    deal.price = price;
  }
  actChangeCompletionDate(deal, params) {
    const date = this.date(params, 'newDate');
    const amercement = this.number(params, 'amercement', true);
    deal.notes.whyChanged = this.text(params, 'whyChanged');
    if (amercement !== undefined) deal.notes.amercement = amercement;
    deal.further.completionDate = date;
  }

  // ---------------------------------------------------------------- holds (form E)
  addHold(deal, reason) {
    const hold = { id: String(deal.holds.length + 1), deal: deal.id, reason };
    deal.holds.push(hold);
    return hold;
  }
  holdHref(hold) { return `${this.dealHref(hold.deal)}/holds/${hold.id}`; }
  holdView(hold) { return { ...hold, links: { self: this.holdHref(hold), deal: this.dealHref(hold.deal) } }; }
  holdsRead(q, deal) { return { status: 200, name: 'holds', value: deal.holds.map((h) => this.holdView(h)), modified: deal.modified }; }
  holdRead(q, deal, id) {
    const hold = deal.holds.find((h) => h.id === id);
    if (!hold) throw problem(404, `no hold ${id}`);
    return { status: 200, name: 'hold', value: this.holdView(hold), modified: deal.modified };
  }
  holdCreate(q, deal) {
    const reason = this.text(this.jsonBody(q), 'reason');
    const hold = this.addHold(deal, reason);
    this.setHold(deal, reason);
    this.touch(deal);
    return { status: 201, headers: { Location: this.holdHref(hold) }, name: 'hold', value: this.holdView(hold) };
  }

  // ---------------------------------------------------------------- command documents (forms F and G)
  commandStore(deal) { return deal ? deal.commands : this.commands; }
  commandHref(deal, id) { return `${deal ? this.dealHref(deal.id) : ''}/commands/${encodeURIComponent(id)}`; }
  commandView(deal, id, record) { return { id, ...record, links: { self: this.commandHref(deal, id), deal: this.dealHref(record.deal) } }; }
  commandRead(q, deal, id) {
    const entry = this.commandStore(deal).get(id);
    if (!entry) throw problem(404, `no command ${id}`);
    return { status: 200, name: 'command', value: this.commandView(deal, id, entry.record), modified: entry.modified };
  }
  commandTarget(input) {
    const deal = this.findDeal(String(input.deal));
    if (!deal) throw problem(400, 'deal does not name a deal');
    return deal;
  }
  commandPut(q, deal, id) {
    const input = this.jsonBody(q);
    const store = this.commandStore(deal);
    const known = store.get(id);
    const goal = deal ?? (known ? { id: String(input.deal) } : this.commandTarget(input));
    const record = { deal: goal.id, action: input.action, params: this.params(input) };
    if (known) return this.commandRepeat(known, record, goal);
    this.commandRun(goal, record);
    store.set(id, { record, modified: Date.now() });
    return { status: 201, headers: { Location: this.commandHref(deal, id) }, name: 'command', value: this.commandView(deal, id, record) };
  }
  commandRun(deal, record) { this.operate(deal, record.action, record.params); }
  commandRepeat(known, record) {
    if (JSON.stringify(known.record) === JSON.stringify(record)) return { status: 204 };
    throw problem(409, 'this command id was used for another command');
  }

  // ---------------------------------------------------------------- command/query split (4.3)
  commandPost(q, name) {
    const input = this.jsonBody(q);
    if (name === 'RegisterUser') {
      this.registerUser(input);
    } else {
      const id = input.id ?? input.deal;
      const deal = id === undefined ? undefined : this.findDeal(String(id));
      if (!deal) throw problem(400, 'id does not name a deal');
      this.operate(deal, name, input);
    }
    return { status: 200 };
  }
  registerUser(input) {
    const id = String(this.nextUserId);
    const user = { id, name: this.text(input, 'name'), email: typeof input.email === 'string' ? input.email : null,
      sshKeys: [], addresses: [], modified: Date.now() };
    this.nextUserId += 1;
    this.users.set(id, user);
    this.usersModified = user.modified;
  }
  dealResult(deal) { return { deal: deal.id, name: deal.name, price: deal.price, held: deal.held, state: deal.state, href: this.dealHref(deal.id) }; }
  queryRun(name, parameter) {
    switch (name) {
      case 'DealsByName': return this.allDeals().filter((d) => d.name === parameter).map((d) => this.dealResult(d));
      case 'DealsByState': return this.allDeals().filter((d) => (parameter === 'held' ? d.held : d.state === parameter)).map((d) => this.dealResult(d));
      case 'UsersByCity': return [...this.users.values()].filter((u) => u.addresses.some((a) => a.city === parameter))
        .map((u) => ({ user: u.id, name: u.name, city: parameter, href: this.userHref(u.id) }));
      default: return null;
    }
  }
  queryRead(q, name, parameter) {
    const rows = this.queryRun(name, parameter);
    if (rows === null) throw problem(404, `no query ${name}`);
    if (rows.length === 0) throw this.queryEmpty(name);
    return { status: 200, name: 'results', value: rows };
  }
  queryEmpty() { return problem(404, 'nothing found'); }

  // ---------------------------------------------------------------- users
  userHref(id) { return `/users/${encodeURIComponent(id)}`; }
  userView(user) {
    const self = this.userHref(user.id);
    return { id: user.id, name: user.name, email: user.email, sshKeys: user.sshKeys.map((k) => ({ ...k })),
      addresses: user.addresses.map((a) => ({ ...a })), links: { self, 'ssh-keys': `${self}/ssh-keys`, address: `${self}/address` } };
  }
  allUsers() { return [...this.users.values()]; }
  usersNamed(name) { return this.allUsers().filter((u) => u.name === name); }
  usersRead(q) {
    const users = q.query.has('name') ? this.usersNamed(q.query.get('name')) : this.allUsers();
    return { status: 200, name: 'users', value: users.map((u) => this.userView(u)), modified: this.usersModified };
  }
  findUser(id) { return this.users.get(id); }
  userMissing(id) { return problem(404, `no user ${id}`); }
  getUser(id) {
    const user = this.findUser(id);
    if (!user) throw this.userMissing(id);
    return user;
  }
  userRead(q, user) { return { status: 200, name: 'user', value: this.userView(user), modified: user.modified }; }
  nestedList(user, list) { return list === 'ssh-keys' ? user.sshKeys : user.addresses; }
  nestedMissing() { return problem(404, 'no such index'); }
  nestedAt(items, index) { return /^(0|[1-9]\d*)$/.test(index) ? items[Number(index)] : undefined; }
  nestedRead(q, user, list, index) {
    const items = this.nestedList(user, list);
    if (index === undefined) return { status: 200, name: list === 'ssh-keys' ? 'sshKeys' : 'addresses', value: items, modified: user.modified };
    const item = this.nestedAt(items, index);
    if (item === undefined) throw this.nestedMissing();
    return { status: 200, name: list === 'ssh-keys' ? 'sshKey' : 'address', value: { ...item }, modified: user.modified };
  }

  // ---------------------------------------------------------------- root and session
  parseCookies(text) {
    const cookies = new Map();
    for (const part of (text ?? '').split(';')) {
      const cut = part.indexOf('=');
      if (cut > 0) {
        const name = part.slice(0, cut).trim();
        if (!cookies.has(name)) cookies.set(name, part.slice(cut + 1).trim());
      }
    }
    return cookies;
  }
  hasSession(q) { return q.cookies.has('USER_TOKEN'); }
  unauthorized() {
    return { status: 401, headers: { 'WWW-Authenticate': 'Cookie realm="deals", cookie-name="USER_TOKEN"' }, name: 'message', value: 'not authorized' };
  }
  rootRead(q) {
    return this.hasSession(q) ? { status: 200, name: 'message', value: 'OK', noTag: true } : this.unauthorized(q);
  }

  // ---------------------------------------------------------------- routing
  /** → { methods: {GET, PUT, …}, state: () => reply of the current representation | undefined } */
  route(q) {
    const [head, ...rest] = q.segments;
    if (q.target === '*') return { methods: { GET: () => { throw problem(404, 'not found'); } } };
    const none = () => problem(404, 'no resource at this address');
    if (head === undefined) return this.readable(() => this.rootRead(q));
    if (head === 'users') return this.routeUsers(q, rest, none);
    if (head === 'rest' && rest[0] === this.version() && rest[1] === 'deals') return this.routeDeals(q, rest.slice(2), none);
    if (head === 'commands' && rest.length === 1 && rest[0] !== '') return this.commandResource(q, undefined, rest[0]);
    if (head === 'command' && rest.length === 1 && (ACTIONS.includes(rest[0]) || rest[0] === 'RegisterUser')) {
      return { methods: { POST: () => this.commandPost(q, rest[0]) } };
    }
    if (head === 'query' && rest.length === 2) return this.readable(() => this.queryRead(q, rest[0], rest[1]));
    throw none();
  }
  readable(GET, more = {}) { return { methods: { GET, ...more }, state: GET }; }
  commandResource(q, deal, id) {
    const target = this.readable(() => this.commandRead(q, deal, id), { PUT: () => this.commandPut(q, deal, id) });
    if (!this.commandStore(deal).has(id)) {
      target.state = undefined;
      if (q.method !== 'PUT' && q.method !== 'OPTIONS') throw problem(404, `no command ${id}`);
    }
    return target;
  }
  routeUsers(q, [id, list, index, ...more], none) {
    if (id === undefined) return this.readable(() => this.usersRead(q));
    const user = this.getUser(id);
    if (list === undefined) return this.readable(() => this.userRead(q, user));
    if ((list === 'ssh-keys' || list === 'address') && more.length === 0) return this.readable(() => this.nestedRead(q, user, list, index));
    throw none();
  }
  routeDeals(q, [id, part, item, ...more], none) {
    if (id === undefined) return this.readable(() => this.dealsRead(q), { POST: () => this.dealsCreate(q) });
    const deal = this.getDeal(id);
    const state = () => this.dealRead(q, deal);
    if (part === undefined) return this.readable(state, { PUT: () => this.dealPut(q, deal), DELETE: () => this.dealDelete(q, deal) });
    if (item === undefined && own(VERBS, part)) return { methods: { PUT: () => this.verbPut(q, deal, VERBS[part]) }, state };
    if (item === undefined && own(RESULTS, part)) return { methods: { PUT: () => this.resultPut(q, deal, RESULTS[part]) }, state };
    if (part === 'holds' && item === undefined) return this.readable(() => this.holdsRead(q, deal), { POST: () => this.holdCreate(q, deal) });
    if (part === 'holds' && more.length === 0) return this.readable(() => this.holdRead(q, deal, item));
    if (part === 'commands' && item && more.length === 0) return this.commandResource(q, deal, item);
    throw none();
  }
  allow(target) {
    const names = Object.keys(target.methods);
    return [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  }
  options(q, target) { return { status: 204, headers: { Allow: this.allow(target) } }; }
  notAllowed(q, target) { return problem(405, `${q.method} is not possible here`, { Allow: this.allow(target) }); }

  // ---------------------------------------------------------------- request
  async collect(req) {
    const chunks = [];
    let size = 0;
    for await (const chunk of req) {
      size += chunk.length;
      if (size <= LIMIT) chunks.push(chunk);
    }
    return size > LIMIT ? null : Buffer.concat(chunks);
  }
  fields(req) { return req.headers; }
  async readRequest(req) {
    const q = { method: req.method, target: req.url, httpVersion: req.httpVersion, headers: this.fields(req), raw: req.rawHeaders };
    q.body = await this.collect(req);
    q.cookies = this.parseCookies(q.headers.cookie);
    this.parseTarget(q);
    return q;
  }
  decodeSegment(text) { return decodeURIComponent(text); }
  parseQuery(text) { return new URLSearchParams(text); }
  parseTarget(q) {
    let target = q.target;
    const absolute = /^https?:\/\/[^/?]*/i.exec(target);
    if (absolute) target = target.slice(absolute[0].length);
    if (!target.startsWith('/')) target = `/${target}`;
    const cut = target.indexOf('?');
    const path = cut < 0 ? target : target.slice(0, cut);
    q.path = path;
    q.query = this.parseQuery(cut < 0 ? '' : target.slice(cut + 1));
    const parts = path.slice(1).split('/');
    if (parts.at(-1) === '') parts.pop();
    try {
      q.segments = parts.map((part) => this.decodeSegment(part));
    } catch {
      q.segments = [];
      q.bad = 'malformed percent-encoding';
    }
    this.pickFormat(q);
  }
  pickFormat(q) {
    const suffix = SUFFIX.exec(q.segments.at(-1) ?? '');
    if (suffix) {
      q.segments[q.segments.length - 1] = suffix[1];
      q.format = suffix[2];
    }
    const format = q.query.get('format');
    if (format !== null) {
      if (own(KINDS, format.toLowerCase())) q.format = format.toLowerCase();
      else q.bad = 'unknown format';
    }
  }
  mediaType(text) {
    const [essence, ...params] = text.split(';');
    const charset = params.map((p) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/i.exec(p)?.[1]).find((x) => x !== undefined);
    return { essence: essence.trim().toLowerCase(), charset: charset?.toLowerCase() };
  }
  checkMedia(q) {
    const type = q.headers['content-type'];
    const offer = { Accept: 'application/json' };
    if (type !== undefined) {
      const { essence, charset } = this.mediaType(type);
      if (essence !== 'application/json' && !/^application\/[^;\s]+\+json$/.test(essence)) throw problem(415, 'send application/json', offer);
      if (charset && charset !== 'utf-8' && charset !== 'us-ascii') throw problem(415, 'send UTF-8', offer);
    }
    const coding = q.headers['content-encoding'];
    if (coding && coding.toLowerCase() !== 'identity') throw problem(415, 'no content codings', { 'Accept-Encoding': 'identity' });
  }
  parseJson(bytes) { return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)); }
  badJson() { return problem(400, 'malformed JSON'); }
  jsonBody(q, optional = false) {
    if (q.body === null) throw problem(413, 'too large');
    if (optional && q.body.length === 0) return {};
    this.checkMedia(q);
    let value;
    try { value = this.parseJson(q.body); } catch { throw this.badJson(q); }
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw this.notObject(q, value);
    return value;
  }
  notObject() { return problem(400, 'a JSON object is expected'); }

  // ---------------------------------------------------------------- negotiation
  parseAccept(text) {
    const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
    return parts.map((part) => {
      const [type, ...params] = part.split(';').map((x) => x.trim());
      const weight = params.map((p) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/i.exec(p)?.[1]).find((x) => x !== undefined);
      return { type: type.toLowerCase(), q: weight === undefined ? 1 : Number(weight) };
    }).filter((x) => x.type !== '');
  }
  quality(ranges, type) {
    const [major] = type.split('/');
    for (const wanted of [type, `${major}/*`, '*/*']) {
      const found = ranges.filter((x) => x.type === wanted);
      if (found.length) return Math.max(...found.map((x) => x.q));
    }
    return 0;
  }
  defaultKind() { return 'json'; }
  negotiate(q) {
    if (q.format) return q.format;
    const ranges = this.parseAccept(q.headers.accept ?? '');
    if (ranges.length === 0) return this.defaultKind();
    let best = null;
    let bestQuality = 0;
    for (const [kind, { types }] of Object.entries(KINDS)) {
      for (const type of types) {
        const quality = this.quality(ranges, type);
        if (quality > bestQuality) [best, bestQuality] = [kind, quality];
      }
    }
    return best;
  }

  // ---------------------------------------------------------------- representations
  render(kind, value, name) {
    if (kind === 'xml') return this.toXml(value, name);
    if (kind === 'html') return this.toHtml(value, name);
    return this.toJson(value);
  }
  toJson(value) { return JSON.stringify(value); }
  xmlEscape(text) {
    // eslint-disable-next-line no-control-regex
    return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd').toWellFormed()
      .replace(/[&<>"'\r]/g, (c) => `&#${c.charCodeAt(0)};`);
  }
  htmlEscape(text) { return text.toWellFormed().replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`); }
  singular(name) {
    return { users: 'user', deals: 'deal', holds: 'hold', sshKeys: 'sshKey', addresses: 'address', results: 'result' }[name] ?? 'item';
  }
  xmlNode(name, value) {
    const fine = /^[A-Za-z_][\w.-]*$/.test(name) && !/^xml/i.test(name);
    const [open, close] = fine ? [name, name] : [`entry name="${this.xmlEscape(name)}"`, 'entry'];
    let inner;
    if (value === null) return `<${open} nil="true"/>`;
    if (Array.isArray(value)) inner = value.map((x) => this.xmlNode(this.singular(name), x)).join('');
    else if (typeof value === 'object') inner = Object.entries(value).map(([k, v]) => this.xmlNode(k, v)).join('');
    else inner = this.xmlEscape(String(value));
    return `<${open}>${inner}</${close}>`;
  }
  toXml(value, name) { return `<?xml version="1.0" encoding="UTF-8"?>\n${this.xmlNode(name ?? 'result', value)}\n`; }
  htmlNode(key, value) {
    if (value === null) return '<i>none</i>';
    if (Array.isArray(value)) return `<ol>${value.map((x) => `<li>${this.htmlNode('', x)}</li>`).join('')}</ol>`;
    if (typeof value === 'object') {
      return `<dl>${Object.entries(value).map(([k, v]) => `<dt>${this.htmlEscape(k)}</dt><dd>${this.htmlNode(k === 'links' || key === 'links' ? 'links' : k, v)}</dd>`).join('')}</dl>`;
    }
    const text = this.htmlEscape(String(value));
    return key === 'href' || key === 'links' ? `<a href="${text}">${text}</a>` : text;
  }
  toHtml(value, name) {
    const title = this.htmlEscape(name ?? 'result');
    return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${this.htmlNode('', value)}</body></html>\n`;
  }
  encode(text) { return Buffer.from(text, 'utf8'); }

  // ---------------------------------------------------------------- validators and preconditions
  tag(bytes) { return `"${createHash('sha1').update(bytes).digest('base64url').slice(0, 20)}"`; }
  dateText(ms) { return new Date(ms).toUTCString(); }
  parseDate(text) {
    if (!/^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/.test(text)) return null;
    const ms = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`);
    return Number.isNaN(ms) ? null : ms;
  }
  parseTags(text) {
    if (text.trim() === '*') return '*';
    return [...text.matchAll(/(W\/)?("[^"]*")/g)].map((m) => ({ weak: Boolean(m[1]), value: m[2] }));
  }
  matches(text, state, strong) {
    if (!state) return false;
    const wanted = this.parseTags(text);
    if (wanted === '*') return true;
    return wanted.some((w) => !(strong && w.weak) && state.tags.some((t) => (t.startsWith('W/') ? !strong && t.slice(2) === w.value : t === w.value)));
  }
  /** 0, 304 or 412 for the request's preconditions; state is {tags, modified} or null. */
  evaluate(q, state) {
    const h = q.headers;
    const safe = q.method === 'GET' || q.method === 'HEAD';
    const modified = state?.modified === undefined ? undefined : seconds(state.modified);
    if (h['if-match'] !== undefined) {
      if (!this.matches(h['if-match'], state, true)) return 412;
    } else if (h['if-unmodified-since'] !== undefined) {
      const since = this.parseDate(h['if-unmodified-since']);
      if (since !== null && modified !== undefined && modified > since) return 412;
    }
    if (h['if-none-match'] !== undefined) {
      if (this.matches(h['if-none-match'], state, false)) return safe ? 304 : 412;
    } else if (safe && h['if-modified-since'] !== undefined) {
      const since = this.parseDate(h['if-modified-since']);
      if (since !== null && modified !== undefined && modified <= since) return 304;
    }
    return 0;
  }
  async stateOf(target) {
    if (!target.state) return null;
    let reply;
    try { reply = await target.state(); } catch { return null; }
    if (reply.status !== 200 || reply.value === undefined) return null;
    return { modified: reply.modified, tags: Object.keys(KINDS).map((kind) => this.tag(this.encode(this.render(kind, reply.value, reply.name)))) };
  }
  /** Preconditions of state-changing methods. */
  async precheck(q, target) {
    if (!['if-match', 'if-none-match', 'if-unmodified-since'].some((name) => q.headers[name] !== undefined)) return;
    if (this.evaluate(q, await this.stateOf(target)) === 412) throw problem(412, 'the resource is in another state');
  }

  // ---------------------------------------------------------------- from request to reply
  async decide(q) {
    try {
      q.kind = this.negotiate(q);
      const unacceptable = q.kind === null;
      q.kind ??= 'json';
      if (q.bad) throw problem(400, q.bad);
      const target = this.route(q);
      if (q.method === 'OPTIONS') return this.options(q, target);
      const handler = target.methods[q.method === 'HEAD' ? 'GET' : q.method];
      if (!handler) throw this.notAllowed(q, target);
      const safe = q.method === 'GET' || q.method === 'HEAD';
      if (unacceptable && safe) throw this.notAcceptable(q);
      if (!safe) await this.precheck(q, target);
      return await handler();
    } catch (error) {
      return this.failure(q, error);
    }
  }
  notAcceptable() { return problem(406, 'application/json, application/xml and text/html are offered'); }
  failure(q, error) {
    if (error instanceof Reply) return error.reply;
    return problem(500, 'unexpected error').reply;
  }
  /** → { status, headers, body: Buffer | null } */
  finish(q, r) {
    const headers = { ...r.headers };
    const safe = q.method === 'GET' || q.method === 'HEAD';
    const out = { status: r.status, headers, body: null };
    if (safe) headers['Cache-Control'] ??= q.path === '/' ? 'no-store' : 'no-cache';
    if (r.status === 204 || r.status === 304) return out;
    out.body = r.value === undefined ? Buffer.alloc(0) : this.encode(this.render(q.kind, r.value, r.name));
    if (r.value !== undefined) {
      headers['Content-Type'] = KINDS[q.kind].header;
      headers.Vary = q.path === '/' ? 'Accept, Cookie' : 'Accept';
    }
    headers['Content-Length'] = out.body.length;
    if ((safe && r.status === 200 && !r.noTag) || (r.status === 201 && r.modified !== undefined)) {
      headers.ETag = this.tag(out.body);
      if (r.modified !== undefined) headers['Last-Modified'] = this.dateText(r.modified);
    }
    return safe && r.status === 200 ? this.conditional(q, r, out) : out;
  }
  conditional(q, r, out) {
    const verdict = this.evaluate(q, { tags: out.headers.ETag ? [out.headers.ETag] : [], modified: r.modified });
    if (verdict === 304) {
      const { 'Content-Type': _t, 'Content-Length': _l, ...headers } = out.headers;
      return { status: 304, headers, body: null };
    }
    return verdict === 412 ? this.finish(q, problem(412, 'the resource is in another state').reply) : out;
  }
  async send(q, r, res) {
    res.writeHead(r.status, r.headers);
    res.end(q.method === 'HEAD' || r.body === null ? undefined : r.body);
  }
  async handle(req, res) {
    this.inFlight += 1;
    try {
      const q = await this.readRequest(req);
      await this.send(q, await this.finish(q, await this.decide(q)), res);
    } catch (error) {
      if (!res.headersSent && !res.destroyed) {
        res.writeHead(500, { 'Content-Type': 'application/json' });
        res.end('{"status":500,"error":"internal error"}');
      } else res.destroy();
    } finally {
      this.inFlight -= 1;
    }
  }
  serverOptions() { return {}; }
  attach() {}
}
