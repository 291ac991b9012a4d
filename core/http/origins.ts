import { partsOf, withoutEndSlashes } from './address.ts';
import { areOneMachine } from './loopback.ts';

/** Where a target is: its base address, and the other origins that its owner declared. */
export interface Home {
  readonly baseUrl: string;
  readonly origins: readonly string[];
}

/** Whether an absolute address is the target's own to answer for. Requests are sent nowhere else. */
export function mayAsk({ baseUrl, origins }: Home, address: string): boolean {
  const [own, other] = [partsOf(baseUrl), partsOf(address)];
  if (own === undefined || other === undefined) return false;
  if (other.protocol !== 'http:' && other.protocol !== 'https:') return false;
  if (own.origin === other.origin || origins.includes(other.origin)) return true;
  // Default ports go with the protocol, and a proxy may speak TLS there; one port of a service's own speaks one of the two.
  if (own.hostname === other.hostname && own.port === '' && other.port === '') return true;
  const isSamePort = own.protocol === other.protocol && own.port === other.port;
  return isSamePort && areOneMachine(own.hostname, other.hostname);
}

/** An address as a rule writes it, made absolute: a path is below the base address. */
export function absolute({ baseUrl }: Pick<Home, 'baseUrl'>, address: string): string {
  return address.startsWith('/') ? withoutEndSlashes(baseUrl) + address : address;
}
