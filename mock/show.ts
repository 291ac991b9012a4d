import type { RepresentationName } from '../core/claims.ts';
import type { JsonObject } from '../fixtures/json.ts';
import { bare, type Fields, type Reply } from './message.ts';
import { type Choice, type Choose, createNegotiation, SYNTAXES } from './negotiation.ts';
import type { ResolvedMockOptions } from './options.ts';
import type { Links } from './representations/syntax.ts';
import type { Call } from './router.ts';
import type { Entry, State, Store } from './store.ts';
import { httpDate, isNotModified, refuseStale, type Validators } from './validators.ts';

/** How resources become replies: negotiated, written once per state, with validators. */
export interface Show {
  /** Which representation the client wants; refuses with 406 before anything is done that could not be shown. */
  choose(call: Call): Choice;
  /** A GET of one record, conditional requests included. */
  read(call: Call, element: string, entry: Entry): Reply;
  /** A GET of several: `state` is what their validators come from. */
  readAll(call: Call, kind: Kind, state: State, entries: Iterable<Entry>, choice?: Choice): Reply;
  /** The answer of a creation: the record as a GET would show it (document 4.4-c3, c4). */
  created(call: Call, choice: Choice, element: string, entry: Entry, status?: 200 | 201): Reply;
  /** The address of a record from the root of the host. */
  address(entry: Entry): string;
  validators(state: State, name?: RepresentationName): Validators;
}

/** What one record is called, and what several are. */
export interface Kind {
  readonly one: string;
  readonly many: string;
}

interface Written {
  readonly revision: number;
  readonly body: Uint8Array;
  readonly fields: Fields;
}

const encoder = new TextEncoder();

/** The way this mock shows things. Bodies are kept until the state they were written from changes. */
export function createShow(options: ResolvedMockOptions, store: Store): Show {
  const choose: Choose = createNegotiation(options);
  const names = options.representations;
  const written = {
    json: new WeakMap<object, Written>(),
    xml: new WeakMap<object, Written>(),
    html: new WeakMap<object, Written>(),
  };
  const fragments = {
    json: new WeakMap<object, string>(),
    xml: new WeakMap<object, string>(),
    html: new WeakMap<object, string>(),
  };

  const tag = (state: State, name: RepresentationName): string => `"${store.epoch}-${state.revision}-${name}"`;
  const validators: Show['validators'] = (state, name) => {
    if (!options.validators) return { tags: [], changedAt: undefined };
    const ordered = name === undefined ? names : [name, ...names.filter((n) => n !== name)];
    return { tags: ordered.map((n) => tag(state, n)), changedAt: state.changedAt };
  };
  const validatorFields = (state: State, name: RepresentationName): Fields =>
    options.validators ? ['ETag', tag(state, name), 'Last-Modified', httpDate(state.changedAt)] : [];

  // `data` is replaced with every change, so a fragment belongs to one state of a record.
  const fragment = (name: RepresentationName, element: string, entry: Entry): string => {
    const known = fragments[name].get(entry.data);
    if (known !== undefined) return known;
    const record: JsonObject = { id: entry.id, ...entry.data };
    const links: Links = { self: address(entry) };
    const made = SYNTAXES[name].fragment(element, record, links);
    fragments[name].set(entry.data, made);
    return made;
  };
  const write = (name: RepresentationName, state: State, text: () => string): Written => {
    const known = written[name].get(state);
    if (known?.revision === state.revision) return known;
    const body = encoder.encode(text());
    const fields = ['Content-Type', SYNTAXES[name].contentType, 'Content-Length', String(body.length)];
    const made = { revision: state.revision, body, fields: [...fields, ...validatorFields(state, name)] };
    written[name].set(state, made);
    return made;
  };
  const writeOne = (name: RepresentationName, element: string, entry: Entry): Written =>
    write(name, entry, () => SYNTAXES[name].one(element, fragment(name, element, entry)));

  const address = (entry: Entry): string => options.basePath + entry.path;
  const choice = (call: Call): Choice => choose(call.ask, call.suffix);
  const answer = (call: Call, chosen: Choice, state: State, content: Written): Reply => {
    if (call.ask.header('if-match') !== undefined || call.ask.header('if-unmodified-since') !== undefined)
      refuseStale(call.ask, validators(state, chosen.name));
    const chosenByAccept = chosen.byAccept;
    if (isConditional(call) && isNotModified(call.ask, validators(state, chosen.name)))
      return { ...bare(304, validatorFields(state, chosen.name)), chosenByAccept };
    return { status: 200, fields: content.fields, body: content.body, chosenByAccept };
  };

  return {
    choose: choice,
    address,
    validators,
    read(call, element, entry) {
      const chosen = choice(call);
      return answer(call, chosen, entry, writeOne(chosen.name, element, entry));
    },
    readAll(call, kind, state, entries, chosen = choice(call)) {
      const { name } = chosen;
      const text = (): string =>
        SYNTAXES[name].many(
          kind.many,
          Array.from(entries, (e) => fragment(name, kind.one, e)),
        );
      return answer(call, chosen, state, write(name, state, text));
    },
    created(call, chosen, element, entry, status = 201) {
      const { body, fields } = writeOne(chosen.name, element, entry);
      const chosenByAccept = chosen.byAccept;
      // A 200 is about the POST's result, not about a resource of its own (4.4-c6): no Location, no validators.
      if (status === 200) return { status, fields: fields.slice(0, 4), body, chosenByAccept };
      const path = address(entry);
      const origin = options.location === 'absolute' ? (call.ask.origin ?? '') : '';
      return { status, fields: [...fields, 'Location', origin + path], body, chosenByAccept };
    },
  };
}

function isConditional(call: Call): boolean {
  return call.ask.header('if-none-match') !== undefined || call.ask.header('if-modified-since') !== undefined;
}
