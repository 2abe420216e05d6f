import ipaddr from 'ipaddr.js'

type Ip = ipaddr.IPv4 | ipaddr.IPv6
interface Range {
  network: Ip
  bits: number
}

/** Which machines may be connected to. An entry is a range, or a name with or without a leading dot. */
export interface AddressRules {
  /** With an entry, nothing else is allowed. */
  allow: (Range | string)[]
  /** Holds even for what is allowed. */
  deny: (Range | string)[]
}

/** Why no connection is made to an address. */
export type AddressRefusal = 'denied' | 'not-allowed' | SpecialKind

type SpecialKind =
  | 'unspecified'
  | 'broadcast'
  | 'multicast'
  | 'link-local'
  | 'loopback'
  | 'site-local'
  | 'tunnel'
  | 'cloud metadata'

/** Where clouds answer questions about the machine itself, outside the link-local range. */
const METADATA = ['fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192']

/** The names under which they do, wherever those lead. */
const METADATA_NAMES = [
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
]

/** They name no single machine, or this one without saying so. No entry opens them. */
const NEVER: readonly SpecialKind[] = ['unspecified', 'broadcast', 'multicast']

const NAME = /^\.?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/
/** The last label of a name is never a number, so a mistyped address is not taken for a name. */
const LOOKS_NUMERIC = /(^|\.)\d+$/

/**
 * Reads comma-separated lists of ranges (`10.0.0.0/8`), addresses, names (`xen1.example.org`) and
 * endings of names (`.example.org`).
 * @throws Error naming the first entry that is none of these
 */
export function parseAddressRules(allow = '', deny = ''): AddressRules {
  return { allow: entriesOf(allow), deny: entriesOf(deny) }
}

function entriesOf(list: string): (Range | string)[] {
  const texts = list.split(',').map((text) => text.trim().toLowerCase())
  return texts.filter((text) => text !== '').map(entryOf)
}

function entryOf(text: string): Range | string {
  if (isRange(text) || isAddress(text)) return rangeOf(text)
  if (NAME.test(text) && !LOOKS_NUMERIC.test(text)) return text
  throw new Error(`"${text}" is neither a range such as 10.0.0.0/8 nor a name such as .example.org`)
}

/** ipaddr.js also takes spellings such as 127.1 and 0x7f000001, which nobody means here. */
function isRange(text: string): boolean {
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
}

function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

function rangeOf(text: string): Range {
  const [network, bits] = isRange(text)
    ? ipaddr.parseCIDR(text)
    : [ipaddr.parse(text), text.includes(':') ? 128 : 32]
  const inner = embeddedIpv4(network)
  return inner && bits >= 96 ? { network: inner, bits: bits - 96 } : { network, bits }
}

/** Whether a name stands for a cloud's metadata, in whatever way it is written. */
export function isMetadataName(host: string): boolean {
  return METADATA_NAMES.includes(host.toLowerCase().replace(/\.$/, ''))
}

/** Whether everybody can reach an address, so that no secret is in what answers there. */
export function isPublicAddress(address: string): boolean {
  return plain(ipaddr.parse(address)).range() === 'unicast'
}

/**
 * Judges one address that a host's name stands for.
 * @param host as it was entered: a name, or the address itself
 * @returns null when a connection may be made
 */
export function refusalOf(
  { allow, deny }: AddressRules,
  host: string,
  address: string,
): AddressRefusal | null {
  const ip = plain(ipaddr.parse(address))
  const names = (entry: Range | string) =>
    typeof entry === 'string' ? isNamed(host, entry) : covers(entry, ip)
  if (deny.some(names)) return 'denied'
  const special = specialKindOf(ip)
  if (special) return allow.some((entry) => opens(entry, ip, special)) ? null : special
  return allow.length === 0 || allow.some(names) ? null : 'not-allowed'
}

/**
 * Only a range within the special one opens it: neither 0.0.0.0/0 nor a name, which its owner may
 * point anywhere, is meant to.
 */
function opens(entry: Range | string, ip: Ip, special: SpecialKind): boolean {
  if (typeof entry === 'string' || NEVER.includes(special)) return false
  return specialKindOf(entry.network) === special && covers(entry, ip)
}

function isNamed(host: string, entry: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return entry.startsWith('.') ? name.endsWith(entry) : name === entry
}

function covers({ network, bits }: Range, ip: Ip): boolean {
  return network.kind() === ip.kind() && ip.match([network, bits] as [ipaddr.IPv4, number])
}

function specialKindOf(ip: Ip): SpecialKind | null {
  if (METADATA.includes(ip.toString())) return 'cloud metadata'
  // Its types lack the newest ranges.
  switch (ip.range() as string) {
    case 'unspecified':
    case 'broadcast':
    case 'multicast':
    case 'loopback':
      return ip.range() as SpecialKind
    case 'linkLocal':
      return 'link-local'
    case 'deprecatedSiteLocal':
      return 'site-local'
    case 'teredo':
    case 'amt':
    case 'segmentRouting':
      return 'tunnel'
    default:
      return null
  }
}

/** An address that leads to an IPv4 address is judged as that one. */
function plain(ip: Ip): Ip {
  return embeddedIpv4(ip) ?? (ip.range() === '6to4' ? ipv4At(ip, 2) : ip)
}

/**
 * The IPv4 address at the end of one that is mapped (::ffff:0:0/96), translated (64:ff9b::/96 and
 * 64:ff9b:1::/48) or compatible (::/96, of which :: and ::1 are others).
 */
function embeddedIpv4(ip: Ip): Ip | null {
  if (['ipv4Mapped', 'rfc6145', 'rfc6052'].includes(ip.range())) return ipv4At(ip, 12)
  const isCompatible = ip.kind() === 'ipv6' && ip.match(COMPATIBLE) && ip.range() === 'unicast'
  return isCompatible ? ipv4At(ip, 12) : null
}

const COMPATIBLE = ipaddr.parseCIDR('::/96') as [ipaddr.IPv4, number]

function ipv4At(ip: Ip, from: number): ipaddr.IPv4 {
  return new ipaddr.IPv4(ip.toByteArray().slice(from, from + 4))
}
