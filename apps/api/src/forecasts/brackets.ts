import { achievableBracket, type HostLoad } from '@steelyard/model'

interface BracketMs {
  bestMs: number
  worstMs: number
}

/**
 * Between which mean response times weights can move each domain, by name. Only for work-conserving
 * hosts: a cap takes a domain out of every bracket, and gives the others more than weights could.
 */
export function bracketsMs(load: HostLoad): Map<string, BracketMs> {
  if (load.domains.some(({ capPercent = 0 }) => capPercent > 0)) return new Map()
  return new Map(
    load.domains.flatMap((domain): [string, BracketMs][] => {
      if (domain.arrivalRatePerSecond === 0) return []
      const bracket = achievableBracket(domain, load)
      if (!bracket) return []
      const { bestSeconds, worstSeconds } = bracket
      return [[domain.name, { bestMs: bestSeconds * 1000, worstMs: worstSeconds * 1000 }]]
    }),
  )
}
