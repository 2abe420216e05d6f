import type { TestProject } from 'vitest/node'
import { bootHosts, stopHosts } from './boot-hosts.ts'
import { servedHosts } from './served-hosts.ts'
import type { HostHandle } from './xen-host.ts'

declare module 'vitest' {
  interface ProvidedContext {
    xenHosts: HostHandle[]
  }
}

/**
 * Boots one host per scheduler for all test files, or uses the hosts of another process if they are
 * given.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | void> {
  const served = servedHosts()
  if (served) {
    project.provide('xenHosts', served)
    return
  }
  const hosts = await bootHosts()
  project.provide(
    'xenHosts',
    hosts.map(({ host }) => host.handle),
  )
  return () => stopHosts(hosts)
}
