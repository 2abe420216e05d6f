import type { AddressRules } from './address/address-rules.ts'

/** Where a host is, and the rules that its address has to meet at each connection. */
export interface HostAddress {
  /** A name or an IP address. */
  address: string
  port: number
  rules: AddressRules
}

/** The address and account of a host, with the key that it must present. */
export interface HostConnection extends HostAddress {
  username: string
  /** OpenSSH private key, unencrypted; never logged, never part of an error. */
  privateKey: string
  /** `SHA256:` and the unpadded base64 digest, as `ssh-keygen -l` prints it. */
  hostKeyFingerprint: string
}
