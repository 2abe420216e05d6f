import type { Prediction } from '@steelyard/analysis'
import {
  formatList,
  formatMs,
  formatPrediction,
  formatRoughPercent,
  formatTimes,
} from '@steelyard/contract/format'
import type { OutcomeFigures } from '../../saying.ts'

/** Of the requests before a change: who answers less is judged by that. */
const STARVED = 0.5

/** How a change came out, in a sentence or two. */
export function outcomeWords({ state, deciding, worst, domains }: OutcomeFigures): string {
  const named = formatList([...deciding])
  return worst
    ? reliefWords({ state, deciding, domains }, named, worst)
    : foretoldWords(
        state,
        named,
        domains.flatMap((each) => figuresOf(each) ?? []),
      )
}

/** By what was foretold for the load that came. */
function foretoldWords(
  state: OutcomeFigures['state'],
  named: string,
  figures: readonly string[],
): string {
  const compared = figures.length === 0 ? '' : ` For the load that came: ${figures.join('; ')}.`
  switch (state) {
    case 'confirmed':
      return `The times came as predicted, or better.${compared}`
    case 'not-confirmed':
      return `${named} answered more slowly than predicted.${compared}`
    case 'worse':
      return `${named} would have answered faster had the weights been left alone.${compared}`
    case 'unknown':
      return named
        ? `Too little was observed of ${named} to tell.`
        : 'Too little was observed to tell.'
  }
}

/** Of a relief: by what was measured. */
function reliefWords(
  { state, deciding, domains }: Pick<OutcomeFigures, 'state' | 'deciding' | 'domains'>,
  named: string,
  { before, after }: NonNullable<OutcomeFigures['worst']>,
): string {
  const answers = domains.find(({ domain }) => deciding.includes(domain))?.loadRatio ?? null
  if (state === 'worse' && answers !== null && answers < STARVED) {
    // What is not answered has no time that could be compared.
    return `${named} got less of the CPU, and answers ${formatRoughPercent(answers)} of the requests that it answered before.`
  }
  if (state === 'unknown' || after === null) return 'Too little was observed to tell.'
  const compared = `The worst time was ${formatTimes(before)} its target before the change, and is ${formatTimes(after)} its target now.`
  switch (state) {
    case 'confirmed':
      return `${after < 1 ? 'Every target is kept.' : 'A target is still missed, by less.'} ${compared}`
    case 'not-confirmed':
      return `${named} misses its target as before. ${compared}`
    case 'worse':
      return `${named} misses its target by far more, at no more load. ${compared}`
  }
}

function figuresOf({
  domain,
  measuredSeconds,
  underThisLoad,
  leftAlone,
}: OutcomeFigures['domains'][number]): string | null {
  if (measuredSeconds === null || underThisLoad === null) return null
  const alone = leftAlone ? `, ${timeOf(leftAlone)} with the earlier weights` : ''
  return `${domain} ${formatMs(measuredSeconds * 1000)}, where ${timeOf(underThisLoad)} was predicted${alone}`
}

function timeOf({ seconds, lowSeconds, highSeconds }: Prediction): string {
  return formatPrediction({
    ms: seconds * 1000,
    lowMs: lowSeconds * 1000,
    highMs: highSeconds * 1000,
  })
}
