import { parse } from 'csv-parse/sync'
import type { Answers, FormatDetection, Head, Question, SampleLine } from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import { loadOf, mostProbable } from '../detect/likely-load.ts'
import { readableSeconds, readableTime } from '../detect/readable-amount.ts'
import { suggestDomain } from '../detect/suggest-domain.ts'
import type { MemberInfo } from '../members/member.ts'
import { excerpt } from '../reading/excerpt.ts'
import type { ClientTimesSpec, DurationUnit } from './client-times-spec.ts'

/** Supported column names in lower case. Null when the name implies no unit. */
const START_COLUMNS: Record<string, DurationUnit | null> = {
  start_epoch: 's',
  start_epoch_s: 's',
  start_s: 's',
  timestamp_s: 's',
  start_epoch_ms: 'ms',
  start_ms: 'ms',
  timestamp_ms: 'ms',
  timestamp: null,
  start: null,
  start_time: null,
}
const RESPONSE_COLUMNS: Record<string, DurationUnit | null> = {
  resp_s: 's',
  response_s: 's',
  response_time_s: 's',
  latency_s: 's',
  duration_s: 's',
  resp_ms: 'ms',
  response_ms: 'ms',
  response_time_ms: 'ms',
  latency_ms: 'ms',
  duration_ms: 'ms',
  response_time: null,
  latency: null,
  duration: null,
  elapsed: null,
}
const STATUS_COLUMNS = ['status', 'status_code', 'responsecode']
const ERROR_COLUMNS = ['error']
const UNITS: { unit: DurationUnit; label: string; seconds: number }[] = [
  { unit: 's', label: 'seconds', seconds: 1 },
  { unit: 'ms', label: 'milliseconds', seconds: 1e-3 },
  { unit: 'us', label: 'microseconds', seconds: 1e-6 },
]
const SHOWN_SAMPLES = 5

export function detectClientTimes(
  member: MemberInfo,
  { lines }: Head,
  { durationUnit }: Answers,
): FormatDetection<ClientTimesSpec> | null {
  const header = fieldsOf(lines[0]?.text ?? '')
  const find = (names: readonly string[]) =>
    header.find((column) => names.includes(column.trim().toLowerCase()))?.trim()
  const startColumn = find(Object.keys(START_COLUMNS))
  const responseColumn = find(Object.keys(RESPONSE_COLUMNS))
  if (startColumn === undefined || responseColumn === undefined) return null
  const names = header.map((name) => name.trim())
  const firstStart = Number(fieldsOf(lines[1]?.text ?? '')[names.indexOf(startColumn)])
  const domain = suggestDomain(member)
  const statusColumn = find(STATUS_COLUMNS)
  const errorColumn = find(ERROR_COLUMNS)
  const answered = UNITS.find(({ unit }) => unit === durationUnit)?.unit
  const unit = RESPONSE_COLUMNS[responseColumn.toLowerCase()] ?? answered ?? null
  const spec: ClientTimesSpec = {
    kind: 'client-times',
    domain: domain ?? '',
    startColumn,
    startUnit: START_COLUMNS[startColumn.toLowerCase()] ?? epochUnit(firstStart),
    responseColumn,
    responseUnit: unit ?? 's',
    ...(statusColumn === undefined ? {} : { statusColumn }),
    ...(errorColumn === undefined ? {} : { errorColumn }),
  }
  const samples = lines.slice(1, 1 + SHOWN_SAMPLES).map((line) => sampleOf(line, names, spec))
  return {
    kind: 'client-times',
    spec,
    ...(domain ? { suggestedDomain: domain } : {}),
    samples,
    virtualHosts: [],
    raised: unit === null ? [unitQuestion(spec, samples, timesIn(lines, names, spec))] : [],
    warnings: [],
  }
}

/** This is unambiguous: between 1995 and 2286 the three units differ in the number of digits. */
function epochUnit(value: number): DurationUnit {
  if (value >= 1e14) return 'us'
  return value >= 1e11 ? 'ms' : 's'
}

function fieldsOf(text: string): string[] {
  try {
    const records: string[][] = parse(text.slice(0, 10_000), {
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
    })
    return records[0] ?? []
  } catch {
    return []
  }
}

function sampleOf(
  { text, line }: NumberedLine,
  names: string[],
  spec: ClientTimesSpec,
): SampleLine {
  const values = fieldsOf(text)
  const seconds = (unit: DurationUnit) => UNITS.find((u) => u.unit === unit)!.seconds
  const fields = names.map((name, i) => {
    const value = values[i] ?? ''
    let meaning = ''
    if (name === spec.startColumn)
      meaning = `started ${readableTime(Number(value) * seconds(spec.startUnit ?? 's'))}`
    if (name === spec.responseColumn)
      meaning = `took ${readableSeconds(Number(value) * seconds(spec.responseUnit))}`
    return { name: excerpt(name), text: excerpt(value), meaning }
  })
  return { line, raw: excerpt(text), fields }
}

/** The response times on the lines that were looked at, in the file's own unit. */
function timesIn(
  lines: readonly NumberedLine[],
  names: readonly string[],
  { responseColumn }: ClientTimesSpec,
): number[] {
  const column = names.indexOf(responseColumn)
  return lines
    .slice(1)
    .map(({ text }) => Number.parseFloat(fieldsOf(text)[column] ?? ''))
    .filter((time) => time >= 0)
}

function unitQuestion(
  spec: ClientTimesSpec,
  samples: SampleLine[],
  times: readonly number[],
): Question {
  const shown = samples[0]?.fields.find(({ name }) => name === spec.responseColumn)?.text ?? ''
  return {
    id: 'duration-unit',
    text: `Which unit does the column ${spec.responseColumn} use?`,
    choices: UNITS.map(({ unit, label, seconds }) => ({
      value: unit,
      label,
      meaning: shown === '' ? '' : `${shown} -> ${readableSeconds(Number(shown) * seconds)}`,
    })),
    ...suggestedUnit(times),
  }
}

function suggestedUnit(times: readonly number[]): Pick<Question, 'suggested'> {
  const loads = UNITS.map(({ seconds }) =>
    loadOf(
      times.map((time) => time * seconds),
      null,
    ),
  )
  const index = mostProbable(loads)
  return index === null ? {} : { suggested: UNITS[index]!.unit }
}
