import { type SumTerm, sdpsBounds, valueFor } from '@steelyard/model'
import type { BoundTimes } from '@steelyard/solver'
import type { RangeLoad } from './predictors.ts'

/**
 * Lower bounds on the mean times that `estimateLevels` gives with SDPS. The mean of each domain is
 * the sum of its level means, weighted by its requests; the model bounds such sums at one level.
 *
 * @returns null when the model has no finite time at one of the levels
 */
export function sdpsBoundsOf(
  { levels, measuredBy }: Pick<RangeLoad, 'levels' | 'measuredBy'>,
  sight: 'mean' | 'client',
): BoundTimes | null {
  const requests = new Map<string, number>()
  for (const { load, seconds } of levels) {
    for (const { name, arrivalRatePerSecond: rate } of load.domains) {
      requests.set(name, (requests.get(name) ?? 0) + rate * seconds)
    }
  }
  const within = levels.flatMap(({ load, seconds }) => {
    const bounds = sdpsBounds(load)
    return bounds ? [{ bounds, load, seconds }] : []
  })
  if (within.length < levels.length) return null
  const seenBy = (name: string): SumTerm['seen'] =>
    sight === 'mean' && measuredBy.get(name) === 'access-log' ? 'log' : 'client'
  return (box) => {
    const sums = within.map(({ bounds, ...level }) => ({ ...level, leastSum: bounds(box) }))
    return (coefficients) =>
      sums.reduce((total, { load, seconds, leastSum }) => {
        const terms = load.domains.flatMap(({ name, arrivalRatePerSecond: rate }) => {
          const whole = requests.get(name)!
          const part = whole > 0 ? (rate * seconds) / whole : 0
          return [
            { name, seen: seenBy(name), coefficient: part * (valueFor(coefficients, name) ?? 0) },
          ]
        })
        return total + leastSum(terms)
      }, 0)
  }
}
