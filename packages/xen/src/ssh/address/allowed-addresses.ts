import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { HostError } from '../../host-error.ts'
import {
  type AddressRefusal,
  type AddressRules,
  isMetadataName,
  refusalOf,
} from './address-rules.ts'

/**
 * Looks a host up and returns the addresses to which a connection may be made. The caller connects
 * to these very addresses: a second look-up could give others.
 *
 * @throws HostError `address-refused` when none is left; the look-up's own error
 */
export async function allowedAddresses(
  host: string,
  rules: AddressRules,
): Promise<LookupAddress[]> {
  if (isMetadataName(host)) throw refused(host, 'cloud metadata')
  const family = isIP(host)
  const found = family ? [{ address: host, family }] : await dns.lookup(host, { all: true })
  const judged = found.map((it) => ({ ...it, refusal: refusalOf(rules, host, it.address) }))
  const allowed = judged.filter(({ refusal }) => refusal === null)
  const refusal = judged.find((it) => it.refusal)?.refusal
  if (allowed.length === 0 && refusal) throw refused(host, refusal)
  return allowed.map(({ address, family }) => ({ address, family }))
}

function refused(host: string, refusal: AddressRefusal): HostError {
  return new HostError(
    'address-refused',
    `Steelyard does not connect to ${host}: ${reasonOf(refusal)}.`,
  )
}

function reasonOf(refusal: AddressRefusal): string {
  switch (refusal) {
    case 'denied':
      return 'the installation denies this address'
    case 'not-allowed':
      return 'it is not among the addresses that the installation allows'
    default:
      return `it is a ${refusal} address`
  }
}
