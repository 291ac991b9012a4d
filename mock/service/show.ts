import type { RepresentationName } from '../../core/claims.ts';
import { bare, type Fields, type MockResponse, utf8Length } from '../message.ts';
import type { ResolvedMockOptions } from '../options.ts';
import type { Entry, State, Written } from '../state/collection.ts';
import type { Store } from '../state/store.ts';
import { httpDate } from './http-date.ts';
import { type Choice, createNegotiation, SYNTAXES } from './negotiation.ts';
import type { Call } from './router.ts';
import { isConditional, isNotModified, refuseStale, type Validators } from './validators.ts';

/** How resources become replies: negotiated, written once per state, with validators. */
export interface Show {
  /** Which representation the client asks for; refuses with 406 before anything is done that could not be shown. */
  choose(call: Call): Choice;
  /** A GET of one record, conditional requests included. */
  read(call: Call, element: string, entry: Entry): MockResponse;
  /** A GET of several: `state` is what their validators come from. */
  readAll(call: Call, kind: Kind, state: State, entries: Iterable<Entry>, choice?: Choice): MockResponse;
  /** The answer of a creation: the record as a GET would show it (document 4.4-c3, c4). */
  created(call: Call, choice: Choice, element: string, entry: Entry, status?: 200 | 201): MockResponse;
  /** What conditional requests are compared with; the tag of `first` comes first. */
  validators(state: State, first?: RepresentationName): Validators;
}

/** What one record is called, and what several are. */
export interface Kind {
  readonly one: string;
  readonly many: string;
}

/** The way this mock shows things. */
export function createShow(options: ResolvedMockOptions, store: Store): Show {
  const negotiate = createNegotiation(options);
  const choose = (call: Call): Choice => negotiate(call.ask, call.suffix);

  const tag = (state: State, name: RepresentationName): string => `"${store.epoch}-${state.revision}-${name}"`;
  const validators: Show['validators'] = (state, first) => {
    if (!options.validators) return { tags: [], changedAt: undefined, off: true };
    const names = first === undefined ? options.representations : [first, ...options.representations];
    return { tags: names.map((name) => tag(state, name)), changedAt: state.changedAt };
  };
  // `no-cache`: without it a browser may take a resource as fresh for a tenth of its age (RFC 9111 4.2.2).
  const validatorFields = (state: State, name: RepresentationName): Fields =>
    options.validators
      ? ['ETag', tag(state, name), 'Last-Modified', httpDate(state.changedAt), 'Cache-Control', 'no-cache']
      : ['Cache-Control', 'no-cache'];

  const compose = (state: State, name: RepresentationName, body: string, fragment: string): Written => {
    const described = ['Content-Type', SYNTAXES[name].contentType, 'Content-Length', String(utf8Length(body))];
    return { body, fields: [...described, ...validatorFields(state, name)], fragment };
  };
  const keep = (state: State, key: string, written: Written): Written => {
    state.written ??= {};
    state.written[key] = written;
    return written;
  };
  // Bodies tell addresses, so what is reached by another mount is written apart.
  const composeOne = (entry: Entry, name: RepresentationName, element: string, mount: string): Written => {
    const links = { self: options.basePath + mount + entry.path };
    const fragment = SYNTAXES[name].fragment(element, entry.id, entry.data, links);
    return compose(entry, name, SYNTAXES[name].one(element, fragment), fragment);
  };
  const writeOne = (entry: Entry, name: RepresentationName, element: string, mount: string): Written => {
    const key = name + mount;
    return entry.written?.[key] ?? keep(entry, key, composeOne(entry, name, element, mount));
  };
  const writeAll = (
    state: State,
    name: RepresentationName,
    kind: Kind,
    entries: Iterable<Entry>,
    mount: string,
  ): Written => {
    // Apart from the body of the one record that may be all there is of this name.
    const key = LISTED[name] + mount;
    const known = state.written?.[key];
    if (known !== undefined) return known;
    const fragments = Array.from(entries, (entry) => writeOne(entry, name, kind.one, mount).fragment);
    return keep(state, key, compose(state, name, SYNTAXES[name].many(kind.many, fragments), ''));
  };

  const answer = ({ ask }: Call, { name, byAccept }: Choice, state: State, { body, fields }: Written): MockResponse => {
    if (isConditional(ask)) {
      const current = validators(state, name);
      refuseStale(ask, current);
      if (isNotModified(ask, current)) return { ...bare(304, validatorFields(state, name)), chosenByAccept: byAccept };
    }
    return { status: 200, fields, body, chosenByAccept: byAccept };
  };

  return {
    choose,
    validators,
    read(call, element, entry) {
      const choice = choose(call);
      return answer(call, choice, entry, writeOne(entry, choice.name, element, call.ask.mount ?? ''));
    },
    readAll(call, kind, state, entries, choice = choose(call)) {
      return answer(call, choice, state, writeAll(state, choice.name, kind, entries, call.ask.mount ?? ''));
    },
    created(call, { name, byAccept }, element, entry, status = 201) {
      const { mount = '' } = call.ask;
      // Not kept: most of what is created in masses is never read, and would be held twice.
      const { body, fields } = composeOne(entry, name, element, mount);
      // A 200 tells the result of the POST and no resource of its own (4.4-c6): no Location, no validators.
      if (status === 200) return { status, fields: fields.slice(0, 4), body, chosenByAccept: byAccept };
      const origin = options.location === 'absolute' ? (call.ask.origin ?? '') : '';
      const location = ['Location', origin + options.basePath + mount + entry.path];
      return { status, fields: [...fields, ...location], body, chosenByAccept: byAccept };
    },
  };
}

const LISTED: Readonly<Record<RepresentationName, string>> = { json: 'json[]', xml: 'xml[]', html: 'html[]' };
