import type { Mock } from '../../mock/interface.ts';
import { instead, isJson, type Variation, type Wrap } from './variation.ts';

/** The id of the deal below which an address lies, and the rest of the address. */
const BELOW = /^.*\/deals\/([^/]+)\/(?!commands\/).+$/u;

/** Keeps a document at every address below a deal that exists, and creates it by PUT. */
function documents(): Wrap {
  const kept = new Map<string, string>();
  return instead(async ({ request, method, path, body }, next, mock) => {
    const deal = BELOW.exec(path)?.[1];
    if (deal === undefined || !exists(mock, deal)) return undefined;
    if (method === 'GET' || method === 'HEAD' || method === 'DELETE') {
      const found = kept.get(path);
      if (found === undefined) return undefined;
      if (method === 'DELETE') kept.delete(path);
      return method === 'DELETE' ? new Response(null, { status: 204 }) : document(found, method);
    }
    if (method !== 'PUT' || !isJson(body)) return undefined;
    const response = await next(request);
    if (response.status !== 404) return response;
    const isNew = !kept.has(path);
    kept.set(path, body);
    const headers = { location: new URL(request.url).href, 'content-type': 'application/json' };
    const told = JSON.stringify({ _links: { self: { href: path } } });
    return isNew ? new Response(told, { status: 201, headers }) : new Response(null, { status: 204 });
  });
}

function exists(mock: Mock, id: string): boolean {
  try {
    return mock.tenants.of('').store.deals.entries.has(decodeURIComponent(id));
  } catch {
    return false;
  }
}

function document(text: string, method: string): Response {
  return new Response(method === 'HEAD' ? null : text, { headers: { 'content-type': 'application/json' } });
}

/** Addresses that come into being when they are put: RFC 9110 9.3.4. */
export const ownDocuments: readonly Variation[] = [
  {
    id: 'documents-below-deals',
    title: 'A PUT below a deal, where nothing was, creates a document there.',
    source: 'RFC 9110 9.3.4; document 4: what else is served is left open',
    group: 'documents',
    needsFile: 'an address that takes whatever is put looks like an operation',
    // Where operations are path verbs, the address of an unknown one would be such a document.
    options: { operationForms: ['F'] },
    wrap: documents(),
  },
];
