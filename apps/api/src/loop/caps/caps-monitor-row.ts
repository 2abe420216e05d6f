import { CapsMonitorSettings, type Trouble } from '@steelyard/contract'
import type { Activity, CapsByDomain } from '@steelyard/loop'
import { z } from 'zod'
import type { Db, Tx } from '../../db.ts'
import type { CapsMonitorModel } from '../../generated/prisma/models.ts'
import { jsonColumn } from '../../json-column.ts'

/** A row with its JSON parsed. */
export type CapsMonitorRow = Omit<
  CapsMonitorModel,
  | 'mode'
  | 'rule'
  | 'sample'
  | 'activity'
  | 'capsBefore'
  | 'capsSet'
  | 'sampleTrouble'
  | 'changeTrouble'
> & {
  settings: CapsMonitorSettings
  /** CPUs used by each domain in the newest sample. Null: there is none. */
  sample: Record<string, number> | null
  activity: Record<string, Activity>
  capsBefore: CapsByDomain | null
  capsSet: CapsByDomain
  sampleTrouble: Trouble | null
  changeTrouble: Trouble | null
}

const domainActivity = jsonColumn<CapsMonitorRow['activity']>(
  'what the monitor of caps saw of the domains',
  z.record(z.string(), z.looseObject({})),
)

export async function findCapsMonitor(db: Db | Tx, hostId: string): Promise<CapsMonitorRow | null> {
  const found = await db.capsMonitor.findUnique({ where: { hostId } })
  if (!found) return null
  const { mode, rule, ...row } = found
  return {
    ...row,
    settings: CapsMonitorSettings.parse({ ...(rule as object), mode }),
    sample: row.sample as CapsMonitorRow['sample'],
    activity: domainActivity.read(row.activity),
    capsBefore: row.capsBefore as CapsMonitorRow['capsBefore'],
    capsSet: row.capsSet as CapsByDomain,
    sampleTrouble: row.sampleTrouble as Trouble | null,
    changeTrouble: row.changeTrouble as Trouble | null,
  }
}
