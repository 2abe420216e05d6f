import { parkMiller } from '@steelyard/model'
import type { Arrivals, TwinConfig } from '@steelyard/simulator'

type Domain = NonNullable<TwinConfig['domain0']>
type Guest = TwinConfig['guests'][number]
type Load = NonNullable<Guest['load']>

/**
 * Describes the host in the format of `bench/peers/xen-host/input.hpp`. The seed determines by how
 * much recorded arrivals are shifted within the uncertainty of their clock.
 * @throws Error for features that the independent simulator does not support
 */
export function describeXenHost(host: TwinConfig, seed: number): string {
  const { scheduler, domain0, guests } = host
  if (scheduler.name === 'rtds') throw new Error('The independent simulator does not support RTDS.')
  if (host.changes?.length) throw new Error('The independent simulator keeps the weights.')
  const draw = parkMiller(1 + ((seed * 7919) % 2147483646), 16807)
  const lines = [`pcpus ${host.pCpus}`, `scheduler ${scheduler.name}`]
  if (scheduler.ratelimitSeconds !== undefined)
    lines.push(`ratelimit ${scheduler.ratelimitSeconds}`)
  if (scheduler.name === 'credit' && scheduler.tsliceSeconds !== undefined) {
    lines.push(`tslice ${scheduler.tsliceSeconds}`)
  }
  if (domain0) lines.push(`domain ${domain0.name} driver`, ...describeDomain(domain0))
  for (const guest of guests) {
    lines.push(`domain ${guest.name}`, ...describeDomain(guest))
    if (guest.load) lines.push(...describeLoad(guest.load, draw))
  }
  return `${lines.join('\n')}\n`
}

function describeDomain(domain: Domain): string[] {
  const { weight = 256, cap = 0, vCpus = 1, hogs = 0, background, tick } = domain
  if (domain.affinity || domain.realTime) {
    throw new Error(
      `${domain.name}: the independent simulator supports neither affinity nor deadlines.`,
    )
  }
  const lines = [`weight ${weight}`, `cap ${cap}`, `vcpus ${vCpus}`, `hogs ${hogs}`]
  if (tick) {
    lines.push(`idle-ticks ${tick.periodSeconds} ${tick.cpuSeconds} ${tick.ticksAfterWork ?? 1}`)
  }
  if (background && 'windows' in background) {
    for (const { startSeconds, endSeconds, cpuSeconds } of background.windows) {
      lines.push(`burst ${startSeconds} ${endSeconds} ${cpuSeconds}`)
    }
  } else if (background) {
    const { timing = 'periodic', utilisation, periodSeconds = 1 } = background
    lines.push(`background ${timing} ${utilisation} ${periodSeconds}`)
  }
  return lines
}

function describeLoad(load: Load, draw: () => number): string[] {
  const { discipline = 'processor-sharing', workers = 256, path = [] } = load
  const legs = path.map(({ on, cpuSeconds = 0, starts, answers, aside }) =>
    ['leg', on, cpuSeconds, starts && 'starts', answers && 'answers', aside && 'aside']
      .filter((word) => word !== undefined && word !== false)
      .join(' '),
  )
  return [
    describeArrivals(load.arrivals, draw),
    describeDemand(load.serviceTime),
    `discipline ${discipline}`,
    `workers ${workers}`,
    ...legs,
  ]
}

function describeArrivals(arrivals: Arrivals, draw: () => number): string {
  switch (arrivals.kind) {
    case 'poisson':
    case 'periodic':
      return `arrivals ${arrivals.kind} ${arrivals.ratePerSecond}`
    case 'renewal':
      return `arrivals gamma ${arrivals.ratePerSecond} ${arrivals.squaredCoefficientOfVariation}`
    case 'mmpp':
      return ['arrivals mmpp', ...arrivals.ratesPerSecond, ...arrivals.meanStaySeconds].join(' ')
    case 'batch':
      throw new Error('The independent simulator does not support batch arrivals.')
    case 'times': {
      const { resolutionSeconds = 0, clockUncertaintySeconds = 0 } = arrivals
      const shift = (2 * draw() - 1) * clockUncertaintySeconds
      const times = Array.from(
        arrivals.seconds,
        (time) => time + shift + draw() * resolutionSeconds,
      ).sort((a, b) => a - b)
      return `at ${times.filter((time) => time >= 0).join(' ')}`
    }
  }
}

function describeDemand(demand: Load['serviceTime']): string {
  switch (demand.kind) {
    case 'constant':
      return `demand constant ${demand.seconds}`
    case 'exponential':
      return `demand exponential ${demand.meanSeconds}`
    case 'gamma':
      return `demand gamma ${demand.meanSeconds} ${demand.squaredCoefficientOfVariation}`
    case 'empirical':
      return `demand samples ${Array.from(demand.seconds).join(' ')}`
  }
}
