import { readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type BootedHost, bootXenHost } from './boot.ts'
import { ensureImages } from './images.ts'
import type { HostHandle } from './xen-host.ts'

declare module 'vitest' {
  interface ProvidedContext {
    xenHosts: HostHandle[]
  }
}

/** One host for each scheduler, for all test files. Those of `serve.ts` are taken where named. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | void> {
  const served = process.env.STEELYARD_XEN_HOSTS
  if (served) {
    project.provide('xenHosts', JSON.parse(readFileSync(served, 'utf8')))
    return
  }
  const hosts = await bootBoth()
  project.provide(
    'xenHosts',
    hosts.map(({ host }) => host.handle),
  )
  return async () => {
    await Promise.all(hosts.map((booted) => booted.stop()))
  }
}

export async function bootBoth(): Promise<BootedHost[]> {
  const images = await ensureImages()
  console.error('Booting a Xen host with sched=credit and one with sched=credit2')
  const boots = await Promise.allSettled(
    (['credit', 'credit2'] as const).map((scheduler) => bootXenHost(images, { scheduler })),
  )
  const booted = boots.flatMap((boot) => (boot.status === 'fulfilled' ? [boot.value] : []))
  const failed = boots.find((boot) => boot.status === 'rejected')
  if (!failed) return booted
  await Promise.all(booted.map((host) => host.stop()))
  throw failed.reason
}
