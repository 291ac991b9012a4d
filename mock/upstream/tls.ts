/** What TLS says before a byte of a request is sent: the service was not reached. */
const TLS =
  /^(?:ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/u;

/** Whether a failure is one of TLS, which comes before any request. */
export function isTlsFailure(code: string): boolean {
  return TLS.test(code);
}

/** Why TLS did not come about, and what to do; undefined: it is no failure of TLS. */
export function wordTlsFailure(code: string, message: string): string | undefined {
  if (!isTlsFailure(code)) return undefined;
  if (/wrong version number|packet length/iu.test(message))
    return 'the port speaks plain HTTP, and TLS was begun; write http:// in the address';
  const [why, remedy] = wordCertificate(code);
  return remedy === undefined ? `${why} (${code})` : `${why} (${code}); ${remedy}`;
}

function wordCertificate(code: string): readonly [why: string, remedy?: string] {
  if (/^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA)/u.test(code))
    return ['its certificate is not trusted', 'give its authority: --upstream-ca ca.pem, or upstream.ca in code'];
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return ['its certificate is for another name', 'ask by a name that it holds'];
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return ['its certificate is not valid at this time'];
  return ['no TLS connection came about'];
}
