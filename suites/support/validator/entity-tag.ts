import type { Trial } from '../../../core/run/trial.ts';

/** An entity-tag that no representation has. */
export const TAG_OF_NOBODY = '"assayer-none"';

/** Another one, with a comma, which ends no member of a list inside of quotes (RFC 9110 5.6.1). */
export const OTHER_TAG = '"assayer,nil"';

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\u{10ffff}]*"$/u;

/** Whether a field value is one entity-tag, weak or strong (RFC 9110 8.8.3). */
export function isEntityTag(value: string): boolean {
  return ENTITY_TAG.test(value);
}

/** The tag as a weak one. */
export function weakly(tag: string): string {
  return tag.startsWith('W/') ? tag : `W/${tag}`;
}

/** A field of several longer ones may be too large for a server (RFC 9110 5.4). */
const LONG = 100;

/** A tag like any other: only without quotes does the star stand for every tag (RFC 9110 13.1.1, 13.1.2). */
export const STAR_AS_TAG = '"*"';

/**
 * Tags that are not this one, though they begin, end or go on with it, are a part of it or have other letters: a tag is compared as a whole
 * and character by character (RFC 9110 8.8.3.2). One has commas, which end no member of a list inside of quotes (5.6.1). Other
 * representations of the record may have tags with a letter more or less, and any of them may be meant (8.8.3.3, 13.1.1): what is put to
 * the tag is no suffix of anybody's, what is cut off is half of it, and none is a tag that the run has seen.
 */
export function nearly({ asked, seen }: Pick<Trial, 'asked' | 'seen'>, tag: string): readonly string[] {
  const opaque = opaqueOf(tag);
  if (opaque.length > LONG) return [];
  const known = new Set([...asked, ...seen].map((answer) => opaqueOf(answer.header('ETag') ?? '')));
  const longer = [`"${opaque}${NO_SUFFIX}"`, `"${NO_SUFFIX}${opaque}"`, `"x,${opaque},x"`];
  const half = Math.ceil(opaque.length / 2);
  const shorter = [`"${opaque.slice(0, half)}"`, `"${opaque.slice(half)}"`];
  const all = [...longer, ...shorter, `"${inOtherCase(opaque)}"`, STAR_AS_TAG];
  return all.filter((one) => opaqueOf(one) !== opaque && !known.has(opaqueOf(one)));
}

/** Of no language, no coding and no media type, so that no server tells its representations apart by it. */
const NO_SUFFIX = 'qzx';

function opaqueOf(tag: string): string {
  return tag.replace(/^W\//u, '').slice(1, -1);
}

// Letters beyond ASCII are left alone: some become two in the other case.
function inOtherCase(text: string): string {
  return text.replace(/[a-z]/giu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
