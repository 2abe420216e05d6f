/**
 * Boots the test hosts and leaves them running for experiments:
 *
 *   npx tsx e2e/xen-host/serve.ts
 *   STEELYARD_XEN_HOSTS=FILE npx vitest run --project xen
 *   STEELYARD_SSH_ALLOW=127.0.0.1 npm start   # they listen on loopback
 */
import path from 'node:path'
import { bootHosts, stopHosts } from './lib/boot-hosts.ts'
import { SERVED_HOSTS, writeServedHosts } from './lib/served-hosts.ts'

const booted = await bootHosts()
const hosts = booted.map(({ host }) => host)
const file = path.join(hosts[0]!.handle.directory, 'hosts.json')
writeServedHosts(file, hosts)
for (const { handle, address } of hosts) {
  const { scheduler, controlKey, ports } = handle
  console.log(`sched=${scheduler}`)
  console.log(`  Domain-0: ssh -i ${controlKey} -p ${ports.ssh} root@${address}`)
  console.log(`  guests: ${ports.guestHttp.map((port) => `http://${address}:${port}/`).join(' ')}`)
}
console.log(`${SERVED_HOSTS}=${file}\nCtrl-C stops them.`)
const signals = ['SIGINT', 'SIGTERM'] as const
await Promise.race(signals.map((signal) => new Promise((resolve) => process.once(signal, resolve))))
await stopHosts(booted)
