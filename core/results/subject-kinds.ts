import type { Dictionary } from './known-faults.ts';

/** Subjects that known faults were seen on: those of the document. A target may have others beside them or in their place. */
export type KnownSubjects = ReadonlySet<string>;

/** Every subject in a dictionary. */
export function knownSubjects({ faults }: Dictionary): KnownSubjects {
  return new Set(faults.flatMap(({ signs }) => signs.flatMap(({ subjects }) => subjects)));
}

/** Whether a subject is one of these; one that the document does not have is where another of its kind is. */
export function isAmong(subject: string, subjects: readonly string[], known: KnownSubjects): boolean {
  if (known.has(subject)) return subjects.includes(subject);
  const kind = kindOf(subject);
  return subjects.some((other) => kindOf(other) === kind);
}

// `HoldDeal/A` is an operation in form A, `users:xml` a resource in XML, `query:deals` a query; `deals` is a resource.
function kindOf(subject: string): string {
  if (subject === 'target') return subject;
  const [name = '', form] = subject.split('/');
  if (form !== undefined) return `operation/${form}`;
  if (/^(?:query|command):/u.test(name)) return name.split(':', 1)[0] ?? '';
  const [, part] = name.split(':');
  return part === undefined ? 'resource' : `resource:${part}`;
}
