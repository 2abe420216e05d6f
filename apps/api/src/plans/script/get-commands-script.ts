import type { Plan, PlanChange } from '@steelyard/contract'
import { formatCap } from '@steelyard/contract/format'
import type { Db } from '../../db.ts'
import { conflict } from '../../errors.ts'
import { planContent } from '../plan-content.ts'
import { loadPlan } from '../plan-row.ts'
import { serialisePlan } from '../serialise-plan.ts'
import { wishOf } from '../stored-wish.ts'
import { commandsScript } from './commands-script.ts'

/**
 * The commands of a plan as a shell script, and a name for the file.
 * @throws AppError `plan-not-found`, `plan-without-commands`
 */
export async function getCommandsScript(db: Db, id: string) {
  const row = await loadPlan(db, id)
  const plan = serialisePlan(row)
  if (row.content === null || row.plannedAt === null || plan.commands.length === 0) {
    throw conflict('plan-without-commands', 'This plan has no commands.')
  }
  const script = commandsScript({
    id,
    hostName: row.host.name,
    plannedAt: row.plannedAt,
    content: planContent.read(row.content),
    wish: wishOf(row),
    domains: row.host.domains,
    summary: changeLines(plan),
  })
  const host = row.host.name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')
  return { script, fileName: `${host}-${id.slice(-8)}.sh` }
}

/** What a plan changes, one plain line for each cpupool and each domain. */
function changeLines({ changes, cpupools }: Pick<Plan, 'changes' | 'cpupools'>): string[] {
  const pools = cpupools.map(
    ({ cpupool, pCpusBefore, pCpusAfter }) =>
      `${cpupool}: pCPUs ${pCpusBefore ?? 'none'} to ${pCpusAfter ?? 'none'}`,
  )
  const domains = changes
    .filter(({ changed }) => changed)
    .map((change) => `${change.domain}: ${valuesOf(change).join(', ')}`)
  return [...pools, ...domains]
}

function valuesOf(change: PlanChange): string[] {
  const values: [string, string | number | null, string | number | null][] = [
    ['cpupool', change.cpupoolBefore, change.cpupoolAfter],
    ['weight', change.weightBefore, change.weightAfter],
    ['cap', cap(change.capBefore), cap(change.capAfter)],
    ['pCPUs', change.affinityBefore, change.affinityAfter],
  ]
  return values
    .filter(([, before, after]) => after !== null && before !== after)
    .map(([what, before, after]) => `${what} ${before === null ? '' : `${before} `}to ${after}`)
}

const cap = (percent: number | null) => (percent === null ? null : formatCap(percent))
