import { lookup } from 'node:dns/promises'
import { describe, expect, it } from 'vitest'
import { isPrivateAddress } from './private-address.js'
import { PrivateHost, publicLookup, refusePrivateName } from './public-lookup.js'

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    // IPv4 in disguise: mapped, NAT64, 6to4.
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('takes %s for private', (address) => expect(isPrivateAddress(address)).toBe(true))

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    'takes %s for public',
    (address) => expect(isPrivateAddress(address)).toBe(false),
  )
})

describe('refusePrivateName', () => {
  it.each(['localhost', 'intranet', 'printer.local', 'db.internal', 'a.localhost', '127.0.0.1', '[::1]', '10.0.0.1'])(
    'refuses %s without looking it up',
    (host) => expect(() => refusePrivateName(host)).toThrow(PrivateHost),
  )

  it.each(['example.com', '8.8.8.8', 'localhost.example.com'])('lets %s pass', (host) =>
    expect(() => refusePrivateName(host)).not.toThrow(),
  )
})

describe('publicLookup', () => {
  const resolve = (host: string, all: boolean) =>
    new Promise((done, fail) => publicLookup(host, { all }, (error, address) => (error ? fail(error) : done(address))))

  it('gives a connection no address of this machine, whatever its name', async () => {
    expect((await lookup('localhost')).address).toMatch(/^127\.|^::1$/)
    await expect(resolve('localhost', false)).rejects.toThrow(PrivateHost)
    await expect(resolve('localhost', true)).rejects.toThrow(PrivateHost)
  })

  it('gives public addresses in both forms that Node asks for', async () => {
    await expect(resolve('8.8.8.8', false)).resolves.toBe('8.8.8.8')
    await expect(resolve('8.8.8.8', true)).resolves.toEqual([{ address: '8.8.8.8', family: 4 }])
  })
})
