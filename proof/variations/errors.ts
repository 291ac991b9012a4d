import { answers, type Variation, type Wrap } from './variation.ts';

const SOURCE = 'document 7: the format of error bodies is not shown';

// The root's 401 has a body that the document shows (5.4).
function errors(body: (status: number, detail: string) => string | null, type: string | undefined): Wrap {
  return answers(async (response) => {
    if (response.status < 400 || response.status === 401) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    headers.delete('content-type');
    if (type !== undefined) headers.set('content-type', type);
    const { status } = response;
    const text = body(status, response.body === null ? '' : await response.text());
    return new Response(response.body === null ? null : text, { status, headers });
  });
}

const one = (id: string, title: string, wrap: Wrap): Variation => ({
  id,
  title,
  source: SOURCE,
  group: 'errors',
  wrap,
});

const page = (status: number): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1>\r\n<hr>nginx</center>\r\n</body>\r\n</html>\r\n`;

/** Bodies of errors: document 7. */
export const errorBodies: readonly Variation[] = [
  one('errors-html', 'Errors are pages of HTML.', errors(page, 'text/html')),
  one(
    'errors-text',
    'Errors are plain text.',
    errors((status) => `Error ${status}\n`, 'text/plain; charset=iso-8859-1'),
  ),
  one(
    'errors-empty',
    'Errors have no body.',
    errors(() => null, undefined),
  ),
  one(
    'errors-json',
    'Errors are JSON of a shape of their own.',
    errors((status) => JSON.stringify({ ok: false, error: { code: `E${status}` } }), 'application/json; charset=utf-8'),
  ),
  one(
    'errors-json-array',
    'Errors are arrays of JSON.',
    errors((status) => JSON.stringify([{ code: status, message: 'no' }]), 'application/json'),
  ),
  one(
    'errors-json-null',
    'Errors are the JSON null.',
    errors(() => 'null', 'application/json'),
  ),
  one(
    'errors-xml',
    'Errors are problem details in XML.',
    errors(
      (status) => `<?xml version="1.0"?><problem xmlns="urn:ietf:rfc:7807"><status>${status}</status></problem>`,
      'application/problem+xml',
    ),
  ),
  one(
    'errors-vendor',
    'Errors are of a vendor’s own JSON type.',
    errors((status) => JSON.stringify({ errors: [{ status: String(status) }] }), 'application/vnd.api+json'),
  ),
  one(
    'errors-echo',
    'Errors repeat the address and the time.',
    errors(
      (status) =>
        JSON.stringify({
          timestamp: new Date().toISOString(),
          status,
          error: 'Error',
          path: '/rest/1/deals/1',
          id: '1',
          name: 'error',
        }),
      'application/json',
    ),
  ),
  one(
    'errors-untyped',
    'Errors have a body without a Content-Type.',
    errors(() => 'no', undefined),
  ),
];
