/** Whether a host, as it stands in an address, is this machine whoever asks (RFC 6761 6.3). */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/iu.test(hostname);
}

const USUAL: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether two hosts are the usual names of this machine, so that on one port they are one server. */
export function areOneMachine(a: string, b: string): boolean {
  return USUAL.includes(a) && USUAL.includes(b);
}
