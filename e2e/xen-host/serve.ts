/**
 * Boots the test hosts and leaves them running, for trying things out:
 *
 *   npx tsx e2e/xen-host/serve.ts
 *   STEELYARD_XEN_HOSTS=FILE npx vitest run --project xen
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { bootBoth } from './lib/global-setup.ts'

const hosts = await bootBoth()
const file = path.join(hosts[0]!.host.handle.directory, 'hosts.json')
writeFileSync(file, JSON.stringify(hosts.map(({ host }) => host.handle)))
for (const { host } of hosts) {
  const { scheduler, controlKey, ports } = host.handle
  console.log(`sched=${scheduler}`)
  console.log(`  Domain-0: ssh -i ${controlKey} -p ${ports.ssh} root@${host.address}`)
  console.log(
    `  guests: ${ports.guestHttp.map((port) => `http://${host.address}:${port}/`).join(' ')}`,
  )
}
console.log(`STEELYARD_XEN_HOSTS=${file}\nCtrl-C stops them.`)
const signals = ['SIGINT', 'SIGTERM'] as const
await Promise.race(signals.map((signal) => new Promise((resolve) => process.once(signal, resolve))))
await Promise.all(hosts.map((booted) => booted.stop()))
