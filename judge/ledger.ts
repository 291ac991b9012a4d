import { closeSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import { absolute, type Home } from '../core/http/origins.ts';
import type { FreshIds } from '../core/ids/fresh-ids.ts';
import { sentBy } from '../core/ids/natural-keys.ts';
import { messageOf } from '../core/message-of.ts';
import type { Claim, RecordResource } from '../core/records/record-claim.ts';
import type { RecordLog } from '../core/records/record-log.ts';
import { deleteRequestOf } from '../core/records/record-requests.ts';
import type { Redactor } from '../core/redaction/redact.ts';
import type { LedgerHead, LedgerLine, LedgerResource } from './ledger-lines.ts';
import { cleaned, payloadOf, sentOf } from './ledger-payload.ts';
import { makeFolder } from './make-folder.ts';
import { OWN_FOLDER } from './own-folder.ts';

/** A ledger of one run: a file that exists from its first creation on. */
export interface Ledger extends RecordLog {
  /** Ends it: the file is removed where nothing of the run is left. */
  close(isClean: boolean): void;
}

/** What a ledger is of. */
export interface LedgerOptions {
  readonly path: string;
  readonly home: Home;
  readonly fresh: Pick<FreshIds, 'nonce' | 'freshnessOf'>;
  /** The base address in the target file, where the run was given another one. */
  readonly declared?: string;
  /** Names of the fields that every request carries. */
  readonly fields: readonly string[];
  /** Takes out secrets. */
  readonly clean: Redactor;
  /** Told once where the file cannot be written. */
  readonly tell: (problem: string) => void;
}

/** Opens the ledger of one run. Each line is in the file before the call returns, so that a kill loses none. */
export function openLedger(options: LedgerOptions): Ledger {
  const { home, fresh, clean } = options;
  const numbers = new Map<Claim, number>();
  const known = new Set<string>();
  const open = new Set<number | string>();
  const file = openLines(options);
  const keeping = { nonce: fresh.nonce, clean };

  const introduce = (resource: RecordResource): void => {
    if (known.has(resource.name)) return;
    known.add(resource.name);
    // Addresses of a target file may hold secrets in their queries.
    file.write({ resource: cleaned(describe(resource), clean) });
  };
  const end = (line: LedgerLine, key: number | string): void => {
    if (open.delete(key)) file.write(line);
  };

  return {
    listed(resource, ids, isWhole) {
      introduce(resource);
      file.write(isWhole ? { wholeBefore: resource.name } : { listed: ids.map((id) => clean(id)), of: resource.name });
    },
    makesNew(resource, places) {
      introduce(resource);
      file.write({ makesNew: places.map((place) => clean(place)), of: resource.name });
    },
    namesSame(resource, places) {
      introduce(resource);
      file.write({ namesSame: places.map((place) => clean(place)), of: resource.name });
    },
    known(resource, ids) {
      introduce(resource);
      file.write({ known: ids.map((id) => clean(id)), of: resource.name });
    },
    deletesNoMore(resource, why) {
      introduce(resource);
      file.write({ deletesNoMore: clean(why), of: resource.name });
    },
    creating(number, resource, request) {
      introduce(resource);
      open.add(number);
      const { body = '' } = request;
      const sent = typeof body === 'string' ? body : new TextDecoder().decode(body);
      const marked = `${request.address} ${sent} ${JSON.stringify(request.json) ?? ''}`.includes(fresh.nonce);
      const address = clean(absolute(home, request.address));
      const time = new Date().toISOString();
      const { method } = request;
      const asWhom = request.anonymous === true ? { anonymous: true as const } : {};
      const fixed = [...sentBy(request, fresh.nonce).fixed].map((place) => clean(place));
      const sending = { creating: number, of: resource.name, method, address, ...sentOf(request, keeping), ...asWhom };
      file.write({ ...sending, fixed, marked, time });
    },
    made(number, claim) {
      numbers.set(claim, number);
      const { resource, others, answer, address } = claim;
      // A target may give out what it was sent as an id. Such a record can only be found in the list.
      const isKept = (text: string): boolean => clean(text) === text;
      const id = claim.id === undefined || isKept(claim.id) ? claim.id : undefined;
      const problem = id === claim.id ? claim.problem : 'its id holds a secret and is not kept here';
      const deletion = id === undefined ? undefined : deleteRequestOf(home, resource, { id, answer });
      file.write({
        made: number,
        others: others.filter(isKept),
        ...(id === undefined ? {} : { id }),
        ...(address === undefined ? {} : { address: clean(address) }),
        ...(deletion === undefined ? {} : { delete: clean(absolute(home, deletion.address)) }),
        ...(problem === undefined ? {} : { problem: clean(problem) }),
      });
    },
    refused: (number) => end({ refused: number }, number),
    unanswered: (number) => file.write({ unanswered: number }),
    changing(claim, payload) {
      const number = numbers.get(claim);
      const kept = payloadOf(payload, keeping);
      if (number !== undefined && 'payload' in kept) file.write({ changing: number, payload: kept.payload });
    },
    kept(claim, why) {
      const number = numbers.get(claim);
      if (number !== undefined) file.write({ kept: number, why: clean(why) });
    },
    gone(claim) {
      const number = numbers.get(claim);
      if (number !== undefined) end({ gone: number }, number);
    },
    stillThere(claim) {
      const number = numbers.get(claim);
      if (number !== undefined) file.write({ stillThere: number });
    },
    stray(resource, address) {
      introduce(resource);
      open.add(address);
      file.write({ stray: clean(address), of: resource.name });
    },
    strayGone: (address) => end({ strayGone: clean(address) }, address),
    close: (isClean) => file.close(isClean),
  };
}

function describe(resource: RecordResource): LedgerResource {
  const { name, list, item, delete: deletion, idFrom, mediaTypes, headers, never, representations } = resource;
  return {
    name,
    ...(list === undefined ? {} : { list }),
    ...(item === undefined ? {} : { item }),
    ...(deletion === undefined ? {} : { delete: deletion }),
    idFrom,
    mediaTypes,
    never,
    ...(representations === undefined ? {} : { representations }),
    fields: Object.keys(headers),
  };
}

interface Lines {
  write(line: LedgerLine): void;
  close(isClean: boolean): void;
}

function openLines(options: LedgerOptions): Lines {
  const { path, tell } = options;
  let file: number | undefined;
  let isBroken = false;
  const put = (line: LedgerLine | LedgerHead): void => {
    if (isBroken) return;
    try {
      file ??= create(path, `${JSON.stringify(headOf(options))}\n`);
      writeSync(file, `${JSON.stringify(line)}\n`);
    } catch (cause) {
      isBroken = true;
      const why = messageOf(cause);
      const known = file === undefined ? 'nothing of this run' : 'only the beginning of this run';
      tell(`the ledger ${path} cannot be written, so that \`assayer cleanup\` will know ${known}: ${why}`);
    }
  };
  return {
    write: put,
    close(isClean) {
      if (file === undefined) return;
      closeSync(file);
      if (isClean) removeLedger(path);
    },
  };
}

function create(path: string, head: string): number {
  makeFolder(dirname(path));
  // Only its owner may read what was sent.
  const file = openSync(path, 'ax', 0o600);
  try {
    writeSync(file, head);
    return file;
  } catch (cause) {
    // On a full disk: nothing can be cleaned up by an empty file.
    closeSync(file);
    removeLedger(path);
    throw cause;
  }
}

function headOf({ home, fresh, declared, fields }: LedgerOptions): LedgerHead {
  return {
    format: 'assayer-ledger/1',
    baseUrl: home.baseUrl,
    ...(declared === undefined ? {} : { declared }),
    origins: home.origins,
    nonce: fresh.nonce,
    pid: process.pid,
    host: hostname(),
    startedAt: new Date().toISOString(),
    fields,
  };
}

/** Removes a ledger, and the folder of ledgers where it was the last one. */
export function removeLedger(path: string): void {
  rmSync(path, { force: true });
  const folder = dirname(path);
  if (basename(folder) !== OWN_FOLDER) return;
  try {
    rmdirSync(folder);
  } catch {
    // Others are in it.
  }
}
