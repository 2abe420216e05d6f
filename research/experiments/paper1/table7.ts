import { mean } from 'simple-statistics'
import { type Column, textTable } from '../../../bench/index.ts'
import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import { bootLabHost } from '../../recordings/lab-host.ts'
import type { Experiment } from '../experiment.ts'
import { CREDIT } from '../laboratory.ts'
import { readLoans, type UsedLoan } from './read-loans.ts'
import type { PlayedLoad, Table7Result } from './table7-result.ts'

/** Half of the host of Table 5: four domains on two pCPUs there. */
const GUESTS = [1, 2]
const SECONDS = 60
/** Often enough to see most loans, of which the hypervisor keeps the last. */
const LOOK_SECONDS = 2
const DISK_MIB = 64

/** Without a limit to what a boost lasts but its loan, as the paper's words suggest. */
const BOOSTS = 'sched_credit_boost=loan'

/** Table 7: which loans two guests use up that write to disks, and compute beside it. */
export const table7: Experiment = async ({ scale, log, keep }) => {
  const seconds = Math.max(LOOK_SECONDS, Math.round(SECONDS * scale))
  const result: Table7Result = { seconds, loads: [] }
  log('Booting a Xen host')
  const { host, stop } = await bootLabHost({
    clock: 'virtual',
    scheduler: CREDIT,
    pCpus: 1,
    guests: GUESTS.map((number) => ({ name: `vm${number}`, rounds: 1 })),
    client: 'domain-0',
    experiment: BOOSTS,
  })
  try {
    for (const number of GUESTS) await addDisk(host, number)
    for (const number of GUESTS) await host.runInGuest(number, WRITE)
    log('Playing -i 1')
    result.loads.push({ name: '-i 1', loans: await watchLoans(host, seconds) })
    keep(result)
    for (const number of GUESTS) await host.runInGuest(number, 'hog on')
    log('Playing -c 1 -i 1')
    result.loads.push({ name: '-c 1 -i 1', loans: await watchLoans(host, seconds) })
    keep(result)
    return textTable(columns, result.loads)
  } finally {
    await stop()
  }
}

/**
 * In the place of stress, which writes back what other programs have written: one block after the
 * other straight to a disk of Domain-0, whose answer is an event for the guest.
 */
const WRITE = `setsid sh -c 'while :; do
  dd if=/dev/zero of=/dev/xvdb bs=4k count=1000 oflag=direct
done' </dev/null >/dev/null 2>&1 &`

async function addDisk(host: XenHost, number: number): Promise<void> {
  const file = `/srv/guests/disk${number}`
  await host.run(
    `truncate -s ${DISK_MIB}M ${file} && xl block-attach vm${number} file:${file},xvdb,w`,
  )
}

async function watchLoans(host: XenHost, seconds: number): Promise<UsedLoan[]> {
  const seen = new Map<string, UsedLoan>()
  await host.run('xl dmesg -c >/dev/null')
  for (let second = 0; second < seconds; second += LOOK_SECONDS) {
    const said = await host.run(`sleep ${LOOK_SECONDS}; xl debug-keys r; xl dmesg -c`)
    const ofGuests = readLoans(said).filter(({ domain }) => GUESTS.includes(domain))
    for (const loan of ofGuests) seen.set(`${loan.domain} ${loan.nth}`, loan)
  }
  return [...seen.values()]
}

const average = (of: (loan: UsedLoan) => number) => ({
  text: ({ loans }: PlayedLoad) => (loans.length === 0 ? '–' : mean(loans.map(of)).toFixed(1)),
})

const columns: Column<PlayedLoad>[] = [
  { title: 'stress', text: ({ name }) => name },
  { title: 'loans seen', text: ({ loans }) => String(loans.length) },
  { title: 'boosts', ...average(({ boosts }) => boosts) },
  { title: 'ms', ...average(({ milliseconds }) => milliseconds) },
  { title: 'cm', ...average(({ cm }) => cm) },
  { title: 'next loan', ...average(({ next }) => next) },
]
