import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  authorizedKeysLine,
  GATE_PATH,
  gateScript,
  generateHostKeyPair,
  type HostConnection,
  probeHostKey,
  sudoersSnippet,
} from '@steelyard/xen'
import { ACCOUNT, installAccess } from './install-access.ts'
import type { XenHost } from './xen-host.ts'

/** Enrols the host as the product does, with everything that the product generates for it. */
export async function enrol(host: XenHost): Promise<HostConnection> {
  const { privateKey, publicKey } = generateHostKeyPair('steelyard')
  await installAccess(host, {
    authorizedKeysLine: authorizedKeysLine(publicKey, GATE_PATH),
    gate: { path: GATE_PATH, script: gateScript() },
    sudoersSnippet: sudoersSnippet(ACCOUNT),
  })
  const { fingerprint } = await probeHostKey(host)
  return {
    address: host.address,
    port: host.port,
    rules: host.rules,
    username: ACCOUNT,
    privateKey,
    hostKeyFingerprint: fingerprint,
  }
}

/**
 * Writes the private key to a file for OpenSSH's own clients. It is deleted with the host's
 * directory.
 */
export function keyFileOf(host: XenHost, { privateKey }: HostConnection): string {
  const file = path.join(host.handle.directory, 'account-key')
  writeFileSync(file, privateKey)
  chmodSync(file, 0o600)
  return file
}
