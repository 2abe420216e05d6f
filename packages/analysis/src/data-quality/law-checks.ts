import { conservationResidual } from '@steelyard/model'
import { calibrationWindows } from '../load/calibrate-host.ts'
import { cpuOf } from '../recorded/cpu-sums.ts'
import { MIN_REQUESTS_PER_WINDOW } from '../recorded/guests.ts'
import { requestsOf } from '../recorded/request-rates.ts'
import { type Check, percent, reason } from './check.ts'

/** The utilisation law U = lambda x with one x: how far the windows scatter around it. */
const utilisationLaw: Check = ({ windows, guests }) =>
  guests.flatMap(({ name, serviceTimeSeconds, serviceTimeSource }) => {
    if (serviceTimeSource !== 'cpu' || serviceTimeSeconds === null) return []
    const errors = windows.flatMap(({ byDomain }) => {
      const observation = byDomain.get(name)
      const cpu = cpuOf(observation)
      const arrivals = requestsOf(observation)?.arrivals ?? 0
      if (!cpu || arrivals < MIN_REQUESTS_PER_WINDOW) return []
      return [Math.abs(cpu.usedSeconds / (arrivals * serviceTimeSeconds) - 1)]
    })
    if (errors.length === 0) return []
    const mean = errors.reduce((a, b) => a + b, 0) / errors.length
    const text = `${name}: CPU use per request scatters by ${percent(mean)} around ${(serviceTimeSeconds * 1000).toPrecision(3)} ms (utilisation law).`
    return [
      mean > 0.25
        ? reason('warning', 'utilisation-law', `${text} Log and CPU trace may not belong together.`)
        : reason('info', 'utilisation-law', text),
    ]
  })

/** Measured times this far from the conservation law are not explained by the CPU. */
const CONSERVATION_FACTOR = 2

/** The sum of rho_i R_i, which no weights change: measured over what CPU and requests lead to. */
const conservationLaw: Check = ({ host, windows, guests, calibration }) => {
  const found = conservationResidual(calibrationWindows(host, windows, guests), calibration)
  if (!found) return []
  const { ratio, n } = found
  const text = `Weighted by CPU use, requests took ${Number(ratio.toPrecision(2))} times as long as CPU and its sharing explain, over ${n} windows (conservation law, which no weights change).`
  if (ratio > CONSERVATION_FACTOR) {
    const cause = 'They wait for something else too, such as a disk, a lock or another server'
    return [reason('warning', 'conservation-law', `${text} ${cause}: weights do not help there.`)]
  }
  if (ratio < 1 / CONSERVATION_FACTOR) {
    const cause = 'What was measured misses waits, or much of the CPU goes to other work'
    return [reason('warning', 'conservation-law', `${text} ${cause}.`)]
  }
  return [reason('info', 'conservation-law', text)]
}

export const lawChecks: readonly Check[] = [utilisationLaw, conservationLaw]
