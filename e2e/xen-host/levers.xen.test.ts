import { afterAll, beforeAll } from 'vitest'
import { type BootedHost, bootXenHost } from './lib/boot.ts'
import { ensureImages } from './lib/images.ts'
import { describeLevers } from './suites/levers.ts'

// The hosts of the other suites have one pCPU, where there is nothing to pin or to divide.
let booted: BootedHost | undefined

beforeAll(async () => {
  booted = await bootXenHost(await ensureImages(), { scheduler: 'credit', pCpus: 2 })
})
afterAll(() => booted?.stop())

describeLevers(() => booted!.host)
