import type { AppliedWeight, DomainDrift } from '@steelyard/contract'
import {
  affinityOf,
  affinityWords,
  type HostInventory,
  type LeftValues,
  POOL_0,
  pinCommands,
  renderCommandLine,
} from '@steelyard/xen'
import type { DomainModel } from '../../generated/prisma/models.ts'

/** The content of the column `Domain.applied`: the values left on a domain, and its UUID. */
export interface Applied extends LeftValues {
  uuid: string
  xenId: number | null
  applicationId: string
  appliedAt: string
}

type Reading = Pick<
  DomainModel,
  'applied' | 'xenUuid' | 'xenId' | 'weight' | 'cap' | 'cpupool' | 'goneAt'
>

/**
 * The difference between what Steelyard left on a domain and what the last reading found there.
 * @param affinity from the reading; null where it has none
 */
export function driftOf(domain: Reading, affinity: string[] | null): DomainDrift[] {
  const applied = domain.applied as unknown as Applied | null
  if (!applied) return []
  if (domain.goneAt) return [{ kind: 'gone', text: 'The domain is no longer on the host.' }]
  const values: DomainDrift[] = []
  if (applied.weight !== undefined && domain.weight !== applied.weight) {
    values.push({
      kind: 'weight',
      text: `${domain.weight === null ? 'There is no weight now' : `The weight is ${domain.weight}`}; Steelyard left ${applied.weight}.`,
    })
  }
  if (applied.cap !== undefined && domain.cap !== applied.cap) {
    values.push({
      kind: 'cap',
      text: `${said(domain.cap)} now; Steelyard left ${left(applied.cap)}.`,
    })
  }
  if (applied.cpupool !== undefined && domain.cpupool !== applied.cpupool) {
    values.push({
      kind: 'cpupool',
      text: `It is in cpupool ${domain.cpupool} now; Steelyard left it in ${applied.cpupool}.`,
    })
  }
  if (applied.affinity && affinity && String(affinity) !== String(applied.affinity)) {
    values.push({
      kind: 'affinity',
      text: `It may run on pCPUs ${affinityWords(affinity)} now; Steelyard left ${affinityWords(applied.affinity)}.`,
    })
  }
  // A domain that restarted with the same values has them in its configuration file, so there is no
  // drift.
  return values.length > 0 ? [...restart(domain, applied), ...values] : []
}

const said = (cap: number | null) => (cap ? `The cap is ${cap} %` : 'There is no cap')
const left = (cap: number) => (cap === 0 ? 'none' : `${cap} %`)

function restart({ xenUuid, xenId }: Reading, applied: Applied): DomainDrift[] {
  const started = 'so it has the values of its configuration file.'
  if (xenUuid !== applied.uuid) {
    return [
      { kind: 'recreated', text: `The domain was created anew (its UUID has changed), ${started}` },
    ]
  }
  if (applied.xenId === null || xenId === applied.xenId) return []
  const text = `The domain was started again (its id was ${applied.xenId}, now it is ${xenId}), ${started}`
  return [{ kind: 'recreated', text }]
}

export function serialiseApplied(applied: Applied | null): AppliedWeight | null {
  if (!applied) return null
  const { weight = null, cap = null, affinity = null, cpupool = null } = applied
  const { applicationId, appliedAt } = applied
  const lines = { configLines: configLines(applied) }
  return { weight, cap, affinity, cpupool, applicationId, appliedAt, ...lines }
}

/** Lines for xl.cfg(5). A cap of 0 and an affinity to all pCPUs are defaults and need none. */
function configLines({ xenId, weight, cap, affinity = [], cpupool }: Applied): string[] {
  // Domain-0 has no configuration file, so its affinity has to be set by commands after it starts.
  if (xenId === 0) return pinCommands(0, { affinity }).map((pin) => renderCommandLine(pin, 'root'))
  return [
    ...(weight === undefined ? [] : [`cpu_weight = ${weight}`]),
    ...(cap ? [`cap = ${cap}`] : []),
    ...cpusLine(affinity),
    ...(cpupool === undefined || cpupool === POOL_0 ? [] : [`pool = "${cpupool}"`]),
  ]
}

function cpusLine(affinity: string[]): string[] {
  if (affinity.length > 1) return [`cpus = [${affinity.map((of) => `"${of}"`).join(', ')}]`]
  return affinity.filter((of) => of !== 'all').map((of) => `cpus = "${of}"`)
}

/** Looks up which pCPUs a domain's vCPUs may run on; null where the reading does not show it. */
export function affinitiesIn(
  inventory: HostInventory | null,
): (uuid: string | null) => string[] | null {
  const affinities = new Map(
    inventory?.domains.map((domain) => [domain.uuid, affinityOf(domain)] as const),
  )
  return (uuid) => {
    const affinity = uuid === null ? undefined : affinities.get(uuid)
    return affinity === undefined || affinity.length === 0 ? null : affinity
  }
}
