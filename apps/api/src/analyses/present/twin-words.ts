import type { TwinNote, TwinObstacle } from '@steelyard/analysis'
import { formatList } from '@steelyard/contract/format'

const CONSTANTS = { 'time-slice': 'time slice', ratelimit: 'ratelimit' }

/** States what the twin assumes about a host. */
export function assumptionOf(note: TwinNote): string {
  switch (note.code) {
    case 'demand':
      return note.doubt.sentence
    case 'xen-version-assumed':
      return `The version of Xen is not known: ${note.version} is simulated.`
    case 'constants-assumed': {
      const names = note.constants.map((each) => CONSTANTS[each])
      return `Not known: the ${names.join(' and the ')}. Xen’s default is simulated.`
    }
    case 'whole-second-stamps':
      return `The time stamps of ${note.domains.join(', ')} are whole seconds: each run spreads the requests of a second at random, by its seed.`
    case 'arrivals-drawn':
      return 'Where no arrivals are stored, requests are drawn by rate and variation.'
  }
}

/** Explains what keeps the twin from playing a host. */
export function obstacleOf(obstacle: TwinObstacle): string {
  switch (obstacle.code) {
    case 'window-too-large':
      return 'One window alone has more requests than the simulation replays.'
    case 'arrivals-not-kept':
      return 'When single requests came is kept for a few days only, and not where they are too many for the simulation to replay.'
    case 'no-cpu-data':
      return `There is no CPU data of ${formatList(obstacle.domains)}: durations in a log include the waits that the simulation is to predict.`
    case 'no-domain-0-cpu-data':
      return 'There is no CPU data of Domain-0, through which every request passes.'
    case 'demand':
      return obstacle.doubt.sentence
    case 'refused':
      return obstacle.message
  }
}
