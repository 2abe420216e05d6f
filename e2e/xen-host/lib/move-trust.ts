import { PEER_ADDRESS } from './qemu.ts'
import type { XenHost } from './xen-host.ts'

/** What root of the source owns. */
export const MOVE_KEY = '/etc/steelyard/move-key'
export const MOVE_HOSTS = '/etc/steelyard/move-hosts'
export const MOVE_CONFIG = '/etc/ssh/ssh_config.d/steelyard.conf'
const AUTHORIZED_KEYS = '/root/.ssh/authorized_keys'

/** The name by which root of the source reaches a destination. */
export function moveAlias(name: string): string {
  return `steelyard-${name}`
}

/**
 * Lets root of one host of a pair move guests to the other, and do nothing else there, as their
 * operator would: `xl migrate DOMAIN steelyard-NAME`.
 */
export async function trustToMove(from: XenHost, to: XenHost, name: string): Promise<void> {
  await from.run(
    `install -d -m 755 /etc/steelyard; ` +
      `test -f ${MOVE_KEY} || ssh-keygen -q -t ed25519 -N '' -C steelyard-move -f ${MOVE_KEY}`,
  )
  const hostKey = (await to.run('cat /etc/ssh/ssh_host_ed25519_key.pub')).split(' ')
  await from.run(`cat >${MOVE_HOSTS}`, `${PEER_ADDRESS} ${hostKey[0]} ${hostKey[1]}\n`)
  await from.run(`cat >${MOVE_CONFIG}`, sshConfig(name))
  const publicKey = await from.run(`cat ${MOVE_KEY}.pub`)
  await withdrawTrust(to)
  await to.run(`cat >>${AUTHORIZED_KEYS}`, `restrict,command="xl migrate-receive" ${publicKey}`)
}

/** Makes a host accept no more guests from its peer. */
export async function withdrawTrust(to: XenHost): Promise<void> {
  await to.run(`sed -i '/migrate-receive/d' ${AUTHORIZED_KEYS}`)
}

/** A destination that falls silent is given up after a minute. */
function sshConfig(name: string): string {
  return `Host ${moveAlias(name)}
  HostName ${PEER_ADDRESS}
  Port 22
  User root
  IdentityFile ${MOVE_KEY}
  IdentitiesOnly yes
  UserKnownHostsFile ${MOVE_HOSTS}
  StrictHostKeyChecking yes
  BatchMode yes
  ServerAliveInterval 15
  ServerAliveCountMax 4
`
}
