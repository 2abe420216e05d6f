import { type HostLoad, responseTimeBracket } from '@steelyard/model'

/** Between which mean response times weights can move each domain, by name; where theory tells. */
export function bracketsMs(load: HostLoad): Map<string, { bestMs: number; worstMs: number }> {
  return new Map(
    load.domains.flatMap(({ name }) => {
      const bracket = responseTimeBracket(name, load)
      if (!bracket) return []
      const { bestSeconds, worstSeconds } = bracket
      return [[name, { bestMs: bestSeconds * 1000, worstMs: worstSeconds * 1000 }] as const]
    }),
  )
}
