import type { ChangeWindow, GrantBounds, PolicyMode, PolicySettings } from '@steelyard/contract'
import { formatItems, formatList, formatShare } from '@steelyard/contract/format'
import { LEAST_SHARE } from '@steelyard/contract/plain'

export const modeWords: Record<PolicyMode, { word: string; line: string }> = {
  off: { word: 'Off', line: 'It is logged; nothing is changed.' },
  recommend: {
    word: 'Recommend',
    line: 'Weights are recommended, and a person makes the change.',
  },
  approve: {
    word: 'Approve',
    line: 'A recommendation is applied as soon as a person approves it.',
  },
  automatic: {
    word: 'Automatic',
    line: 'Kinds of changes that were confirmed here before are applied without a person. Any other waits for approval, unless the grant covers it.',
  },
}

/** What would happen when a target is missed, once the policy says so. */
export function policyLine({
  mode,
  dryRun,
  missedWindows,
  ofWindows,
}: Pick<PolicySettings, 'mode' | 'dryRun' | 'missedWindows' | 'ofWindows'>): string {
  const dry = dryRun && canChangeHosts(mode) ? ' As a dry run: nothing is written to the host.' : ''
  const { line } = modeWords[mode]
  return `When a target is missed in ${missedWindows} of ${ofWindows} minutes: ${line[0]!.toLowerCase()}${line.slice(1)}${dry}`
}

/** Whether the mode ever changes a host, so that a dry run and a grant mean something. */
export const canChangeHosts = (mode: PolicyMode) => mode === 'approve' || mode === 'automatic'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
export const days = dayNames.map((name, index) => ({ day: index + 1, name }))

/** `every day from 22:00 to 06:00`, `Mon, Tue from 09:00 to 17:00` */
export function windowWords({ days: on, from, to }: ChangeWindow): string {
  const names = on.toSorted((a, b) => a - b).map((day) => dayNames[day - 1]!)
  return `${names.length === 7 ? 'every day' : formatItems(names)} from ${from} to ${to}`
}

/** When changes may be made, in one sentence. */
export function timesWords({ windows, timeZone }: PolicySettings): string {
  if (windows.length === 0) return 'at any time'
  return `${formatList(windows.map(windowWords))} (${timeZone})`
}

/** Who may be given less. */
export function payersWords({ payers }: Pick<GrantBounds, 'payers'>): string {
  if (payers === null)
    return `every guest, down to ${formatShare(LEAST_SHARE)} of the guests’ weights`
  if (payers.length === 0) return 'nobody'
  return formatList(
    payers.map(
      ({ domain, leastShare }) =>
        `${domain} down to ${formatShare(leastShare)} of the guests’ weights`,
    ),
  )
}
