import { bootLabHost } from '../../recordings/lab-host.ts'
import type { Experiment } from '../experiment.ts'
import { tableHost } from '../paper0/observe-table.ts'
import { CELLS, isSameCell } from './cells.ts'
import type { Domain0Result } from './domain0-result.ts'
import { playCell } from './play-cell.ts'
import { showDomain0 } from './show-domain0.ts'

/** What Domain-0's part of the credits does to the guests' clients; each call plays one cell more. */
export const domain0: Experiment = async (options) => {
  const { scale, seed, log, keep } = options
  const result = (options.kept as Domain0Result | null) ?? { scale, seed, cells: [] }
  const missing = CELLS.find((cell) => !result.cells.some((played) => isSameCell(played, cell)))
  if (missing) {
    log(`Booting a Xen host for ${JSON.stringify(missing)}`)
    const { host, stop } = await bootLabHost({ clock: 'virtual', ...tableHost })
    try {
      result.cells.push(await playCell(host, missing, result))
      keep(result)
    } finally {
      await stop()
    }
  }
  log(`${result.cells.length} of ${CELLS.length} cells stand`)
  return showDomain0(result)
}
