import { type BootedHost, bootXenHost, freePorts } from './boot.ts'
import { stopHosts } from './boot-hosts.ts'
import { ensureHypervisor, ensureImages } from './images.ts'
import { type BootOptions, PEER_MAC } from './qemu.ts'
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
export async function bootPair(
  options: Omit<BootOptions, 'scheduler' | 'hypervisor'> = {},
): Promise<Pair> {
  const images = await ensureImages()
  const hypervisor = await ensureHypervisor()
  const ports = await freePorts(2)
  const boots = await Promise.allSettled(
    ports.map((sshPort, i) =>
      bootXenHost(images, {
        ...options,
        scheduler: 'credit',
        hypervisor,
        sshPort,
        peerSshPort: ports[1 - i]!,
      }),
    ),
  )
  const booted = boots.flatMap((boot) => (boot.status === 'fulfilled' ? [boot.value] : []))
  try {
    for (const boot of boots) if (boot.status === 'rejected') throw boot.reason
    return await preparePair(booted)
  } catch (error) {
    await stopHosts(booted)
    throw error
  }
}

async function preparePair(booted: BootedHost[]): Promise<Pair> {
  const [source, destination] = booted.map(({ host }) => host) as [XenHost, XenHost]
  // Both come from one image, and nobody could tell one host's key from the other's.
  await Promise.all([source.renewHostKey(), destination.renewHostKey()])
  await Promise.all([knowPeer(source), knowPeer(destination)])
  await destroyGuests(destination)
  return { source, destination, stop: () => stopHosts(booted) }
}

/** Both hosts boot guests of the same names, UUIDs and addresses, which only one of them may have. */
export async function destroyGuests(host: XenHost): Promise<void> {
  await host.run(`xl list | awk 'NR > 1 && $2 > 0 { print $2 }' | xargs -r -n 1 xl destroy`)
}

/**
 * QEMU's answers to Domain-0 never come from the peer's own MAC, so after five minutes the bridge would
 * forget where that is, and send all that moves to every guest too.
 */
async function knowPeer(host: XenHost): Promise<void> {
  await host.run(`bridge fdb replace ${PEER_MAC} dev eth0 master static`)
}
