import { lookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-address.js'

/** A host that must not be fetched from; the message is worded for the model. */
export class PrivateHost extends Error {
  constructor(host: string) {
    super(
      `${host} is not on the public internet, and pages of private hosts are not fetched. ` +
        `For a local server use Bash with curl, or ask the user for the allow rule WebFetch(domain:${host}).`,
    )
    this.name = 'PrivateHost'
  }
}

/** Throws `PrivateHost` for names and addresses that are private by their spelling. */
export const refusePrivateName = (host: string): void => {
  const bare = host.replace(/^\[|\]$/g, '')
  const named = isIP(bare) === 0 && (!bare.includes('.') || /\.(?:localhost|local|internal|home\.arpa)\.?$/i.test(bare))
  if (named || (isIP(bare) !== 0 && isPrivateAddress(bare))) throw new PrivateHost(host)
}

/**
 * Resolves names for a connection, which then goes to just these addresses: a name that is resolved anew with another answer
 * (DNS rebinding) gets nobody past the check. One private address among several refuses the host.
 */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) callback(error ?? new Error(`${host} has no address`), '')
    else if (addresses.some(({ address }) => isPrivateAddress(address))) callback(new PrivateHost(host), '')
    else if (options.all === true) callback(null, addresses as LookupAddress[])
    else callback(null, first.address, first.family)
  })
}
