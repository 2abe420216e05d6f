import type { MissingCapacity } from '@steelyard/analysis'
import { formatBrief, formatRoughPercent } from '@steelyard/contract/format'
import { estimatorName } from '../estimator-name.ts'

export function missingCapacityWords({ loadShare, sparedPCpus, speed }: MissingCapacity): string {
  const ways = [
    ...(loadShare === null
      ? []
      : [
          `about ${formatRoughPercent(1 - loadShare)} less load (${pCpusOf(sparedPCpus!)} pCPUs less for the guests’ requests)`,
        ]),
    ...(speed === null ? [] : [`a host about ${formatRoughPercent(speed - 1)} faster`]),
  ]
  return `As ${estimatorName('sdps')} predicts, it takes ${ways.join(' or ')} for any weights to keep every target.`
}

/** With the two digits that a prediction deserves. */
function pCpusOf(value: number): string {
  return formatBrief(Number(value.toPrecision(2)))
}
