import type { Answer } from '../core/answer.ts';
import { fillTemplate } from '../core/http/address.ts';
import { mayBeAsked } from '../core/ids/query-values.ts';
import { foundIn, idOfEntry } from '../core/representation/entries.ts';
import { at } from '../core/representation/json-pointer.ts';
import { idText } from '../core/representation/json-value.ts';
import { valuesAlone } from './alone.ts';
import { isBroken } from './broken-answer.ts';
import type { DraftResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';

/** What is known of a resource's records. */
interface Listed {
  readonly resource: DraftResource;
  readonly entries: readonly unknown[];
  /** The known record. */
  readonly record: Record<string, unknown>;
}

// How many members are tried in a query.
const TRIED = 5;
// How many values of other records are asked for, where the known one shares its own, or shows none.
const FEW = 2;

interface FoundQuery {
  readonly found: Pick<DraftResource, 'query'>;
  readonly notes: readonly string[];
}

/**
 * What a query of the resource's records matches: a value of the known record, or of another one where several share that. Where it is not
 * known what is compared, that is tried.
 */
export async function askQuery(inquiry: Inquiry, { resource, record, entries }: Listed): Promise<FoundQuery> {
  const { query, name } = resource;
  if (query === undefined) return { found: {}, notes: [] };
  const own = comparedMember(query);
  const shown = own === undefined ? undefined : idText(at(record, own));
  const value = shown !== undefined && mayBeAsked(query, shown) ? shown : undefined;
  const field = shown === undefined ? query.field : own;
  const described = { ...query, ...(field === undefined ? {} : { field }) };
  if (query.matches !== undefined) return { found: { query: described }, notes: [] };
  const chosen = (pointer: string | undefined, matches: string, told: string): FoundQuery => {
    const compared = pointer === undefined ? {} : { field: pointer };
    const notes = [`${name}: query value "${matches}" (${told})`];
    return { found: { query: { ...described, ...compared, matches } }, notes };
  };
  const ofOneAlone = async (pointer: string): Promise<FoundQuery | undefined> => {
    const alone = await valueOfOne(inquiry, { resource, entries }, pointer);
    return alone === undefined ? undefined : chosen(pointer, alone, `${pointer.slice(1)} of one listed record alone`);
  };
  const aloneOr = async (pointer: string, text: string, told: string): Promise<FoundQuery> => {
    const isShared = entries.filter((entry) => idText(at(entry, pointer)) === text).length > 1;
    return (isShared ? await ofOneAlone(pointer) : undefined) ?? chosen(pointer, text, told);
  };
  if (value !== undefined && own !== undefined) return aloneOr(own, value, `${own.slice(1)} of the known record`);
  // The known record may be one without the member that is compared, or with an empty text there.
  const other = own === undefined ? undefined : await ofOneAlone(own);
  if (other !== undefined) return other;
  let broken: readonly [member: string, text: string] | undefined;
  for (const [member, text] of stringsOf(record).filter(([, text]) => mayBeAsked(query, text))) {
    const answer = await askFor(inquiry, resource, text);
    if (isBroken(answer)) broken ??= [member, text];
    if (foundBy(answer, resource).length === 0) continue;
    return aloneOr(`/${member}`, text, `${member} of the known record, which the query finds`);
  }
  if (broken === undefined) return { found: { query: described }, notes: [] };
  const [member, text] = broken;
  return chosen(`/${member}`, text, `${member} of the known record; the query for it broke down`);
}

/** A value that one listed record alone shows, and by which no further record is found. What comes as no array then is left to the rules. */
async function valueOfOne(
  inquiry: Inquiry,
  { resource, entries }: Pick<Listed, 'resource' | 'entries'>,
  pointer: string,
): Promise<string | undefined> {
  const others = valuesAlone(entries, pointer).filter((value) => mayBeAsked(resource.query, value));
  for (const value of others.slice(0, FEW)) {
    const answer = await askFor(inquiry, resource, value);
    if (answer?.status !== 200) continue;
    const found = foundIn(answer.representation.value, resource);
    if (found === undefined || isOfOne(found, { resource, pointer, value })) return value;
  }
  return undefined;
}

/** Whether all that was found is one record, which shows the value: results need not show what is compared (document 2). */
function isOfOne(
  found: readonly unknown[],
  { resource, pointer, value }: { readonly resource: DraftResource; readonly pointer: string; readonly value: string },
): boolean {
  const ids = new Set(found.map((entry) => idOfEntry(entry, resource)));
  return ids.size === 1 && found.every((entry) => idText(at(entry, pointer)) === value);
}

function askFor(inquiry: Inquiry, resource: DraftResource, value: string): Promise<Answer | undefined> {
  return inquiry.ask({ method: 'GET', address: fillTemplate(resource.query?.address ?? '', { value }) }, resource);
}

/** The records that a query was answered with; none where it was answered otherwise. */
function foundBy(answer: Answer | undefined, resource: DraftResource): readonly unknown[] {
  return answer?.status === 200 ? (foundIn(answer.representation.value, resource) ?? []) : [];
}

function stringsOf(record: Record<string, unknown>): [string, string][] {
  const strings = Object.entries(record).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return strings.filter(([, text]) => text !== '' && text.length <= 200).slice(0, TRIED);
}

/** JSON Pointer to the member that a query compares: as the target file says, or the one that its parameter is called after. */
export function comparedMember({ field, address }: NonNullable<DraftResource['query']>): string | undefined {
  const name = /[?&]([^=&?]+)=\{value\}/u.exec(address)?.[1];
  return field ?? (name === undefined ? undefined : `/${name}`);
}
