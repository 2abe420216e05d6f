import { readFileSync, writeFileSync } from 'node:fs'
import { type HostHandle, XenHost } from './xen-host.ts'

/** Variable that names the file with the access to hosts booted by another process. */
export const SERVED_HOSTS = 'STEELYARD_XEN_HOSTS'

export function writeServedHosts(file: string, hosts: XenHost[]): void {
  writeFileSync(file, JSON.stringify(hosts.map(({ handle }) => handle)))
}

/** Null when the variable is not set. */
export function servedHosts(): HostHandle[] | null {
  const file = process.env[SERVED_HOSTS]
  return file ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** @throws Error when no host has this scheduler */
export function pickHost(
  handles: readonly HostHandle[],
  scheduler: HostHandle['scheduler'],
): XenHost {
  const handle = handles.find((candidate) => candidate.scheduler === scheduler)
  if (!handle) throw new Error(`No host with sched=${scheduler} is running`)
  return new XenHost(handle)
}
