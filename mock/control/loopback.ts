/** Whether a host, as it stands in an address, is this machine whoever asks (RFC 6761 6.3). */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/iu.test(hostname);
}
