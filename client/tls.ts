import { type ConnectionOptions, createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** Whom to trust over TLS, and who asks: each a text in PEM. */
export interface TlsOptions {
  /** Certificates of authorities that are trusted beside the usual ones. */
  readonly ca?: string;
  /** The certificate of this client, with its chain. */
  readonly cert?: string;
  /** The private key of `cert`. */
  readonly key?: string;
  /** Trust any certificate. */
  readonly insecure?: boolean;
}

/** The same, as node:tls takes it. */
export function trustOf(options: TlsOptions): ConnectionOptions {
  const { ca, cert, key, insecure = false } = options;
  const secureContext = ca === undefined && cert === undefined && key === undefined ? undefined : contextOf(options);
  return {
    ...(secureContext === undefined ? {} : { secureContext }),
    rejectUnauthorized: !insecure && process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
  };
}

// Reading all authorities takes longer than a handshake, so each run does it once.
const contexts = new WeakMap<TlsOptions, SecureContext>();

function contextOf(options: TlsOptions): SecureContext {
  const known = contexts.get(options);
  if (known !== undefined) return known;
  const { ca, cert, key } = options;
  const made = createSecureContext({
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  });
  contexts.set(options, made);
  return made;
}
