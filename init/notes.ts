import { CLAIM_NAMES } from '../core/claims.ts';
import type { Finding } from './finding.ts';

/** By which words the notes about a resource begin, and which member they are about. */
const MEMBERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:not )?listed /u, 'list'],
  [/^(?:not )?read /u, 'item'],
  [/^known id /u, 'known'],
  [/^query value /u, 'query'],
  [/^(?:the )?sample /u, 'sample'],
  [/^not (?:xml|html) /u, 'representations'],
  [/^not (?:accept|suffix|format) /u, 'selectors'],
  [/ of \S+ \(/u, 'nested'],
  [/^creation is not judged /u, 'create'],
];

/** Sorts what a run would call assumed by the place of the file that says it. */
export function findingsOf(assumed: readonly string[]): Finding[] {
  return assumed.flatMap((note): Finding[] => {
    const claim = /^(\w+) = .*? \((.*)\)$/su.exec(note);
    if (claim !== null) return ofClaim(claim[1] ?? '', claim[2] ?? '');
    const [, name = '', rest = note] = /^([^:]+): (.*)$/su.exec(note) ?? [];
    // The file that is written says each of these members, with false or an empty list where there is none.
    if (/^no .* is judged \(the target file moves /u.test(rest)) return [];
    if (name.startsWith('query ')) return [{ place: 'queries', evidence: note }];
    const member = MEMBERS.find(([words]) => words.test(rest))?.[1];
    if (member !== undefined) return [{ place: `resources.${name}.${member}`, evidence: rest }];
    const operation = /^(\w+) in form /u.exec(note)?.[1];
    if (operation !== undefined) return [{ place: 'operations', evidence: note }];
    return name === '' ? [{ place: '', evidence: note }] : [{ place: `operations.${name}`, evidence: rest }];
  });
}

function ofClaim(name: string, why: string): Finding[] {
  const isClaim = CLAIM_NAMES.some((claim) => claim === name);
  // The session is asked for by itself, and what is only assumed has no evidence.
  if (name === 'session' || name === 'create') return [];
  const evidence = why === 'assumed' ? 'the usual value of the document: nothing was found to ask' : why;
  return [{ place: isClaim ? `claims.${name}` : name, evidence }];
}
