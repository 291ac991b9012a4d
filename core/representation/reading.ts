import type { RecordedResponse } from '../http/exchange.ts';
import { type Content, type Named, none } from './content.ts';
import { readJson } from './json.ts';
import type { BodyKind } from './kind.ts';
import type { Representation } from './representation.ts';
import { readHtml, readXml } from './tags.ts';
import { type Decoded, decode } from './text.ts';
import { withEntities } from './xml-entities.ts';

/** Of a response what is read here; `body` may have to be unpacked first. */
export type Source = Pick<RecordedResponse, 'body' | 'sameBody' | 'mostRecords'>;

/** What of a body is kept for the whole run: rules that watch every answer ask for no more of most. */
type Facts = Pick<Content, 'problem' | 'limit' | 'isUnlabelledJson'>;

const facts = new WeakMap<object, Map<string, Facts>>();

/** What is made of a body, each part when it is asked for. Equal bodies of one kind share it. */
export class Reading implements Omit<Representation, 'mediaType'> {
  readonly syntax: Representation['syntax'];
  readonly #kind: BodyKind;
  readonly #source: Source;
  #decoded: Decoded | undefined;
  #content: Content | undefined;
  #named: readonly Named[] | undefined;
  #strings: readonly string[] | undefined;

  constructor(kind: BodyKind, source: Source) {
    this.syntax = kind.syntax;
    this.#kind = kind;
    this.#source = source;
  }

  get text(): string {
    return this.#decode().text;
  }

  get value(): unknown {
    return this.#mayHoldValue() ? this.#read().value : undefined;
  }

  get strings(): readonly string[] {
    this.#strings ??= this.#names().map(([, text]) => text);
    return this.#strings;
  }

  get links(): readonly string[] {
    return this.#names()
      .filter(mayLink)
      .map(([, text]) => text);
  }

  get isUnlabelledJson(): boolean {
    const isOther = this.syntax === 'html' || this.syntax === 'other';
    return isOther && this.#mayHoldValue() && this.#facts().isUnlabelledJson === true;
  }

  get problem(): string | undefined {
    return this.#facts().problem;
  }

  get limit(): string | undefined {
    return this.#facts().limit;
  }

  // Known without a reading of its tags, which takes longest of all.
  #mayHoldValue(): boolean {
    return this.syntax === 'json' || (this.syntax !== 'xml' && beginsLikeJson(this.text));
  }

  #decode(): Decoded {
    this.#decoded ??= this.#decodeAnew();
    return this.#decoded;
  }

  #decodeAnew(): Decoded {
    const decoded = decode(this.#source.body, this.#kind.charset, this.syntax);
    return this.syntax === 'xml' && decoded.problem === undefined ? withEntities(decoded.text) : decoded;
  }

  #facts(): Facts {
    const { sameBody } = this.#source;
    if (sameBody === undefined) return this.#read();
    const known = facts.get(sameBody) ?? new Map<string, Facts>();
    facts.set(sameBody, known);
    const found = known.get(this.#kind.key) ?? factsOf(this.#read());
    known.set(this.#kind.key, found);
    return found;
  }

  #read(): Content {
    this.#content ??= contentOf(this.#decode(), this.#kind, this.#source.mostRecords);
    return this.#content;
  }

  #names(): readonly Named[] {
    this.#named ??= this.#read().named();
    return this.#named;
  }
}

// Without what holds the whole content.
function factsOf({ problem, limit, isUnlabelledJson }: Content): Facts {
  return {
    problem,
    ...(limit === undefined ? {} : { limit }),
    ...(isUnlabelledJson === undefined ? {} : { isUnlabelledJson }),
  };
}

function contentOf(
  { text, problem, limit }: Decoded,
  { syntax, isOwnType }: BodyKind,
  mostRecords = Number.POSITIVE_INFINITY,
): Content {
  if (syntax === 'none') return { named: none };
  if (limit !== undefined) return { limit, named: none };
  if (problem !== undefined && syntax !== 'other') return { problem, named: none };
  if (syntax === 'json') return readJson(text, mostRecords);
  if (syntax === 'xml') return readXml(text, mostRecords);
  const asHtml = syntax === 'html' ? readHtml(text, mostRecords) : { named: none };
  return { ...asHtml, ...readWithoutLabel(text, isOwnType, mostRecords) };
}

const LINK_NAMES = /^(?:href|hrefs|src|self|url|urls|uri|link|links|_links|location|canonical|address|@id)$/iu;

function mayLink([name, text]: Named): boolean {
  // A program, or data as a whole, is no address.
  if (name === 'script') return false;
  return text.includes('/') || (name !== 'id' && LINK_NAMES.test(name));
}

function beginsLikeJson(text: string): boolean {
  return /^\s*[{[]/u.test(text);
}

/** A JSON object or array under another name. Other JSON values are no different from plain text. */
function readWithoutLabel(text: string, isOwnType: boolean, mostRecords: number): Content | undefined {
  if (!beginsLikeJson(text)) return undefined;
  const { value, problem, limit, named } = readJson(text, mostRecords);
  if (problem !== undefined || limit !== undefined) return undefined;
  return { value, named, isUnlabelledJson: !isOwnType };
}
