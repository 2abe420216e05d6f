import { chosen, isKnown, LOCALE, type Maybe, significant, signOf, UNKNOWN } from './digits.ts'

/** 0.123, 12.3, 1,234. */
export function formatNumber(value: Maybe): string {
  return isKnown(value) ? significant(value) : UNKNOWN
}

/** A number as somebody chose it, or a round one beside an axis: 0.05, 2.5, 50, 1,000 */
export function formatChosen(value: Maybe): string {
  return isKnown(value) ? chosen(value) : UNKNOWN
}

/** +0.12 or −3.40 */
export function formatSignedNumber(value: Maybe): string {
  return isKnown(value) ? signOf(value) + significant(Math.abs(value)) : UNKNOWN
}

/** 1,234 */
export function formatCount(value: Maybe): string {
  return isKnown(value) ? chosen(value) : UNKNOWN
}

/** "1 domain", "3 domains" */
export function formatCounted(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`
}

/** Events per second: 151.5/s */
export function formatRate(perSecond: Maybe): string {
  return isKnown(perSecond) ? `${significant(perSecond)}/s` : UNKNOWN
}

/** A throughput target, as it was set: 50/s */
export function formatTargetRate(perSecond: Maybe): string {
  return isKnown(perSecond) ? `${chosen(perSecond)}/s` : UNKNOWN
}

/** A fraction as a percentage: 0.123 -> 12.3 % */
export function formatPercent(fraction: Maybe): string {
  return isKnown(fraction) ? `${significant(fraction * 100)} %` : UNKNOWN
}

/** Whole percent, for a cap and for how much is done: 0.5 -> 50 % */
export function formatWholePercent(fraction: Maybe): string {
  return isKnown(fraction) ? `${chosen(Math.round(fraction * 100))} %` : UNKNOWN
}

export function formatSignedPercent(fraction: Maybe): string {
  if (!isKnown(fraction)) return UNKNOWN
  return signOf(fraction) + formatPercent(Math.abs(fraction))
}

/** A percentage as somebody chose it: 12.5 -> 12.5 % */
export function formatChosenPercent(percent: Maybe): string {
  return isKnown(percent) ? `${chosen(percent)} %` : UNKNOWN
}

/** A cap in percent of one pCPU, where 0 means that there is none. */
export function formatCap(percent: Maybe): string {
  return percent === 0 ? 'none' : formatChosenPercent(percent)
}

/** pCPUs from readings that are good to about a tenth: 2.0 */
export function formatTenths(value: Maybe): string {
  if (!isKnown(value)) return UNKNOWN
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return new Intl.NumberFormat(LOCALE, digits).format(value)
}

/** A share of the CPU: 0.350 */
export function formatShare(share: Maybe): string {
  return isKnown(share) ? significant(share) : UNKNOWN
}

/** A factor on a load: ×0.80, ×1.25 */
export function formatFactor(factor: Maybe): string {
  if (!isKnown(factor)) return UNKNOWN
  return `×${new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(factor)}`
}

/**
 * A value with its standard error, which decides how many decimals both have: 4.21 ± 0.08. Two
 * digits of an error are all that anybody can know of it.
 */
export function formatUncertain(value: Maybe, standardError: Maybe): string {
  if (!isKnown(value)) return UNKNOWN
  if (!isKnown(standardError)) return significant(value)
  const fine = standardError > 0 ? 1 - Math.floor(Math.log10(standardError)) : 3
  const decimals = Math.min(3, Math.max(0, fine))
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const write = (each: number) => new Intl.NumberFormat(LOCALE, digits).format(each)
  return `${write(value)} ± ${write(standardError)}`
}

/** A fraction with its standard error, as percentages: 12.3 ± 0.4 % */
export function formatUncertainPercent(fraction: number, standardError: number | null): string {
  return `${formatUncertain(100 * fraction, standardError === null ? null : 100 * standardError)} %`
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB']

/** Decimal units, as file managers and disks count: 4.20 MB */
export function formatBytes(bytes: Maybe): string {
  if (!isKnown(bytes)) return UNKNOWN
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 ? value : significant(value)} ${byteUnits[unit]}`
}
