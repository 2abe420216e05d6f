import type { SourceQuestion, SourceSettings } from '@steelyard/contract'

type QuestionId = SourceQuestion['id']

/**
 * The settings that a chosen candidate stands for. Null when the value does not fit the question.
 */
export function settingsFor(id: QuestionId, value: string): Partial<SourceSettings> | null {
  switch (id) {
    case 'duration-unit':
      return { durationUnit: value }
    case 'start-time':
      return { startedAt: value }
    case 'interval': {
      const seconds = Number(value)
      return seconds > 0 ? { intervalSeconds: seconds } : null
    }
    case 'cpu-hz': {
      const hz = Number(value)
      return hz > 0 ? { tscHz: hz } : null
    }
    case 'time-zone':
      return { timeZone: value }
    case 'v-cpus': {
      const count = Number(value)
      return Number.isInteger(count) && count > 0 ? { vCpus: count } : null
    }
    case 'virtual-hosts':
      return value === 'true' || value === 'false' ? { byVirtualHost: value === 'true' } : null
    case 'domain':
      return null
  }
}

/** The current answer, in the form of the candidates' values. */
export function answerOf(id: QuestionId, settings: SourceSettings): string | null {
  switch (id) {
    case 'duration-unit':
      return settings.durationUnit
    case 'start-time':
      return settings.startedAt
    case 'interval':
      return settings.intervalSeconds === null ? null : String(settings.intervalSeconds)
    case 'cpu-hz':
      return settings.tscHz === null ? null : String(settings.tscHz)
    case 'time-zone':
      return settings.timeZone
    case 'v-cpus':
      return settings.vCpus === null ? null : String(settings.vCpus)
    case 'virtual-hosts':
      return settings.byVirtualHost === null ? null : String(settings.byVirtualHost)
    case 'domain':
      return null
  }
}
