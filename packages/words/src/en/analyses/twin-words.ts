import type { TwinNote, TwinObstacle } from '@steelyard/analysis'
import { formatCount, formatList, formatWholePercent } from '@steelyard/contract/format'

const CONSTANTS = { 'time-slice': 'time slice', ratelimit: 'ratelimit' }
const LASTS = {
  tick: 'until a tick finds the vCPU running',
  loan: 'until the loan is used up or the vCPU blocks',
  dispatch: 'until the vCPU gets a pCPU',
}

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
    case 'host-boosts':
      return boostWords(note)
    case 'real-time-weight':
      return `Guests of weight ${formatCount(note.weight)} go ahead of others of their priority, as under the host’s hypervisor for experiments.`
    case 'whole-second-stamps':
      return `The time stamps of ${note.domains.join(', ')} are whole seconds. By its seed, each run draws when within its second each request came. It draws at random, or more evenly where the requests per second vary less than by chance.`
    case 'connections':
      return connectionWords(note.stated)
    case 'arrivals-drawn':
      return 'Where no arrivals are stored, requests are drawn by rate and variation.'
  }
}

function connectionWords(stated: Extract<TwinNote, { code: 'connections' }>['stated']): string {
  if (!stated) {
    return 'Whether connections stay open is not known: each request is simulated on a connection of its own. If most come on open ones, set the option “Connections” and analyse again.'
  }
  const said = {
    operator: 'as asked',
    recording: 'as the recording states',
    log: 'as the logs show',
  }
  return stated.kind === 'kept-open'
    ? `Requests are simulated on connections that stay open, ${said[stated.by]}.`
    : `Each request is simulated on a connection of its own, ${said[stated.by]}.`
}

/** A recording does not state the boosts, so they may have been others when it was made. */
function boostWords({
  boost,
  boostLasts,
  loan: { credits, share, factor },
}: Extract<TwinNote, { code: 'host-boosts' }>): string {
  const simulated =
    'The simulation boosts as the host’s hypervisor for experiments did when last read'
  if (boost === 'always')
    return `${simulated}: whenever an I/O event is delayed, ${LASTS[boostLasts]}.`
  return `${simulated}: on loans of up to ${formatCount(credits)} credits, repaid with ${formatWholePercent(share)} of the credits received and sized with k = ${formatCount(factor)}, ${LASTS[boostLasts]}. Unlike there, Domain-0 may borrow as well.`
}

/** Explains what keeps the twin from playing a host. */
export function obstacleOf(obstacle: TwinObstacle): string {
  switch (obstacle.code) {
    case 'window-too-large':
      return 'One window alone has more requests than the simulation replays.'
    case 'arrivals-not-kept':
      return 'Arrival times of requests are kept for a few days, and not where they are too many to replay.'
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
