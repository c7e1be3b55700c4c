import { BlockList, isIP } from 'node:net'

/** Networks that are not the public internet (IANA special-purpose registries), or that lead back to one that is not. */
const subnets: readonly (readonly [address: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
]

const notPublic = new BlockList()
for (const [address, bits] of subnets) notPublic.addSubnet(address, bits, family(address))

/** True for an IP address that does not belong to the public internet; an IPv4 address inside an IPv6 one counts as itself. */
export const isPrivateAddress = (address: string): boolean => notPublic.check(address, family(address))

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
