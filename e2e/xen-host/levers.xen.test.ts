import { afterAll, beforeAll } from 'vitest'
import { type BootedHost, bootXenHost } from './lib/boot.ts'
import { ensureImages } from './lib/images.ts'
import { describeLevers } from './suites/levers.ts'

// A host with two pCPUs. Those of the other suites have one, which leaves nothing to pin or divide.
let booted: BootedHost | undefined

beforeAll(async () => {
  booted = await bootXenHost(await ensureImages(), { scheduler: 'credit', pCpus: 2 })
})
afterAll(() => booted?.stop())

describeLevers(() => booted!.host)
