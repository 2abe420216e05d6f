import type { Forecast, ForecastDomain, ForecastLever } from '@steelyard/contract'
import { formatItems, formatList } from '@steelyard/contract/format'

const FIRST_GUESS = 'This is a first guess: the simulation may find any time within the intervals.'

/** Says who becomes faster, who slower, and which targets are missed. */
export function forecastSentence(
  domains: readonly ForecastDomain[],
  state: Forecast['state'],
): string {
  const said = whatChanges(domains)
  return state === 'provisional' ? `${said} ${FIRST_GUESS}` : said
}

function whatChanges(domains: readonly ForecastDomain[]): string {
  const that = (change: ForecastDomain['change']) =>
    domains.filter((domain) => domain.change === change).map(({ domain }) => domain)
  const [faster, slower] = [that('faster'), that('slower')]
  const silent = domains.filter(({ then }) => then === null).map(({ domain }) => domain)
  const missed = domains
    .filter(({ meetsTarget }) => meetsTarget === false)
    .map(({ domain }) => domain)
  const said = [
    ...(faster.length > 0
      ? [`${formatList(faster)} ${verb(faster, 'becomes', 'become')} faster`]
      : []),
    ...(slower.length > 0
      ? [`${formatList(slower)} ${verb(slower, 'becomes', 'become')} slower`]
      : []),
    ...(silent.length > 0
      ? [`${formatList(silent)} ${verb(silent, 'has', 'have')} no finite answer`]
      : []),
  ]
  const change =
    said.length > 0 ? formatItems(said) : 'No guest becomes noticeably faster or slower'
  return `${change}. ${targetsOf(domains, missed)}`.trim()
}

function targetsOf(domains: readonly ForecastDomain[], missed: readonly string[]): string {
  if (domains.every(({ targetMs }) => targetMs === null)) return ''
  if (missed.length === 0) return 'Every target is predicted to be met.'
  return `Over target: ${formatList(missed)}.`
}

function verb(names: readonly string[], one: string, more: string): string {
  return names.length > 1 ? more : one
}

/** Why a forecast by formulas does not show what a lever does. */
export const WHY_NOT_SEEN: Record<ForecastLever, string> = {
  'domain-0-weight':
    'The queueing formula lets Domain-0 run first whatever its weight, as it does when it wakes. The delay-aware formula charges part of its work by weight. The simulation shows how often it really waits.',
  tslice: 'No formula of means includes how long a vCPU may run at a stretch: ask the simulation.',
  ratelimit:
    'Formulas keep the waits of Domain-0 as recorded, although part of them comes from the ratelimit: ask the simulation.',
  cap: 'The delay-aware formula ignores caps; the queueing formula and the simulation do not.',
  load: 'The delay-aware formula as published does not change when all rates change by one factor.',
}
