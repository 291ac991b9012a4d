import { X509Certificate } from 'node:crypto';
import { nearest } from '../../core/nearest.ts';
import { type UpstreamOptions, upstreamUrl } from './pass.ts';

// An object, so that none is forgotten: the compiler holds it against the type.
const NAMES = Object.keys({ url: 0, ca: 0, fromMock: 0, judge: 0, onPassed: 0 } satisfies Record<
  keyof UpstreamOptions,
  0
>);

/** Throws an Error that names what cannot be used of the options about the service behind the mock. */
export function refuseUpstream(given: UpstreamOptions): void {
  const { url, ca, fromMock, judge, onPassed }: Readonly<Partial<Record<keyof UpstreamOptions, unknown>>> = given;
  const unknown = Object.keys(given).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, NAMES);
    const hint = near === undefined ? `The options are ${NAMES.join(', ')}.` : `Did you mean ${near}?`;
    throw new Error(`mock option upstream.${unknown}: there is no such option. ${hint}`);
  }
  upstreamUrl(String(url));
  if (ca !== undefined && !isCertificate(ca))
    throw new Error('mock option upstream.ca: it is no certificate; give the text of a PEM file');
  if (fromMock !== undefined && !(Array.isArray(fromMock) && fromMock.every((route) => typeof route === 'string')))
    throw new Error('mock option upstream.fromMock: it is no list of routes, such as ["GET /users/*"]');
  for (const [name, value] of Object.entries({ judge, onPassed }))
    if (value !== undefined && typeof value !== 'function')
      throw new Error(`mock option upstream.${name}: it is no function`);
}

function isCertificate(ca: unknown): boolean {
  try {
    return typeof ca === 'string' && new X509Certificate(ca).raw.length > 0;
  } catch {
    return false;
  }
}
