import type { HostConnection } from '@steelyard/contract'
import { installAccess } from './install-access.ts'
import { PEER_ADDRESS } from './qemu.ts'
import type { XenHost } from './xen-host.ts'

const FOLDER = '/etc/steelyard'

/**
 * Installs what a host of a pool shows, so that root there may hand guests over to the other host, as
 * an operator would. Hosts of a pair reach each other under an address of the emulator, so that one
 * takes the place of the shown one.
 */
export async function trustToMove(
  from: XenHost,
  to: XenHost,
  { moves, ...connection }: HostConnection,
): Promise<void> {
  const { sshConfig, keyOptions } = moves!
  await installAccess(from, {
    authorizedKeysLine: connection.authorizedKeysLine!,
    gate: connection.gate!,
    sudoersSnippet: connection.sudoersSnippet!,
  })
  await from.run(
    `install -d -m 700 ${FOLDER}; ssh-keygen -q -t ed25519 -N '' -f ${FOLDER}/move-key`,
  )
  await from.run(`ssh-keyscan -t ed25519 ${PEER_ADDRESS} >${FOLDER}/move-hosts`)
  await from.run(
    'cat >/etc/ssh/ssh_config.d/steelyard.conf',
    sshConfig.replace(/HostName .*/, `HostName ${PEER_ADDRESS}`).replace(/Port .*/, 'Port 22'),
  )
  const publicKey = await from.run(`cat ${FOLDER}/move-key.pub`)
  await to.run('cat >>/root/.ssh/authorized_keys', `${keyOptions} ${publicKey}`)
}
