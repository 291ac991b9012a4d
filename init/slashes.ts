import type { Answer } from '../core/answer.ts';
import { fillTemplate } from '../core/http/address.ts';
import type { Resource } from '../core/target.ts';
import type { Inquiry } from '../target-file/inquiry.ts';
import type { Finding } from './finding.ts';

// Many frameworks redirect an address to the same one with a slash at its end, or without it. A reading follows that, but a redirect
// of a DELETE is no deletion (RFC 9110 15.4.2): what is written down is the address that answers.

/** The address that answered in the end: the one that was asked, or the one that differs from it by the slash at its end. */
export function answeredAt(address: string, { exchange }: Answer): string {
  return endingLike(address, new URL(exchange.request.url).pathname);
}

/** The same address, with a slash at its end where the other one has it. */
export function endingLike(address: string, other: string): string {
  const bare = address.replace(/\/$/u, '');
  return other.endsWith('/') ? `${bare}/` : bare;
}

/** A resource whose records are deleted and updated where they are read, if the other address is only redirected there. */
export async function withItsSlash(
  inquiry: Inquiry,
  resource: Resource,
  id: string,
): Promise<{ readonly resource: Resource; readonly findings: readonly Finding[] }> {
  const { item, delete: deletion, update, name } = resource;
  if (item === undefined) return { resource, findings: [] };
  const findings: Finding[] = [];
  const isRedirected = async (address: string, member: string): Promise<boolean> => {
    if (address === item.address || endingLike(address, item.address) !== item.address) return false;
    const asked = fillTemplate(address, { id });
    const answer = await inquiry.ask({ method: 'GET', address: asked });
    if (answer === undefined || answeredAt(asked, answer) === asked) return false;
    const evidence = `GET ${address} was redirected to ${item.address}`;
    findings.push({ place: `resources.${name}.${member}`, evidence });
    return true;
  };
  const own = { address: item.address };
  const changed: Resource = {
    ...resource,
    ...(deletion && (await isRedirected(deletion.address, 'delete')) ? { delete: { ...deletion, ...own } } : {}),
    ...(update && (await isRedirected(update.address, 'update')) ? { update: { ...update, ...own } } : {}),
  };
  return { resource: changed, findings };
}
