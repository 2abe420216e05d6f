import type { PolicySettings } from '@steelyard/contract'
import {
  formatBriefPercent,
  formatCounted,
  formatDuration,
  formatShare,
} from '@steelyard/contract/format'
import { formatDateTime } from '../../lib/format/dates.ts'
import { canChangeHosts, modeWords, payersWords, timesWords } from './policy-words.ts'

const minutes = (count: number) => formatDuration(count * 60)

/** The settings in words, for readers and for whoever thinks about changing them. */
export function PolicySummary({ settings }: { settings: PolicySettings }) {
  const acts = canChangeHosts(settings.mode)
  const facts: [string, string][] = [
    ['Mode', modeWords[settings.mode].word],
    ...(acts
      ? [['Dry run', settings.dryRun ? 'on: nothing is changed' : 'off'] as [string, string]]
      : []),
    ['Changes', timesWords(settings)],
    ...settings.blackouts.map(({ from, to, reason }): [string, string] => [
      'Blackout',
      `${formatDateTime(from)} to ${formatDateTime(to)}: ${reason}`,
    ]),
    ['May be given less', payersWords(settings)],
    ['Least gain', formatBriefPercent(settings.leastGain)],
    ['Largest step', `${formatShare(settings.largestStep)} of the guests’ weights at most`],
    ['Cool-down', minutes(settings.coolDownMinutes)],
    [
      'Trigger',
      `missed in ${settings.missedWindows} of ${formatCounted(settings.ofWindows, 'minute')}`,
    ],
    ['Look-back', minutes(settings.lookBackMinutes)],
    ['Waits for approval', minutes(settings.expiryMinutes)],
    ['Outcome after', minutes(settings.outcomeMinutes)],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] lg:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm tabular [&_dt]:text-ink-faint">
      {facts.map(([name, words]) => (
        <div key={name + words} className="contents">
          <dt>{name}</dt>
          <dd className="[overflow-wrap:anywhere]">{words}</dd>
        </div>
      ))}
    </dl>
  )
}
