import { expect, it } from 'vitest'
import { isPublicAddress, parseAddressRules, refusalOf } from './address-rules.ts'

const none = parseAddressRules()
const judge = (rules: ReturnType<typeof parseAddressRules>, address: string, host = address) =>
  refusalOf(rules, host, address)

it.each([
  ['169.254.169.254', 'link-local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['0.0.0.0', 'unspecified'],
  ['::', 'unspecified'],
  ['224.0.0.1', 'multicast'],
  ['ff02::1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['127.0.0.1', 'loopback'],
  ['::1', 'loopback'],
  ['fd00:ec2::254', 'cloud metadata'],
  ['100.100.100.200', 'cloud metadata'],
  ['fec0::1', 'site-local'],
  ['2001:0:7f00:1::', 'tunnel'],
  ['5f00::1', 'tunnel'],
])('refuses %s, a %s address, by default', (address, kind) => {
  expect(judge(none, address)).toBe(kind)
})

it.each([
  ['mapped', '::ffff:169.254.169.254', 'link-local'],
  ['mapped, in hexadecimal', '::ffff:7f00:1', 'loopback'],
  ['translated (NAT64)', '64:ff9b::a9fe:a9fe', 'link-local'],
  ['translated (NAT64, local use)', '64:ff9b:1::7f00:1', 'loopback'],
  ['compatible', '::127.0.0.1', 'loopback'],
  ['compatible, in hexadecimal', '::a9fe:a9fe', 'link-local'],
  ['tunnelled (6to4)', '2002:7f00:1::', 'loopback'],
])('sees the IPv4 address in one that is %s', (_, address, kind) => {
  expect(judge(none, address)).toBe(kind)
})

it.each(['10.0.0.1', '192.168.1.1', '8.8.8.8', '2001:db8::1', 'fd12::1', '::ffff:10.0.0.1'])(
  'connects to %s by default',
  (address) => expect(judge(none, address)).toBeNull(),
)

it('allows nothing but what is listed, once something is', () => {
  const rules = parseAddressRules('10.0.0.0/8, 2001:db8::/32, 192.0.2.7, xen1.example.org')
  for (const address of ['10.9.8.7', '::ffff:10.9.8.7', '2001:db8::7', '192.0.2.7']) {
    expect(judge(rules, address)).toBeNull()
  }
  expect(judge(rules, '11.0.0.1')).toBe('not-allowed')
  expect(judge(rules, '192.0.2.8')).toBe('not-allowed')
  expect(judge(rules, '172.16.0.1', 'XEN1.example.org.')).toBeNull()
  expect(judge(rules, '172.16.0.1', 'xen2.example.org')).toBe('not-allowed')
})

it('takes an ending with a leading dot for every name below it, and no other', () => {
  const rules = parseAddressRules('.example.org')
  expect(judge(rules, '10.0.0.1', 'a.b.example.org')).toBeNull()
  expect(judge(rules, '10.0.0.1', 'example.org')).toBe('not-allowed')
  expect(judge(rules, '10.0.0.1', 'evil-example.org')).toBe('not-allowed')
})

it('denies what is denied even where it is allowed, by address or by name', () => {
  const rules = parseAddressRules('10.0.0.0/8', '10.1.0.0/16,.lab.example.org')
  expect(judge(rules, '10.2.0.1')).toBeNull()
  expect(judge(rules, '10.1.0.1', 'xen.example.org')).toBe('denied')
  expect(judge(rules, '10.2.0.1', 'xen.lab.example.org')).toBe('denied')
  expect(judge(parseAddressRules('', '::ffff:10.0.0.0/104'), '10.1.0.1')).toBe('denied')
})

it('opens loopback only for a range within it: neither for all addresses nor for a name', () => {
  expect(judge(parseAddressRules('127.0.0.0/8,10.0.0.0/8'), '127.0.0.1')).toBeNull()
  expect(judge(parseAddressRules('0.0.0.0/0,::/0'), '127.0.0.1')).toBe('loopback')
  expect(judge(parseAddressRules('.example.org'), '127.0.0.1', 'a.example.org')).toBe('loopback')
  expect(judge(parseAddressRules('169.254.7.0/24'), '169.254.169.254')).toBe('link-local')
  expect(judge(parseAddressRules('0.0.0.0/32'), '0.0.0.0')).toBe('unspecified')
})

it.each([
  '10.0.0.0/33',
  '10.0.0/8',
  '10.0.0',
  '1.2.3.4.5',
  '*.example.org',
  'a b',
  'xen:22',
  '127.1',
])('does not take %s for an entry', (entry) =>
  expect(() => parseAddressRules(`10.0.0.0/8,${entry}`)).toThrow(`"${entry}"`),
)

it('tells addresses that everybody reaches from those within a network', () => {
  expect(['8.8.8.8', '2606:4700::1', '::ffff:8.8.8.8'].every(isPublicAddress)).toBe(true)
  for (const address of [
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.1.1',
    '::ffff:10.0.0.1',
    'fd12::1',
    '2002:a00:1::',
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
})
