import type { Before, Entry, LedgerContent, LedgerHead, LedgerLine, LedgerResource } from './ledger-lines.ts';
import { placesAlike } from './ledger-same.ts';
import { UsageProblem } from './options.ts';

/**
 * Reads a ledger. A last line that was cut off when the run was killed is left out, and a spoilt one is told. Throws a UsageProblem for
 * what is no ledger.
 */
export function parseLedger(text: string, name: string): LedgerContent {
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const head = parsed(first);
  if (!isHead(head)) {
    throw new UsageProblem(`${name} is not a ledger of assayer; give the file that a run named when it ended`);
  }
  const read = lines.map(parsed);
  const whole = read.filter(isLine);
  const spoilt = lines.flatMap((line, i) => (isLine(read[i]) ? [] : [{ line, number: i + 2 }]));
  const content = gather(head, whole);
  return spoilt.length === 0 ? content : withSpoilt(content, spoilt, whole);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

interface Spoilt {
  readonly line: string;
  readonly number: number;
}

/** Lines that tell of one creation. Without one, less is known to be the run's, and nothing less of what is others'. */
const OF_ONE =
  /^\{"(?:made|refused|unanswered|changing|gone|stillThere|stray|strayGone)":|^\{"creating":\d+,"of":"[^"]+",/u;

/** Any other line may have told which records are others', so that without it nothing may be deleted. */
function withSpoilt(content: LedgerContent, spoilt: readonly Spoilt[], read: readonly LedgerLine[]): LedgerContent {
  const spoiltLines = spoilt.map(({ number }) => number);
  const telling = spoilt.find(({ line }) => !OF_ONE.test(line));
  if (telling === undefined) {
    const named = spoilt.flatMap(({ line }) => idOfCreation(line, read) ?? []);
    return { ...content, toldOfOthers: new Set([...content.toldOfOthers, ...named]), spoiltLines };
  }
  const why = `line ${telling.number} of the ledger cannot be read, and may have told which records are others’`;
  const deletesNoMore = new Map([...content.resources.keys()].map((name) => [name, why]));
  return { ...content, deletesNoMore, spoiltLines };
}

/** What a creation named whose sending cannot be read: another creation may have been given the same record. */
function idOfCreation(line: string, read: readonly LedgerLine[]): string | undefined {
  const [, number, of] = /^\{"creating":(\d+),"of":"([^"]+)",/u.exec(line) ?? [];
  const made = read.find((one) => 'made' in one && one.made === Number(number));
  return made !== undefined && 'made' in made && made.id !== undefined ? `${of} ${made.id}` : undefined;
}

function isHead(value: unknown): value is LedgerHead {
  if (typeof value !== 'object' || value === null) return false;
  const { format, baseUrl, nonce, origins, fields, pid } = value as Partial<Record<keyof LedgerHead, unknown>>;
  const isFound = format === 'assayer-ledger/1' && typeof pid === 'number' && URL.canParse(String(baseUrl));
  // A short nonce would be found in any record.
  const isMarked = typeof nonce === 'string' && /^[a-z]{10}$/u.test(nonce);
  return isFound && isMarked && Array.isArray(origins) && Array.isArray(fields);
}

// Only assayer writes ledgers: past the head, a line is trusted to be one by its being an object.
function isLine(value: unknown): value is LedgerLine {
  return typeof value === 'object' && value !== null;
}

function gather(head: LedgerHead, lines: readonly LedgerLine[]): LedgerContent {
  const resources = new Map<string, LedgerResource>();
  const entries = new Map<number, Entry>();
  const deleted = new Map<number, Entry>();
  const before = new Map<string, Before>();
  const makesNew = new Map<string, readonly ReadonlySet<string>[]>();
  const given = new Set<string>();
  const toldOfOthers = new Set<string>();
  const namesSame = new Map<string, readonly ReadonlySet<string>[]>();
  const known = new Set<string>();
  const deletesNoMore = new Map<string, string>();
  const holders = new Map<string, readonly number[]>();
  const strays = new Map<string, { address: string; resource: LedgerResource }>();
  for (const line of lines) {
    if ('resource' in line) resources.set(line.resource.name, line.resource);
    else if ('listed' in line) before.set(line.of, { ids: new Set(line.listed), isWhole: false });
    else if ('wholeBefore' in line) {
      before.set(line.wholeBefore, { ids: before.get(line.wholeBefore)?.ids ?? new Set(), isWhole: true });
    } else if ('makesNew' in line) {
      makesNew.set(line.of, [...(makesNew.get(line.of) ?? []), new Set(line.makesNew)]);
    } else if ('namesSame' in line) {
      namesSame.set(line.of, [...(namesSame.get(line.of) ?? []), new Set(line.namesSame)]);
    } else if ('known' in line) for (const id of line.known) known.add(`${line.of} ${id}`);
    else if ('deletesNoMore' in line) deletesNoMore.set(line.of, line.deletesNoMore);
    else if ('creating' in line) {
      const resource = resources.get(line.of);
      if (resource !== undefined) entries.set(line.creating, entryOf(line, resource));
    } else if ('made' in line) {
      change(entries, line.made, (entry) => ({ ...entry, made: line }));
      const entry = entries.get(line.made);
      if (line.id === undefined || entry === undefined) continue;
      const { name } = entry.resource;
      const key = `${name} ${line.id}`;
      given.add(key);
      const there = (holders.get(key) ?? []).flatMap((number) => entries.get(number) ?? []);
      if (there.length > 0) toldOfOthers.add(key);
      // A run that was killed had no time to conclude it.
      const alike = there.flatMap((one) => placesAlike(one, entry, head.nonce) ?? []);
      namesSame.set(name, [...(namesSame.get(name) ?? []), ...alike]);
      holders.set(key, [...there.map(({ number }) => number), line.made]);
    } else if ('changing' in line) {
      change(entries, line.changing, (entry) => ({ ...entry, payloads: [...entry.payloads, line.payload] }));
    } else if ('refused' in line) entries.delete(line.refused);
    else if ('kept' in line) change(entries, line.kept, (entry) => ({ ...entry, kept: line.why }));
    else if ('gone' in line) move(line.gone, entries, deleted);
    else if ('stillThere' in line) move(line.stillThere, deleted, entries);
    else if ('stray' in line) {
      const resource = resources.get(line.of);
      if (resource !== undefined) strays.set(line.stray, { address: line.stray, resource });
    } else if ('strayGone' in line) strays.delete(line.strayGone);
  }
  return {
    head,
    resources,
    entries: [...entries.values()],
    deleted: [...deleted.values()],
    before,
    makesNew,
    namesSame,
    known,
    deletesNoMore,
    given,
    toldOfOthers,
    strays: [...strays.values()],
    spoiltLines: [],
  };
}

function entryOf(line: Extract<LedgerLine, { creating: number }>, resource: LedgerResource): Entry {
  const { creating: number, method, address, marked, payload, fixed = [], texts = [], cut: isCut = false } = line;
  const members = texts.map(([name, text, length]) => ({ name, text, length }));
  const isAnonymous = line.anonymous === true;
  return { number, resource, method, address, marked, fixed, payloads: [payload], isCut, members, isAnonymous };
}

function move(number: number, from: Map<number, Entry>, to: Map<number, Entry>): void {
  const entry = from.get(number);
  if (entry !== undefined) to.set(number, entry);
  from.delete(number);
}

function change(entries: Map<number, Entry>, number: number, changed: (entry: Entry) => Entry): void {
  const entry = entries.get(number);
  if (entry !== undefined) entries.set(number, changed(entry));
}
