import type { Claims } from '../claims.ts';
import type { Sign } from './signs.ts';

/** A fault whose signs are known, since the mock was judged with it. */
export interface KnownFault {
  readonly id: string;
  /** One sentence: what the server does wrong. */
  readonly sentence: string;
  /** The rules that it is known to break, the main one first. */
  readonly breaks: readonly string[];
  /** The claims under which it shows, where they are not those that most targets have. */
  readonly claims?: Partial<Claims>;
  /** Where some claims hide it: those under which it shows. */
  readonly shows?: Shows;
  /** Rules that watch every answer, and fail beside those that show it. */
  readonly watched?: readonly string[];
  /** Rules that watch, and fail where they are selected alone: what drives them meets the fault without failing by it. */
  readonly driven?: readonly string[];
  /** Rules that fail where each rule is tried on one subject, though none is tried where it shows: others meet the fault. */
  readonly fast?: readonly string[];
  /** The fault itself gives the rules that show it something to look at: without it they do not apply, though they are tried. */
  readonly unprompted?: boolean;
  /** How it shows, and on which subjects. */
  readonly signs: readonly (Sign & { readonly subjects: readonly string[] })[];
}

/**
 * By claim, the values under which a fault shows; of a list, one of them is enough. A fault of XML alone has `representations:
 * ['xml']`.
 */
export type Shows = { readonly [Name in keyof Claims]?: readonly (string | number | boolean)[] };

/** All known faults. */
export interface Dictionary {
  readonly format: 'assayer-dictionary/1';
  /** The rules that a run exercises which only reads. */
  readonly reads: readonly string[];
  readonly faults: readonly KnownFault[];
}

/** The dictionary as its file holds it: what is said often stands once, and is named by its place. */
export interface PackedDictionary {
  readonly format: 'assayer-dictionary/1';
  readonly reads: readonly string[];
  /** Each a rule, a colon, a blank, and what it tells. */
  readonly signs: readonly string[];
  /** Lists of subjects. */
  readonly subjects: readonly (readonly string[])[];
  readonly faults: readonly PackedFault[];
}

/** A known fault in the file; each of its signs is the place of a sign and the place of a list of subjects. */
export interface PackedFault extends Omit<KnownFault, 'signs'> {
  readonly signs: readonly (readonly [sign: number, subjects: number])[];
}

/** What stands in the file, to be looked things up in. */
export function unpacked({ format, reads, signs, subjects, faults }: PackedDictionary): Dictionary {
  const all = signs.map((text): Sign => {
    const at = text.indexOf(': ');
    return { rule: text.slice(0, at), tells: text.slice(at + 2) };
  });
  return {
    format,
    reads,
    faults: faults.map((fault) => ({
      ...fault,
      signs: fault.signs.flatMap(([sign, on]) => {
        const found = all[sign];
        return found === undefined ? [] : [{ ...found, subjects: subjects[on] ?? [] }];
      }),
    })),
  };
}

/** What is to stand in the file. */
export function packed({ format, reads, faults }: Dictionary): PackedDictionary {
  const signs = new Places();
  const subjects = new Places();
  const held = faults.map(
    ({ signs: own, ...fault }): PackedFault => ({
      ...fault,
      signs: own.map((sign) => [
        signs.of(`${sign.rule}: ${sign.tells}`),
        subjects.of(JSON.stringify(sign.subjects.toSorted())),
      ]),
    }),
  );
  return {
    format,
    reads,
    signs: signs.all,
    // Written a few lines above.
    subjects: subjects.all.map((text) => JSON.parse(text) as readonly string[]),
    faults: held,
  };
}

/** Texts, each with its place among them. */
class Places {
  readonly #places = new Map<string, number>();

  of(text: string): number {
    const place = this.#places.get(text) ?? this.#places.size;
    this.#places.set(text, place);
    return place;
  }

  get all(): string[] {
    return [...this.#places.keys()];
  }
}
