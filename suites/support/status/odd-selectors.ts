import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import type { Resource, Target } from '../../../core/target.ts';

/** Types that few services have, another case, none, names that objects inherit, and what is a list or an object to some readers. */
const FORMATS: readonly string[] = [
  'format=',
  'format',
  'format=csv',
  'format=XML',
  'format=assayer',
  'format=constructor',
  'format=__proto__',
  'format=toString',
  'format=application%2Fxml',
  'format=..%2Fxml',
  'format=xml&format=json',
  'format[]=xml',
  'format[a]=xml',
  'format=%C3%A9%25',
  'format=-1',
];

const SUFFIXES: readonly string[] = [
  '.csv',
  '.XML',
  '.assayer',
  '.constructor',
  '.__proto__',
  '.toString',
  '.',
  '.json.xml',
  '.%C3%A9',
  '.pdf',
];

/**
 * Readings of one collection and one record that choose a representation which there may not be (document 4.5-3). Whether a service reads such a
 * choice is left open, but none of them breaks it.
 */
export function oddSelectors({ resources }: Target): readonly HttpRequest[] {
  const read = resources.filter(({ never, unserved }) => !never.includes('GET') && unserved === undefined);
  const listed = read.flatMap((resource) =>
    resource.list === undefined ? [] : [{ resource, address: resource.list.address }],
  );
  const known = read.flatMap((resource) =>
    resource.item === undefined || resource.known === undefined
      ? []
      : [{ resource, address: fillTemplate(resource.item.address, { id: resource.known }) }],
  );
  // One of the first resource and one of the last.
  return [...listed.slice(0, 1), ...known.slice(-1)].flatMap(chosenOddly);
}

interface Place {
  readonly resource: Resource;
  readonly address: string;
}

function chosenOddly({ resource, address }: Place): readonly HttpRequest[] {
  const [path = '', query] = address.split('?');
  const bare = path.replace(/\/$/u, '');
  const sign = query === undefined ? '?' : '&';
  const addresses = [
    ...FORMATS.map((format) => `${address}${sign}${format}`),
    // Behind the root of the target a suffix would be another host's name, or nothing.
    ...(bare === '' ? [] : SUFFIXES.map((suffix) => `${bare}${suffix}${query === undefined ? '' : `?${query}`}`)),
  ];
  return addresses.map((one) => withFieldsOf(resource, { method: 'GET', address: one }));
}
