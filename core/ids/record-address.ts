import { type AddressParts, partsOf, pathOf, segmentsOf, withoutEndSlashes } from '../http/address.ts';
import { absolute, type Home, mayAsk } from '../http/origins.ts';
import { remembered } from '../representation/remembered.ts';

/**
 * The id that an address names by a template such as `/rest/1/deals/{id}`: at the target's origin, below its base address,
 * of the same path shape, and without a query of its own. Undefined where the address has another shape.
 */
export function idAt(home: Home, template: string, address: string): string | undefined {
  return matchRecord(home, template, address, 'whole');
}

/** The same, where the address may go on below the record and may have a query: `/rest/1/deals/{id}/hold`. */
export function idAtOrAbove(home: Home, template: string, address: string): string | undefined {
  return matchRecord(home, template, address, 'begins');
}

/**
 * The id that an address names, or stands below, for a server that ignores what was made up in it: `/rest/{made-up}/deals/{id}` is
 * the deal of that id to one that ignores the version.
 */
export function idIgnoring(home: Home, template: string, address: string, isMadeUp: IsMadeUp): string | undefined {
  return matchRecord(home, template, address, 'begins', isMadeUp);
}

/** Whether a segment of an address (percent-decoded) was made up by the run. */
type IsMadeUp = (segment: string) => boolean;

/** Whether two addresses have one path, however it is spelt, with or without a slash at its end. */
export function samePath(home: Home, a: string, b: string): boolean {
  const [one, other] = [absolute(home, a), absolute(home, b)];
  if (!mayAsk(home, one) || !mayAsk(home, other)) return false;
  return pathOf(one) === pathOf(other);
}

const segmentsDue = remembered(segmentsOf);

function matchRecord(
  home: Home,
  template: string,
  address: string,
  how: 'whole' | 'begins',
  isAny: IsMadeUp = () => false,
): string | undefined {
  const place = absolute(home, address);
  const url = partsOf(place);
  if (url === undefined || !mayAsk(home, place)) return undefined;
  const [path = '', search = ''] = template.split('?');
  const due = segmentsDue(withoutEndSlashes(partsOf(home.baseUrl)?.pathname ?? '') + path);
  const given = url.segments;
  if (!path.includes('{id}')) return inQuery(search, url, due.join('/') === given.join('/'));
  if (how === 'whole' && (given.length !== due.length || url.search !== (search === '' ? '' : `?${search}`))) {
    return undefined;
  }
  const last = due.findIndex((segment) => segment.includes('{id}'));
  if (given.length <= last || !due.slice(0, last).every((segment, i) => segment === given[i] || isAny(given[i] ?? '')))
    return undefined;
  if (how === 'whole' && !due.slice(last + 1).every((segment, i) => segment === given[last + 1 + i])) return undefined;
  return within(due[last] ?? '', given[last] ?? '');
}

function inQuery(search: string, url: AddressParts, isSamePath: boolean): string | undefined {
  const [name, due] = [...new URLSearchParams(search)].find(([, value]) => value.includes('{id}')) ?? [];
  const given = name === undefined || !isSamePath ? null : new URLSearchParams(url.search).get(name);
  return due === undefined || given === null ? undefined : within(due, given);
}

/** What stands for `{id}` in a segment such as `deals({id})`, or in a parameter such as `eq.{id}`. */
function within(template: string, segment: string): string | undefined {
  const [before = '', after = ''] = template.split('{id}');
  const isLike = segment.startsWith(before) && segment.endsWith(after);
  const id = segment.slice(before.length, segment.length - after.length);
  return isLike && segment.length > before.length + after.length ? id : undefined;
}
