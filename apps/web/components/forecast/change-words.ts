import type { Interval, TwinRunResult } from '@steelyard/contract'
import { formatItems, formatList, formatSignedMs } from '@steelyard/contract/format'

/** Whether the question caused the change: its confidence interval over paired seeds excludes 0. */
export type Change = 'gains' | 'pays' | 'may be chance'

export function changeOf({ lowMs, highMs }: Interval): Change {
  if (highMs < 0) return 'gains'
  return lowMs > 0 ? 'pays' : 'may be chance'
}

/** Formats an interval as "−7.20 ms to −4.80 ms". */
export function formatChange({ lowMs, highMs }: Interval): string {
  return `${formatSignedMs(lowMs)} to ${formatSignedMs(highMs)}`
}

/** Says which domains gain and which lose: "vm1 gains, vm2 and vm3 pay". */
export function changesSentence(changes: TwinRunResult['changes']): string {
  const whose = (change: Change) =>
    changes
      .filter(({ mean }) => mean !== null && changeOf(mean) === change)
      .map(({ domain }) => domain)
  const gaining = whose('gains')
  const paying = whose('pays')
  const said = [
    ...(gaining.length > 0
      ? [`${formatList(gaining)} ${gaining.length > 1 ? 'gain' : 'gains'}`]
      : []),
    ...(paying.length > 0 ? [`${formatList(paying)} ${paying.length > 1 ? 'pay' : 'pays'}`] : []),
  ]
  if (said.length === 0) return 'No domain gains or pays beyond chance.'
  return `${formatItems(said)}.`
}
