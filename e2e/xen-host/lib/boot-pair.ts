import { type BootedHost, freePorts } from './boot.ts'
import { bootTogether, stopHosts } from './boot-hosts.ts'
import { ensureHypervisor } from './images.ts'
import { PEER_MAC } from './qemu.ts'
import type { XenHost } from './xen-host.ts'

/** Two hosts that reach each other's sshd. */
export type Pair = {
  source: XenHost
  /** It has no guests. */
  destination: XenHost
  stop: () => Promise<void>
}

/**
 * Boots two hosts between which `xl migrate` works, once `trustToMove` has let one of them. Their
 * hypervisor is the one for experiments, because Debian's refuses to migrate paravirtual guests live.
 */
export async function bootPair(): Promise<Pair> {
  const hypervisor = await ensureHypervisor()
  const [one, other] = (await freePorts(2)) as [number, number]
  const booted = await bootTogether([
    { scheduler: 'credit', hypervisor, sshPort: one, peerSshPort: other },
    { scheduler: 'credit', hypervisor, sshPort: other, peerSshPort: one },
  ])
  try {
    return await preparePair(booted)
  } catch (error) {
    await stopHosts(booted)
    throw error
  }
}

async function preparePair(booted: BootedHost[]): Promise<Pair> {
  const [source, destination] = booted.map(({ host }) => host) as [XenHost, XenHost]
  // Both come from one image, and so have the same host key.
  await Promise.all([source.renewHostKey(), destination.renewHostKey()])
  await Promise.all([knowPeer(source), knowPeer(destination)])
  await destroyGuests(destination)
  return { source, destination, stop: () => stopHosts(booted) }
}

/** Both hosts boot guests of the same names, UUIDs and addresses, which only one of them may have. */
async function destroyGuests(host: XenHost): Promise<void> {
  await host.run(`xl list | awk 'NR > 1 && $2 > 0 { print $2 }' | xargs -r -n 1 xl destroy`)
}

/**
 * QEMU's answers to Domain-0 never come from the peer's own MAC, so after five minutes the bridge would
 * forget where that is, and send all that moves to every guest too.
 */
async function knowPeer(host: XenHost): Promise<void> {
  await host.run(`bridge fdb replace ${PEER_MAC} dev eth0 master static`)
}
