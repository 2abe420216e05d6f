import { createHash } from 'node:crypto'

export interface HostKey {
  /** `SHA256:` and the unpadded base64 digest, as `ssh-keygen -l` prints it. */
  fingerprint: string
  /** The algorithm's name, such as `ssh-ed25519`. */
  algorithm: string
}

/** Describes a public key in wire form (RFC 4253, 6.6: the algorithm's name comes first). */
export function describeHostKey(key: Buffer): HostKey {
  const digest = createHash('sha256').update(key).digest('base64').replace(/=+$/, '')
  const algorithm = key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')
  return { fingerprint: `SHA256:${digest}`, algorithm }
}
