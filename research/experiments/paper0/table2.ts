import { table2 as intervals } from '../../papers/paper0/intervals.ts'
import type { PlannedLoad } from '../../recordings/campaign-types.ts'
import { bootLabHost } from '../../recordings/lab-host.ts'
import { requestsSentTo } from '../client-requests.ts'
import type { Experiment, ExperimentOptions } from '../experiment.ts'
import { type Laboratory, openLaboratory } from '../laboratory.ts'
import { type Measured, measureInterval } from '../measure-interval.ts'
import { intervalsOf } from '../observe-intervals.ts'
import { playLoad } from '../play-load.ts'
import { askedAbout } from './asked-about.ts'
import { migrateGuest } from './migrate-guest.ts'
import { observeTable, tableHost } from './observe-table.ts'
import { showTable2 } from './show-table2.ts'
import { nameOf, tableLoad } from './table-load.ts'
import type { Migration } from './table-result.ts'

/** The paper does not say which VM goes; it is the last one here. */
const MOVED = 2

/**
 * Debian builds Xen without shadow paging, without which a paravirtualised guest cannot move while
 * it runs. The hypervisor for experiments has it, and does what Debian's does unless told otherwise.
 */
const host = { ...tableHost, experiment: '' }

/** Table 2 on a real host, and then its last interval with and without one VM: figure 7. */
export const table2: Experiment = async (options) => {
  options.log('Booting a Xen host and the product')
  const laboratory = await openLaboratory(host, { logs: true })
  try {
    const observed = await observeTable(laboratory, intervals, options)
    options.keep(observed)
    const result = { ...observed, migration: await migrate(laboratory, options) }
    options.keep(result)
    return showTable2(result)
  } finally {
    await laboratory.stop()
  }
}

/** Plays the busiest interval by itself before and after a VM moves to a second host. */
async function migrate(laboratory: Laboratory, options: ExperimentOptions): Promise<Migration> {
  const whole = tableLoad(intervals.slice(-1), options)
  const rest = { ...whole, guests: whole.guests.slice(0, MOVED) }
  options.log('Booting a second host')
  const second = await bootLabHost({ ...host, clock: 'virtual' })
  try {
    const moved = nameOf(MOVED)
    options.log(`Playing the last interval with ${moved}`)
    const before = await playInterval(laboratory, whole)
    options.log(`Migrating ${moved}`)
    const migrated = await migrateGuest(MOVED + 1, {
      from: laboratory.host,
      to: second.host,
    })
    options.log(`It took ${migrated.seconds.toFixed(0)} s of the host; playing the others’ load`)
    const after = await playInterval(laboratory, rest)
    const staying = rest.guests.map(({ name }) => ({
      name,
      before: before.get(name)!,
      after: after.get(name)!,
    }))
    return { moved, ...migrated, staying }
  } finally {
    await second.stop()
  }
}

/** What the clients of each guest measured. */
async function playInterval(
  { host }: Laboratory,
  load: PlannedLoad,
): Promise<Map<string, Measured | null>> {
  const played = await playLoad(host, load)
  const [interval] = intervalsOf(played, load)
  const { windowSeconds } = askedAbout(load)
  return new Map(
    load.guests.map(({ name }) => [
      name,
      measureInterval(requestsSentTo(played, name), interval!, windowSeconds),
    ]),
  )
}
