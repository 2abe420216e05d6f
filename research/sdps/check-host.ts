import type { HostLoad, Weights } from '@steelyard/model'
import { asMeasured } from './as-measured.ts'
import { askFormulas } from './ask-formulas.ts'
import {
  byModel,
  type CheckedHost,
  type Model,
  type Times,
  type TimesByDomain,
} from './checked-host.ts'
import { type DrawnHost, drawHost } from './draw-host.ts'
import { moveWeights } from './move-weights.ts'
import { playPeer, playTwin, timesOfPeer } from './play-host.ts'

/**
 * Asks every model about the host of the given seed, under its weights and under others. The
 * formulas get the load that the independent simulator's runs under the drawn weights show.
 * @throws Error without g++
 */
export function checkHost(seed: number): CheckedHost {
  const host = drawHost(seed)
  const runs = playPeer(host, host.weights)
  const load = asMeasured(host.load, runs, host.horizonSeconds)
  const now = { ...ask(host, load, host.weights), peer: timesOfPeer(runs) }
  const other = moveWeights(host.weights, seed)
  const moved = { ...ask(host, load, other), peer: timesOfPeer(playPeer(host, other)) }
  return {
    seed,
    scheduler: host.load.scheduler,
    pCpus: load.pCpus,
    utilisation: host.utilisation,
    domains: load.domains.map(({ name, serviceTimeSeconds }) => ({
      name,
      aloneSeconds: serviceTimeSeconds + load.domain0.serviceTimeSeconds,
      now: timesOf(name, now),
      moved: timesOf(name, moved),
    })),
  }
}

function ask(host: DrawnHost, load: HostLoad, weights: Weights) {
  return { ...askFormulas(load, weights), twin: playTwin(host, weights) }
}

function timesOf(name: string, models: Record<Model, TimesByDomain>): Record<Model, Times> {
  return byModel((model) => models[model].get(name)!)
}
