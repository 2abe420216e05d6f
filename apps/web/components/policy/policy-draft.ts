import { PolicySettings } from '@steelyard/contract'
import { LEAST_SHARE } from '@steelyard/contract/plain'
import { formWords } from '../../lib/form-words.ts'
import { fromLocalInput, toLocalInput } from '../../lib/local-time.ts'
import { numberIn } from '../../lib/parse-number.ts'

export const numberNames = [
  'coolDownMinutes',
  'lookBackMinutes',
  'expiryMinutes',
  'outcomeMinutes',
  'missedWindows',
  'ofWindows',
] as const
export type NumberName = (typeof numberNames)[number] | 'leastGainPercent' | 'largestStepPercent'

export interface PayerRow {
  domain: string
  mayPay: boolean
  leastPercent: string
}

/** The settings of a policy while they are edited: numbers and times as they are typed. */
export interface PolicyDraft
  extends Pick<PolicySettings, 'mode' | 'dryRun' | 'timeZone' | 'windows'> {
  numbers: Record<NumberName, string>
  /** Times as `datetime-local` inputs have them. */
  blackouts: { from: string; to: string; reason: string }[]
  everyGuestPays: boolean
  payers: PayerRow[]
}

/** Times are entered as the reader's clock shows them, unless another zone is chosen. */
export function firstSettings(): PolicySettings {
  return PolicySettings.parse({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
}

/** @param guests names of the guests of the host; none where the policy is that of a tag */
export function draftOf(settings: PolicySettings, guests: readonly string[]): PolicyDraft {
  const { mode, dryRun, timeZone, windows, payers } = settings
  const numbers = Object.fromEntries(numberNames.map((name) => [name, String(settings[name])]))
  const percents = {
    leastGainPercent: percentOf(settings.leastGain),
    largestStepPercent: percentOf(settings.largestStep),
  }
  return {
    mode,
    dryRun,
    timeZone,
    windows,
    numbers: { ...numbers, ...percents } as PolicyDraft['numbers'],
    blackouts: settings.blackouts.map(({ from, to, reason }) => ({
      from: toLocalInput(from),
      to: toLocalInput(to),
      reason,
    })),
    everyGuestPays: payers === null,
    payers: payerRows(payers ?? [], guests),
  }
}

/** As it is typed; rounded, because 0.07 * 100 is not 7. */
function percentOf(part: number): string {
  return String(Math.round(part * 1e6) / 1e4)
}

/** A row for each guest, and for each domain that was named and is not there now. */
function payerRows(
  payers: NonNullable<PolicySettings['payers']>,
  guests: readonly string[],
): PayerRow[] {
  const named = payers.map(({ domain, leastShare }) => ({
    domain,
    mayPay: true,
    leastPercent: percentOf(leastShare),
  }))
  const others = guests
    .filter((guest) => !payers.some(({ domain }) => domain === guest))
    .map((domain) => ({ domain, mayPay: false, leastPercent: percentOf(LEAST_SHARE) }))
  return [...named, ...others]
}

export const newPayer = (): PayerRow => ({
  domain: '',
  mayPay: true,
  leastPercent: percentOf(LEAST_SHARE),
})

/** Messages by field: `coolDownMinutes`, `windows.0.days`, `payers.vm1`. */
export type Faults = Readonly<Record<string, string>>

/** What the API takes, or else what is wrong with each field. */
export function readDraft(
  draft: PolicyDraft,
): { settings: PolicySettings; faults: null } | { settings: null; faults: Faults } {
  const read = PolicySettings.safeParse(wantedOf(draft), { error: formWords })
  if (read.success) return { settings: read.data, faults: null }
  const faults = read.error.issues.map(({ path, message }) =>
    faultAt(path.map(String), message, draft),
  )
  // Where a field has several, the first one stays.
  return { settings: null, faults: Object.fromEntries(faults.toReversed()) }
}

function wantedOf({ mode, dryRun, timeZone, windows, numbers, ...draft }: PolicyDraft) {
  return {
    mode,
    dryRun,
    timeZone,
    windows,
    ...Object.fromEntries(numberNames.map((name) => [name, numberIn(numbers[name])])),
    leastGain: numberIn(numbers.leastGainPercent) / 100,
    largestStep: numberIn(numbers.largestStepPercent) / 100,
    blackouts: draft.blackouts.map(({ from, to, reason }) => ({
      from: fromLocalInput(from),
      to: fromLocalInput(to),
      reason,
    })),
    payers: draft.everyGuestPays
      ? null
      : paying(draft).map(({ domain, leastPercent }) => ({
          domain,
          leastShare: numberIn(leastPercent) / 100,
        })),
  }
}

const paying = ({ payers }: Pick<PolicyDraft, 'payers'>) => payers.filter(({ mayPay }) => mayPay)

/** The field of the form and the words for it: Zod knows neither percent nor rows left out. */
function faultAt(path: string[], message: string, draft: PolicyDraft): [string, string] {
  const [list, index, name] = path
  if (list === 'leastGain') return ['leastGainPercent', 'from 2 to 100 %']
  if (list === 'largestStep') return ['largestStepPercent', 'from 5 to 100 %']
  if (list === 'missedWindows' && message.includes('ofWindows'))
    return ['missedWindows', 'no more than are looked at']
  if (list === 'payers' && index !== undefined) {
    const row = draft.payers.indexOf(paying(draft)[Number(index)]!)
    return name === 'leastShare'
      ? [`payers.${row}.leastPercent`, 'from 0 to 100 %']
      : [`payers.${row}.${name}`, message]
  }
  if (list === 'blackouts' && name !== 'reason')
    return [
      path.join('.'),
      message.startsWith('must') ? 'must be after the beginning' : 'enter a time',
    ]
  return [path.join('.'), message]
}
