import { chosen, isKnown, LOCALE, type Maybe, significant, signOf, UNKNOWN } from './digits.ts'

/** Formats as 0.123, 12.3, 1,234. */
export function formatNumber(value: Maybe): string {
  return isKnown(value) ? significant(value) : UNKNOWN
}

/** Formats a number that the user chose, or a round one on an axis: 0.05, 2.5, 50, 1,000. */
export function formatChosen(value: Maybe): string {
  return isKnown(value) ? chosen(value) : UNKNOWN
}

/** Formats as +0.12 or −3.40. */
export function formatSignedNumber(value: Maybe): string {
  return isKnown(value) ? signOf(value) + significant(Math.abs(value)) : UNKNOWN
}

/** Formats as 1,234. */
export function formatCount(value: Maybe): string {
  return isKnown(value) ? chosen(value) : UNKNOWN
}

/** Formats as "1 domain", "3 domains". */
export function formatCounted(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`
}

/** Formats events per second as 151.5/s. */
export function formatRate(perSecond: Maybe): string {
  return isKnown(perSecond) ? `${significant(perSecond)}/s` : UNKNOWN
}

/** Formats a throughput target as it was set: 50/s. */
export function formatTargetRate(perSecond: Maybe): string {
  return isKnown(perSecond) ? `${chosen(perSecond)}/s` : UNKNOWN
}

/** Formats a fraction as a percentage: 0.123 -> 12.3 %. */
export function formatPercent(fraction: Maybe): string {
  return isKnown(fraction) ? `${significant(fraction * 100)} %` : UNKNOWN
}

/** Formats a percentage to a tenth: 0.1234 -> 12.3 %, 0.05 -> 5.0 %. */
export function formatPercentTenths(fraction: Maybe): string {
  return isKnown(fraction) ? `${formatTenths(fraction * 100)} %` : UNKNOWN
}

/** Formats a cap or a progress as a whole percentage: 0.5 -> 50 %. */
export function formatWholePercent(fraction: Maybe): string {
  return isKnown(fraction) ? `${chosen(Math.round(fraction * 100))} %` : UNKNOWN
}

/**
 * Formats a change, which is predicted, with two figures: +12 % or −5.5 %. Below one percent it is written to a tenth, and less than
 * half of that is nothing, without a sign.
 */
export function formatSignedPercent(fraction: Maybe): string {
  if (!isKnown(fraction)) return UNKNOWN
  const size = Math.abs(fraction)
  if (size < 0.0005) return '0 %'
  return signOf(fraction) + (size < 0.01 ? formatPercentTenths(size) : formatRoughPercent(size))
}

/** Formats a percentage as the user chose it: 12.5 -> 12.5 %. */
export function formatChosenPercent(percent: Maybe): string {
  return isKnown(percent) ? `${chosen(percent)} %` : UNKNOWN
}

/** Formats a cap in percent of one pCPU, where 0 means no cap. */
export function formatCap(percent: Maybe): string {
  return percent === 0 ? 'none' : formatChosenPercent(percent)
}

/** Formats pCPUs, whose readings are good to about a tenth: 2.0. */
export function formatTenths(value: Maybe): string {
  if (!isKnown(value)) return UNKNOWN
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return new Intl.NumberFormat(LOCALE, digits).format(value)
}

/** Formats for a sentence, with three significant digits at most: 0.12, 5, 1230. */
export function formatBrief(value: number): string {
  return String(Number(value.toPrecision(3)))
}

/** Formats a fraction for a sentence: 0.123 -> 12.3 %, 1 -> 100 %. */
export function formatBriefPercent(fraction: number): string {
  return `${formatBrief(fraction * 100)} %`
}

/** Formats how often something is something else, such as a time its target: 1.37 times. */
export function formatTimes(ratio: number): string {
  return `${formatChosen(Math.round(ratio * 100) / 100)} times`
}

/** Formats the size of an uncertain change: 0.123 -> 12 %, 0.004 -> less than 1 %. */
export function formatRoughPercent(fraction: number): string {
  const percent = fraction * 100
  return percent < 1 ? 'less than 1 %' : `${Number(percent.toPrecision(2))} %`
}

/** Formats a share of the weights with two figures: 25 %, 7.5 %. */
export function formatShare(share: Maybe): string {
  if (!isKnown(share)) return UNKNOWN
  const percent = 100 * share
  const decimals = percent >= 9.95 || percent === 0 ? 0 : percent >= 0.995 ? 1 : 2
  return `${percent.toFixed(decimals)} %`
}

/** Formats a load factor as ×0.80, ×1.25. */
export function formatFactor(factor: Maybe): string {
  if (!isKnown(factor)) return UNKNOWN
  return `×${new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(factor)}`
}

/**
 * Formats a value with its standard error, which decides how many decimals both have: 4.21 ± 0.08.
 * An error has no more than two meaningful digits.
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

/** Formats a fraction and its standard error as percentages: 12.3 ± 0.4 %. */
export function formatUncertainPercent(fraction: number, standardError: number | null): string {
  return `${formatUncertain(100 * fraction, standardError === null ? null : 100 * standardError)} %`
}

/** Formats bytes in decimal units, as file managers and disks do: 4.20 MB. */
export function formatBytes(bytes: Maybe): string {
  return inUnits(bytes, 1000, ['B', 'kB', 'MB', 'GB', 'TB'])
}

/** Formats memory in binary units, in which it is bought and given to guests: 4.00 GiB. */
export function formatMemory(bytes: Maybe): string {
  return inUnits(bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB'])
}

function inUnits(bytes: Maybe, step: number, units: readonly string[]): string {
  if (!isKnown(bytes)) return UNKNOWN
  let value = bytes
  let unit = 0
  while (value >= step - 0.5 && unit < units.length - 1) {
    value /= step
    unit += 1
  }
  return `${unit === 0 ? value : significant(value)} ${units[unit]}`
}
