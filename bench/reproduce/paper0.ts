import { backgroundRows, errataRows, overheadRows } from './paper0/background.ts'
import { equations } from './paper0/equations.ts'
import { estimatorRows } from './paper0/estimators.ts'
import { recordedHosts } from './paper0/recorded.ts'
import { table23Rows } from './paper0/tables23.ts'
import type { Reproduction } from './reproduction.ts'

/** Paper 0, the main one: weights that account for the scheduling delay. */
export async function reproducePaper0(): Promise<Reproduction> {
  const recorded = await recordedHosts()
  return {
    paper: 'paper0',
    title: 'Paper 0: weights by scheduling delay (the main paper)',
    rows: [
      ...(await equations()),
      ...backgroundRows(),
      ...estimatorRows(recorded),
      ...(await table23Rows(recorded)),
      ...(await overheadRows()),
      ...errataRows(),
    ],
  }
}
