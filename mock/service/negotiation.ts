import Negotiator from 'negotiator';
import { REPRESENTATIONS, type RepresentationName } from '../../core/claims.ts';
import type { MockRequest } from '../message.ts';
import type { ResolvedMockOptions } from '../options.ts';
import { problem, Refusal } from './problems.ts';
import { queryReader } from './query.ts';
import { remembering } from './remembering.ts';
import { html } from './representations/html.ts';
import { json } from './representations/json.ts';
import type { Syntax } from './representations/syntax.ts';
import { xml } from './representations/xml.ts';

/** Every representation there is. */
export const SYNTAXES: Readonly<Record<RepresentationName, Syntax>> = { json, xml, html };

/** The representation that a request is answered in, and whether Accept decided it. */
export interface Choice {
  readonly name: RepresentationName;
  readonly byAccept: boolean;
}

/** Decides on a representation, or refuses with 406. */
export type Choose = (ask: MockRequest, suffix: RepresentationName | undefined) => Choice;

// All that is offered is UTF-8, so asking for that asks for nothing more.
const UTF8 = /;\s*charset\s*=\s*"?utf-8"?/giu;

const askedFormat = queryReader('format');

/** Negotiation under these options (document 4.5): a suffix or `format` names it outright, otherwise Accept asks for it. */
export function createNegotiation(options: ResolvedMockOptions): Choose {
  // JSON goes first, so that it wins wherever the client has no preference.
  const offered = (['json', 'xml', 'html'] as const).filter((name) => options.representations.includes(name));
  const types = offered.map((name) => SYNTAXES[name].mediaType);
  // Another name of the same type (RFC 7303 9.2); the last one, so that `text/*` still means HTML first.
  const withTextXml = offered.includes('xml') ? [...types, 'text/xml'] : types;
  const byAccept = options.selectors.includes('accept');
  const byFormat = options.selectors.includes('format');
  const first: Choice = { name: offered[0] ?? 'json', byAccept };
  const accepted = remembering((accept): Choice | undefined => {
    // A wildcard's weight is not the weight of text/xml: what is sent is named application/xml.
    const asked = /\btext\/xml\b/iu.test(accept) && !/\bapplication\/xml\b/iu.test(accept) ? withTextXml : types;
    const type = new Negotiator({ headers: { accept: accept.replace(UTF8, '') } }).mediaType(asked);
    const name = type === 'text/xml' ? 'xml' : offered[types.indexOf(type ?? '')];
    return name === undefined ? undefined : { name, byAccept: true };
  });
  const refuse = (what: string, asked: RepresentationName | undefined, chosenByAccept: boolean): never => {
    const claim = asked === undefined ? '' : `; it is offered where representations=${asked} is claimed`;
    const detail = `${what} is not offered; this resource is offered as ${types.join(', ')}${claim}`;
    throw new Refusal(problem(406, detail, [], [], chosenByAccept));
  };

  return (ask, suffix) => {
    if (suffix !== undefined) return { name: suffix, byAccept: false };
    const format = byFormat ? askedFormat(ask.query) : undefined;
    if (format !== undefined) {
      const name = offered.find((o) => o === format);
      if (name !== undefined) return { name, byAccept: false };
      const known = REPRESENTATIONS.find((one) => one === format);
      refuse(`format=${format}`, known, false);
    }
    if (!byAccept) return first;
    // No Accept means that anything will do; an empty one says the same (RFC 9110 12.5.1).
    const accept = ask.header('accept');
    if (accept === undefined || accept.trim() === '') return first;
    return accepted(accept) ?? refuse(`what Accept asks for (${accept.slice(0, 200)})`, namedIn(accept)[0], true);
  };
}

/** The representations that an Accept field names or takes, the most wanted first. */
export function namedIn(accept: string): readonly RepresentationName[] {
  const types = REPRESENTATIONS.map((name) => SYNTAXES[name].mediaType);
  const wanted = new Negotiator({ headers: { accept: accept.replace(UTF8, '') } }).mediaTypes([...types, 'text/xml']);
  return wanted.flatMap((type) =>
    type === 'text/xml' ? ['xml'] : REPRESENTATIONS.filter((_, i) => types[i] === type),
  );
}
