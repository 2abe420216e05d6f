import { afterAll, beforeAll } from 'vitest'
import { type BootedHost, bootXenHost } from './lib/boot.ts'
import { ensureImages } from './lib/images.ts'
import { describeLoop } from './suites/loop.ts'

// A host of its own, because it is under load for as long as the loop needs to see it.
let booted: BootedHost | undefined

beforeAll(async () => {
  booted = await bootXenHost(await ensureImages(), { scheduler: 'credit' })
})
afterAll(() => booted?.stop())

describeLoop(() => booted!.host)
