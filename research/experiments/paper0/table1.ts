import { table1 as intervals } from '../../papers/paper0/intervals.ts'
import type { Experiment } from '../experiment.ts'
import { openLaboratory } from '../laboratory.ts'
import { observeTable, tableHost } from './observe-table.ts'
import { showIntervals } from './show-paper0.ts'

/** Table 1 on a real host: figures 4 to 6. */
export const table1: Experiment = async (options) => {
  options.log('Booting a Xen host and the product')
  const laboratory = await openLaboratory(tableHost, { logs: true })
  try {
    const result = await observeTable(laboratory, intervals, options)
    options.keep(result)
    return showIntervals(result.intervals)
  } finally {
    await laboratory.stop()
  }
}
