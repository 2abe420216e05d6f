import { HostError } from '../host-error.ts'

/**
 * Throws unless it is one line with an Ed25519 key, in the form that `generateHostKeyPair` makes.
 */
export function checkPublicKey(publicKey: string): void {
  if (!/^ssh-ed25519 [A-Za-z0-9+/]{20,}={0,2}( [\x20-\x7e]{1,100})?$/.test(publicKey)) {
    throw new HostError('invalid-argument', 'That is not an Ed25519 public key line.')
  }
}

/**
 * The line for the account's `authorized_keys`. `restrict` (OpenSSH 7.2) turns off forwarding, agent,
 * terminal and user rc files; the forced command lets the key start the gate and nothing else.
 *
 * @param gate installed path of `gateScript`; leave out only for a host that cannot have it
 * @throws HostError `invalid-argument`
 */
export function authorizedKeysLine(publicKey: string, gate?: string): string {
  checkPublicKey(publicKey)
  if (gate !== undefined && !/^(\/[A-Za-z0-9._-]+)+$/.test(gate)) {
    throw new HostError('invalid-argument', 'The path of the gate must be absolute and plain.')
  }
  return `restrict${gate === undefined ? '' : `,command="${gate}"`} ${publicKey}`
}
