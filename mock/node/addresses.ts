import { networkInterfaces } from 'node:os';

/** What listens on all addresses of this machine. */
export function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** The addresses of this machine that others can reach, as they stand in a URL. */
export function ownAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return all
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address));
}
