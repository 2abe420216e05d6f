import { afterAll, beforeAll } from 'vitest'
import { type BootedHost, bootXenHost } from './lib/boot.ts'
import { ensureHypervisor, ensureImages } from './lib/images.ts'
import { describeCaps } from './suites/caps.ts'
import { describeExperiments } from './suites/experiments.ts'
import { describeLoans } from './suites/loans.ts'

const LOANS = 'sched_credit_boost=loan sched_credit_rt_weight=333'

// One host at a time, because each emulates a CPU that is never idle.
let images: string
let hypervisor: string
let booted: BootedHost | undefined

beforeAll(async () => {
  images = await ensureImages()
  hypervisor = await ensureHypervisor()
  booted = await bootXenHost(images, {
    scheduler: 'credit',
    pCpus: 2,
    hypervisor,
    hypervisorArguments: LOANS,
  })
})
afterAll(() => booted?.stop())

describeExperiments(() => booted!.host)

describeCaps(() => booted!.host)

describeLoans(async (hypervisorArguments) => {
  await booted?.stop()
  booted = await bootXenHost(images, {
    scheduler: 'credit',
    virtualTime: true,
    hypervisor,
    hypervisorArguments,
  })
  return booted.host
})
