import { DOMAIN0_NAME } from '@steelyard/model'
import { recordedHostOf } from './recorded/recorded-host-of.ts'
import { cpuOf, durationOf, observationOf, requestsOf } from './recorded/windows.fixture.ts'
import { exampleSettings } from './settings.fixture.ts'

/** What every object has, and might be found where a domain is looked up. */
export const INHERITED: readonly string[] = Object.getOwnPropertyNames(Object.prototype)
export const PLAIN: readonly string[] = ['vm1', 'vm2', 'vm3']
const WINDOW_SECONDS = 10
const known = <T>(value: T) => ({ value, origin: { kind: 'xl-output' as const, path: 'xl.txt' } })

/** Three guests under different loads. The first misses its target; the last has no cap. */
export function namedRecording(names: readonly string[]) {
  const facts = {
    scheduler: known('credit'),
    tsliceMs: null,
    ratelimitUs: null,
    xenVersion: null,
    pCpus: known(1),
    experiments: null,
    contradictions: [],
    domains: [...names, DOMAIN0_NAME].map((domain, i) => ({
      domain,
      xenId: known(i),
      weight: known(i === 0 ? 512 : 256),
      cap: i === 1 ? known(80) : null,
      vCpus: i === 2 ? null : known(1),
    })),
  }
  const observations = Array.from({ length: 12 }, (_, window) => {
    const rate = 4 + 3 * (window % 4)
    const at = window * WINDOW_SECONDS
    const arrivals = rate * WINDOW_SECONDS
    const guests = names.map((name, i) =>
      observationOf(name, at, {
        requests: requestsOf({
          arrivals,
          duration: durationOf({ count: arrivals, meanSeconds: 0.05 + 0.01 * (i + (window % 4)) }),
        }),
        cpu: cpuOf({ usedSeconds: arrivals * 0.01 * (i + 1) }),
      }),
    )
    return [...guests, observationOf(DOMAIN0_NAME, at, { cpu: cpuOf({ usedSeconds: 0.5 }) })]
  }).flat()
  const windows = { observations, windowSeconds: WINDOW_SECONDS }
  const host = recordedHostOf(windows, [], { weights: null, client: null }, facts)
  const bounds = [{ domain: names[2]!, minShare: null, maxShare: 0.6 }]
  const settings = { ...exampleSettings, timeLimitSeconds: 1, bounds }
  const targets = [
    { domain: names[0]!, responseTimeSeconds: 0.06, throughputPerSecond: null, isSoft: false },
  ]
  return { facts, host, settings, targets }
}

/** A result as text in which each domain has its plain name. */
export function writtenPlainly(value: unknown, names: readonly string[]): string {
  const text = JSON.stringify(value, (key, part: unknown) => {
    if (part instanceof Map) return [...part]
    return key === 'solveSeconds' ? 0 : part
  })
  return names.reduce((all, name, i) => all.replaceAll(`"${name}"`, `"${PLAIN[i]}"`), text)
}
