import { DOMAIN0_NAME, mean } from '@steelyard/model'
import {
  jainFairness,
  type TwinConfig,
  type TwinDomain,
  type TwinResult,
  type TwinSummary,
} from '@steelyard/simulator'
import { entitledShares } from './entitled-shares.ts'

type Shares = ReadonlyMap<string, number>

/** The most CPU time that each domain got under any variant is the best evidence of its demand. */
export function mostGotten(summaries: readonly Pick<TwinSummary, 'domains'>[]): Shares {
  const most = new Map<string, number>()
  for (const { domains } of summaries) {
    for (const { name, cpuShare } of domains) {
      most.set(name, Math.max(most.get(name) ?? 0, cpuShare.mean))
    }
  }
  return most
}

/**
 * Jain's index over the ratio of CPU time received to CPU time entitled, for the guests. The
 * entitlement is the weighted max-min share on the host as it is. A domain that computes without
 * end wants all its vCPUs; any other wants the most it got under any variant.
 * @param host its weights and caps define the entitlement
 */
export function fairnessOf(
  { domains }: Pick<TwinSummary, 'domains'>,
  host: TwinConfig,
  most: Shares,
): number | null {
  const shares = domains.map(({ name, cpuShare }) => ({ name, cpuShare: cpuShare.mean }))
  return jainIndex(shares, entitledOf(host, most))
}

/**
 * Mean of the index over the reporting windows of a run: a loan's short-term imbalance evens out in
 * the long run, and shows only here.
 */
export function fairnessInWindows(
  { windows }: Pick<TwinResult, 'windows'>,
  host: TwinConfig,
  most: Shares,
): number | null {
  const entitled = entitledOf(host, most)
  const indices = windows.flatMap(({ domains }) => jainIndex(domains, entitled) ?? [])
  return meanOf(indices)
}

export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : mean(values)
}

function entitledOf(host: TwinConfig, most: Shares): Shares {
  const all: TwinDomain[] = [...(host.domain0 ? [host.domain0] : []), ...host.guests]
  const claims = all.map(({ name, weight = 256, cap = 0, hogs = 0, vCpus = 1 }) => {
    const wanted = Math.max(hogs, most.get(name) ?? 0)
    return { name, weight, wanted: Math.min(wanted, vCpus, cap > 0 ? cap / 100 : vCpus) }
  })
  return entitledShares(host.pCpus, claims)
}

function jainIndex(
  domains: readonly { name: string; cpuShare: number }[],
  entitled: Shares,
): number | null {
  const ratios = domains.flatMap(({ name, cpuShare }) => {
    const share = entitled.get(name) ?? 0
    return name === DOMAIN0_NAME || share === 0 ? [] : [cpuShare / share]
  })
  return ratios.length > 0 ? jainFairness(ratios) : null
}
