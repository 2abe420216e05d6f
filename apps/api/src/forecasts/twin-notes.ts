import type { AnalysisLoad, TwinOfLoad } from '@steelyard/analysis'
import type { FilledQuestion } from '@steelyard/contract'
import { DOMAIN0_NAME } from '@steelyard/model'
import type { TwinSummary } from '@steelyard/simulator'
import { loadFactorOf, overheadFactorOf } from './asked-load.ts'

/** More unanswered requests than this mean that their figures are too low. */
const UNANSWERED = 0.01

interface Answered {
  known: AnalysisLoad
  twin: TwinOfLoad
  question: FilledQuestion
  horizonSeconds: number
  now: TwinSummary
  asked: TwinSummary
}

/** What to beware of in an answer of the twin, beside what it takes for granted. */
export function twinNotes(answer: Answered): string[] {
  return [
    ...spanNotes(answer),
    ...loadNotes(answer),
    ...overheadNotes(answer),
    ...unanswered(answer.now, 'As it is'),
    ...unanswered(answer.asked, 'As asked'),
  ]
}

function spanNotes({ known, twin, horizonSeconds }: Answered): string[] {
  const { fromEpochSeconds, toEpochSeconds } = known.range
  const range = toEpochSeconds - fromEpochSeconds
  if (twin.arrivals === 'synthetic' || horizonSeconds >= range * 0.99) return []
  return [
    `The last ${Math.round(horizonSeconds)} of the ${Math.round(range)} analysed seconds are played; measured times are of all of them.`,
  ]
}

function loadNotes({ twin, question }: Answered): string[] {
  const scaled = twin.config.guests.some(({ name }) => loadFactorOf(question, name) !== 1)
  if (!scaled || twin.arrivals === 'synthetic') return []
  return [
    'More load is the recorded requests and copies of them, shifted by some seconds; less is a part of them, drawn at random. What a clock sent is spaced anew.',
  ]
}

function overheadNotes({ known, question }: Answered): string[] {
  if (question.overheadPercent === 0) return []
  const percent = (overheadFactorOf(known, question) - 1) * 100
  return [
    `The VMM’s overhead of ${question.overheadPercent} % while all pCPUs are busy: against the analysed load each request needs ${Math.abs(percent).toFixed(2)} % ${percent < 0 ? 'less' : 'more'} CPU time.`,
  ]
}

function unanswered({ domains }: TwinSummary, host: string): string[] {
  return domains.flatMap(({ name, requests }) => {
    if (name === DOMAIN0_NAME || !requests || requests.arrived.mean === 0) return []
    const missing = 1 - requests.answered.mean / requests.arrived.mean
    if (missing <= UNANSWERED) return []
    return [
      `${host}, ${(missing * 100).toFixed(0)} % of the requests of ${name} are not answered within a minute of the end: its queue grows, and its figures grow with the time played.`,
    ]
  })
}
