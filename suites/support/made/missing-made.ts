import type { Answer } from '../../../core/answer.ts';
import { lastSegment } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { uuidHolding } from '../../../core/ids/fresh-ids.ts';
import { idAtOrAbove } from '../../../core/ids/record-address.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { everyNth, misreadings } from '../misreadings.ts';
import { withFormat, withSuffix } from '../negotiate/accept.ts';
import { resourceOf } from '../subjects.ts';
import { missesOnConditions, missesUnder, ofTag } from '../validator/missing-conditions.ts';

/**
 * What names nothing, asked for by suffix and by parameter as another representation, where these are claimed (document 4.5-3). Where they
 * are read is not shown, so that other refusals than 404 are right as well.
 */
export async function missesByAddress(trial: Trial, address: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const request of byAddress(trial, address)) {
    const answer = await trial.send(request);
    answers.push(answer.owes(!answer.succeeded && answer.status < 500, '404 for what names nothing'));
  }
  return answers;
}

function byAddress(trial: Trial, address: string): readonly HttpRequest[] {
  const { representations, selectors } = resourceOf(trial);
  const [name] = representations.filter((other) => other !== 'json');
  if (name === undefined) return [];
  const bare = { method: 'GET', headers: { accept: '*/*' } } as const;
  return [
    ...(selectors.includes('suffix') ? [{ ...bare, address: withSuffix(address, name) }] : []),
    ...(selectors.includes('format') ? [{ ...bare, address: withFormat(address, name) }] : []),
  ];
}

const ABSENT = '999999';

/** A record of form E, or a command document, under an id that nothing has: 404, as whatever it is asked for (document 4.4-m1). */
export async function missesBeside(trial: Trial, address: string): Promise<readonly Answer[]> {
  const place = besideIt(trial, address);
  if (place === undefined) return [];
  const { representations, mediaTypes } = resourceOf(trial);
  const [name = 'json'] = representations.filter((one) => one !== 'json');
  const answer = await trial.send({ method: 'GET', address: place, headers: { accept: mediaTypes[name] } });
  answer.owes(!answer.succeeded && answer.status < 500, '404 for what names nothing');
  return [answer, ...(await missesByAddress(trial, place))];
}

/** The same under conditions, none of which counts there (RFC 9110 13.2.1); the tag of what is beside it is not its own. */
export async function missesBesideOnConditions(
  trial: Trial,
  address: string,
  tag: string | undefined,
): Promise<readonly Answer[]> {
  const place = besideIt(trial, address);
  if (place === undefined) return [];
  const request = { method: 'GET', address: place };
  const plain = await trial.send(request);
  const known = await missesUnder(trial, request, plain, ofTag(tag));
  return [plain, ...(await missesOnConditions(trial, request, plain)), ...known];
}

/** The address with an id that nothing has in the place of its own. */
function besideIt(trial: Trial, address: string): string | undefined {
  const own = lastSegment(address) ?? '';
  const other = /^\d+$/u.test(own) ? ABSENT : uuidHolding(trial.unique());
  return own === '' || !address.endsWith(own) ? undefined : `${address.slice(0, -own.length)}${other}`;
}

/**
 * What resembles the address of a record of form E, or of a command document, and names nothing: an identifier is compared as it stands
 * in the path (document 4.4-m1, RFC 3986 6.2.1), that of the record and that of the deal above it. A text that is no id of the target's
 * kind may be refused otherwise than with 404. It is the n-th of such places: each has a part of the many texts.
 */
export async function missesAlike(trial: Trial, address: string, nth: number): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const own = alike({ address, id: lastSegment(address) ?? '', behind: '' }, nth);
  for (const place of [...own, ...belowAlike(trial, address, nth + 1)]) {
    const answer = await trial.send({ method: 'GET', address: place, about: 'absurd' });
    answers.push(answer.owes(!answer.succeeded && answer.status < 500, '404 for what only resembles the address'));
  }
  return answers;
}

/** An identifier at the end of an address, and what of the whole stands behind it. */
interface Named {
  readonly address: string;
  readonly id: string;
  readonly behind: string;
}

/** Below what resembles the deal. */
function belowAlike(trial: Trial, address: string, nth: number): readonly string[] {
  const { item } = resourceOf(trial);
  const id = item === undefined ? undefined : idAtOrAbove(trial.target, item.address, address);
  const end = address.lastIndexOf(`/${id ?? ''}/`) + `/${id ?? ''}`.length;
  return id === undefined ? [] : alike({ address: address.slice(0, end), id, behind: address.slice(end) }, nth);
}

/** The id with letters and with a blank after it, as some of what careless readers take for it; of a long word also the beginning alone. */
function alike({ address, id, behind }: Named, nth: number): readonly string[] {
  if (!/^[\w-]+$/u.test(id) || !address.endsWith(`/${id}`)) return [];
  const isLongWord = id.length > LONG && /\D/u.test(id);
  const misread = everyNth(misreadings(id), PARTS, nth).map(({ encoded }) => encoded);
  const others = [`${id}xq`, `${id}%20`, ...misread, ...(isLongWord ? [id.slice(0, -1)] : [])];
  const ahead = address.slice(0, address.length - id.length);
  return others.map((other) => `${ahead}${other}${behind}`);
}

const LONG = 8;

/** Records of form E and command documents of forms F and G, and the deals above the first two: five parts, and the rest is for others. */
const PARTS = 8;
