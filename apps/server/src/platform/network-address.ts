import type { FastifyRequest } from 'fastify';
import { isIPv6 } from 'node:net';

/** The groups of an IPv6 address that name the network. One customer holds all addresses in it. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * The network that a request comes from, for limits and queues: its IPv4 address, or the first 64 bits
 * of its IPv6 address. Whoever has one of those addresses can take any other one.
 */
export function networkOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = [], tail] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(GROUPS - head.length - (tail?.length ?? 0)).fill('0');
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
