/** One challenge of a WWW-Authenticate field (RFC 9110 11.6.1). */
export interface Challenge {
  readonly scheme: string;
  /** Parameters by lower-case name, unquoted. */
  readonly parameters: ReadonlyMap<string, string>;
  /** A bare token68 in place of parameters. */
  readonly token68?: string;
}

/** What is wrong with a value. */
export interface NoChallenges {
  readonly problem: string;
  /** The parameter that one challenge has twice, where that is what is wrong; in lower case. */
  readonly repeated?: string;
}

const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/uy;
const TOKEN68 = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/uy;
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/uy;
const SPACE = /[ \t]*/uy;

/**
 * Reads a WWW-Authenticate value: one or several challenges, comma-separated.
 * Returns what is wrong, in words, when the value does not follow the grammar of RFC 9110 11.2 to 11.6.1 (empty list elements are let pass, 5.6.1),
 * or when a challenge has a parameter twice: each name occurs once in it (11.2), whatever its case.
 */
export function parseChallenges(value: string): readonly Challenge[] | NoChallenges {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(value);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const parameter = (): [string, string] | undefined => {
    const start = at;
    const name = take(TOKEN)?.[0];
    take(SPACE);
    if (name === undefined || value[at] !== '=') {
      at = start;
      return undefined;
    }
    at += 1;
    take(SPACE);
    const quoted = take(QUOTED);
    const text = quoted === null ? take(TOKEN)?.[0] : (quoted[1] ?? '').replace(/\\([\s\S])/gu, '$1');
    if (text !== undefined) return [name.toLowerCase(), text];
    at = start;
    return undefined;
  };

  const challenges: { scheme: string; parameters: Map<string, string>; token68?: string }[] = [];
  let repeated: string | undefined;
  while (at < value.length) {
    take(/[ \t,]*/uy);
    if (at >= value.length) break;
    const open = challenges.at(-1);
    const continued = open === undefined || open.token68 !== undefined ? undefined : parameter();
    if (open !== undefined && continued !== undefined) {
      const [name] = continued;
      if (open.parameters.has(name)) repeated ??= name;
      open.parameters.set(...continued);
    } else {
      const scheme = take(TOKEN)?.[0];
      if (scheme === undefined) return { problem: `no authentication scheme at “${value.slice(at, at + 20)}”` };
      const challenge: (typeof challenges)[number] = { scheme, parameters: new Map() };
      if (value[at] === ' ') {
        take(SPACE);
        const token68 = take(TOKEN68)?.[0];
        const first = token68 === undefined ? parameter() : undefined;
        if (token68 !== undefined) challenge.token68 = token68;
        if (first !== undefined) challenge.parameters.set(...first);
      }
      challenges.push(challenge);
    }
    take(SPACE);
    if (at < value.length && value[at] !== ',') return { problem: `“${value.slice(at, at + 20)}” follows no comma` };
  }
  if (repeated !== undefined) return { problem: `“${repeated}” twice in one challenge (RFC 9110 11.2)`, repeated };
  return challenges.length === 0 ? { problem: 'no challenge at all' } : challenges;
}
