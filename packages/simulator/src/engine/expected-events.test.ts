import { describe, expect, test } from 'vitest'
import { directPath } from '../config/request-path.ts'
import { linuxTick, type TwinConfig } from '../config/twin-config.ts'
import { credit, credit2, exponential, guest, hog, poisson } from '../hosts.fixture.ts'
import { boostLab } from '../lab/boost-lab.ts'
import type { LabVariant } from '../lab/lab-variant.ts'
import { paper1Host } from '../lab/paper1-host.ts'
import { realTimeLab } from '../lab/real-time-lab.ts'
import { tracedHosts, twinOfTraced } from '../traced-hosts.fixture.ts'
import { expectedEvents } from './expected-events.ts'
import { simulate } from './simulate.ts'

/** Compares the expectation with the number of events that `simulate` counts. */
function expectAFewTimesAtMost(config: TwinConfig, horizonSeconds: number) {
  const { events } = simulate(config, { seed: 1, horizonSeconds })
  const ratio = expectedEvents(config)(horizonSeconds) / events
  expect(ratio).toBeGreaterThan(0.95)
  expect(ratio).toBeLessThan(4)
}

/** One of many guests on a large host. */
function web(name: string, ratePerSecond: number) {
  return guest(name, poisson(ratePerSecond), exponential(0.005), {
    vCpus: 2,
    tick: linuxTick,
    discipline: 'time-sharing',
    path: directPath(60e-6, 60e-6),
  })
}

function large(ratePerSecond: number, more: Partial<TwinConfig> = {}): TwinConfig {
  return {
    pCpus: 64,
    scheduler: credit,
    domain0: { name: 'Domain-0', vCpus: 4, tick: linuxTick, background: { utilisation: 0.02 } },
    guests: Array.from({ length: 60 }, (_, index) => web(`vm${index}`, ratePerSecond)),
    ...more,
  }
}

const others = Array.from({ length: 8 }, (_, index) => ({ name: `other${index}`, weight: 256 }))

const named = (act: string, variants: LabVariant[]) =>
  variants.map(({ id, config }): [string, TwinConfig] => [`${act}: ${id}`, config])
const realTime = (pCpus: number, periodSeconds: number, executionSeconds: number) =>
  realTimeLab({
    pCpus,
    others,
    share: 'equal',
    realTime: Array.from({ length: pCpus }, (_, index) => ({
      name: `rt${index}`,
      periodSeconds,
      executionSeconds,
    })),
  })

const hosts: [string, TwinConfig][] = [
  ...named('ping', boostLab(paper1Host())),
  ...named('stream', boostLab(paper1Host('bandwidth'))),
  ...named('real-time', realTime(2, 0.02, 0.005)),
  ...named('short periods', realTime(16, 0.001, 0.0009)),
  ...tracedHosts.map((host): [string, TwinConfig] => [host.name, twinOfTraced(host)]),
  ['large and quiet', large(2)],
  ['large and busy', large(60)],
  ['large and busy under credit2', large(60, { scheduler: credit2 })],
  [
    'capped',
    { pCpus: 1, scheduler: credit2, guests: [hog('a', 256, 40), hog('b', 256), hog('c', 256)] },
  ],
]

describe('the expected number of events', () => {
  test.each(hosts)(
    'is at least that of the run and at most a few times as many: %s',
    (_, config) => {
      expectAFewTimesAtMost(config, 5)
    },
  )

  test('counts recorded requests only up to the end of the run', () => {
    const seconds = Array.from({ length: 9000 }, (_, index) => 5 + index / 9000)
    const recorded = {
      pCpus: 1,
      scheduler: credit,
      guests: [guest('a', { kind: 'times', seconds }, exponential(0.0001))],
    } satisfies TwinConfig
    const events = expectedEvents(recorded)
    expect(events(5.5) - events(5)).toBeGreaterThan(10 * events(5))
    expectAFewTimesAtMost(recorded, 10)
  })
})
