import { backgroundRows } from './paper0/background.ts'
import { equations } from './paper0/equations.ts'
import { errataRows } from './paper0/errata-rows.ts'
import { estimatorRows } from './paper0/estimators.ts'
import { overheadRows } from './paper0/overhead.ts'
import { recordedHosts } from './paper0/recorded.ts'
import { section3Rows } from './paper0/section3.ts'
import { table2Rows } from './paper0/table2.ts'
import { table3Rows } from './paper0/table3.ts'
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
      ...section3Rows(recorded),
      ...estimatorRows(recorded),
      ...table2Rows(),
      ...(await table3Rows(recorded)),
      ...(await overheadRows()),
      ...errataRows(),
    ],
  }
}
