import { type BootedHost, bootXenHost } from './boot.ts'
import { ensureImages } from './images.ts'
import type { BootOptions } from './qemu.ts'
import type { HostHandle } from './xen-host.ts'

/** Boots hosts with these schedulers at the same time. */
export async function bootHosts(
  schedulers: readonly HostHandle['scheduler'][] = ['credit', 'credit2'],
): Promise<BootedHost[]> {
  console.error(`Booting Xen hosts: ${schedulers.map((name) => `sched=${name}`).join(', ')}`)
  return bootTogether(schedulers.map((scheduler) => ({ scheduler })))
}

/** Boots hosts at the same time. If one fails, the others are stopped. */
export async function bootTogether(options: readonly BootOptions[]): Promise<BootedHost[]> {
  const images = await ensureImages()
  const boots = await Promise.allSettled(options.map((each) => bootXenHost(images, each)))
  const booted = boots.flatMap((boot) => (boot.status === 'fulfilled' ? [boot.value] : []))
  const failed = boots.find((boot) => boot.status === 'rejected')
  if (!failed) return booted
  await stopHosts(booted)
  throw failed.reason
}

export async function stopHosts(hosts: readonly BootedHost[]): Promise<void> {
  await Promise.all(hosts.map((host) => host.stop()))
}
