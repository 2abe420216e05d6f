import type { TwinSummary } from '@steelyard/simulator'

/** More unanswered requests than this mean that their figures are too low. */
const UNANSWERED = 0.01

/** Where a variant leaves requests behind, their times grow with the time that is played. */
export function unansweredNotes(
  { domains }: Pick<TwinSummary, 'domains'>,
  label: string,
): string[] {
  return domains.flatMap(({ name, requests }) => {
    if (!requests || requests.arrived.mean === 0) return []
    const missing = 1 - requests.answered.mean / requests.arrived.mean
    if (missing <= UNANSWERED) return []
    return [
      `${label}: ${Math.round(missing * 100)} % of the requests of ${name} are not answered in the end; its times would grow the longer one plays.`,
    ]
  })
}
