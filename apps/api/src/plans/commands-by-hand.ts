import type { WantedPool } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { formatPCpuList, POOL_0, REAL_TIME_POOL } from '@steelyard/xen'
import { wholeUsOf } from '../milliseconds.ts'
import type { PlanWish } from './plan-content.ts'

/**
 * Commands are shown unquoted, so a shell must not be able to interpret a name, and xl takes a name
 * of digits alone for a domain id. Names also come from uploaded traces.
 */
const PLAIN_NAME = /^(?!\d+$)[A-Za-z0-9][A-Za-z0-9._-]*$/

export const isPlainName = (domain: string) => PLAIN_NAME.test(domain)

/** Commands for the operator to run on a host that Steelyard cannot reach. */
export function commandsByHand(
  scheduler: string | null,
  { weights, pins, realTimePool }: Pick<PlanWish, 'weights' | 'pins' | 'realTimePool'>,
) {
  const verb = scheduler === 'credit2' ? 'sched-credit2' : 'sched-credit'
  const commands: string[] = []
  const withheld: { domain: string; why: string }[] = []
  const say = (domain: string, command: string) => {
    if (isPlainName(domain)) commands.push(command)
    else withheld.push({ domain, why: words.plans.nameIsAmbiguous })
  }
  for (const { domain, weight, cap } of weights) {
    const weighing = weight === undefined ? '' : ` -w ${weight}`
    const capping = cap === undefined ? '' : ` -c ${cap}`
    if (domain === 'Domain-0') {
      withheld.push({ domain, why: words.plans.neverChanged })
    } else say(domain, `xl ${verb} -d ${domain}${weighing}${capping}`)
  }
  for (const { domain, pCpus } of pins) {
    say(domain, `xl vcpu-pin ${domain} all ${pCpus === 'all' ? pCpus : formatPCpuList(pCpus)}`)
  }
  if (realTimePool) commands.push(...poolCommands(realTimePool))
  for (const { domain } of realTimePool?.domains ?? []) {
    say(domain, `xl cpupool-migrate ${domain} ${REAL_TIME_POOL}`)
  }
  for (const { domain, periodMs, budgetMs, extraTime } of realTimePool?.domains ?? []) {
    if (periodMs === undefined || budgetMs === undefined) continue
    const [period, budget] = [periodMs, budgetMs].map(wholeUsOf)
    const extra = extraTime ? 1 : 0
    if (isPlainName(domain)) {
      commands.push(`xl sched-rtds -d ${domain} -v all -p ${period} -b ${budget} -e ${extra}`)
    }
  }
  return { commands, withheld }
}

/** Quoted for a shell, because xl itself needs quotes around strings. */
function poolCommands({ scheduler, pCpus }: WantedPool): string[] {
  const list = formatPCpuList(pCpus)
  return [
    `xl cpupool-cpu-remove ${POOL_0} ${list}`,
    `xl cpupool-create 'name="${REAL_TIME_POOL}"' 'sched="${scheduler}"' 'cpus="${list}"'`,
  ]
}
