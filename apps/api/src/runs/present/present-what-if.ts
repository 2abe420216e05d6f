import type {
  AnalysedHost,
  MeasuredDomain,
  PlayedDomain,
  PlayedWhatIf,
  WhatIfNote,
} from '@steelyard/analysis'
import type { TwinRunDomain } from '@steelyard/contract'
import { formatWholePercent } from '@steelyard/contract/format'
import { presentPrediction } from '../../analyses/present/present-prediction.ts'
import { presentTwinDomains } from '../../analyses/present/present-twin-domains.ts'
import { assumptionOf } from '../../analyses/present/twin-words.ts'
import type { StoredWhatIf } from '../stored-what-if.ts'
import { boundSentence, cdfMs, differenceMs, enteredMs } from './present-figures.ts'

export function presentWhatIf(
  played: PlayedWhatIf,
  { known: { measured }, domains }: AnalysedHost,
): StoredWhatIf {
  const targetOf = (domain: string) => domains.find(({ name }) => name === domain)?.targetSeconds
  const { now, asked, changes, assumptions, notes, ...run } = played
  return {
    ...run,
    now: presentDomains(now, measured),
    asked: presentDomains(asked, measured),
    changes: changes.map(({ domain, mean, p95, ...predicted }) => ({
      domain,
      mean: differenceMs(mean),
      p95: differenceMs(p95),
      predictedNow: presentPrediction(predicted.predictedNow),
      predictedThen: presentPrediction(predicted.predictedThen),
      targetMs: enteredMs(targetOf(domain) ?? null),
      meetsTarget: predicted.meetsTarget,
    })),
    notes: [...assumptions.map(assumptionOf), ...notes.map(sentenceOf)],
  }
}

function presentDomains(
  played: readonly PlayedDomain[],
  measured: readonly MeasuredDomain[],
): TwinRunDomain[] {
  return presentTwinDomains(played, measured).map((domain, index) => ({
    ...domain,
    cdf: cdfMs(played[index]!.cdf),
  }))
}

const HOSTS = { now: 'As it is', asked: 'As asked' } as const

function sentenceOf(note: WhatIfNote): string {
  switch (note.code) {
    case 'bounded':
      return boundSentence(note, 'both hosts')
    case 'part-of-range':
      return `The last ${Math.round(note.seconds)} of the ${Math.round(note.rangeSeconds)} analysed seconds are simulated; measured times refer to all of them.`
    case 'scaled-arrivals':
      return 'More load means the recorded requests and copies of them, shifted by some seconds; less load means a random part of them. Requests at regular intervals are spaced anew.'
    case 'overhead': {
      const percent = note.change * 100
      return `The VMM’s overhead of ${note.overheadPercent} % while all pCPUs are busy: against the analysed load each request needs ${Math.abs(percent).toFixed(2)} % ${percent < 0 ? 'less' : 'more'} CPU time.`
    }
    case 'unanswered':
      return `${HOSTS[note.host]}, ${formatWholePercent(note.fraction)} of the requests of ${note.domain} are not answered within a minute of the end: its queue grows, and its figures grow with the time played.`
  }
}
