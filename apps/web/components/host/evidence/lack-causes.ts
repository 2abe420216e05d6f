import type { AnalysisResult, Source, Upload } from '@steelyard/contract'

export type Lack = AnalysisResult['evidence']['lacks'][number]

/** The sources of an upload in which the cause of a lack is to be corrected. */
export function sourcesToCorrect({ code, domains }: Lack, { sources }: Upload): Source[] {
  const included = sources.filter((source) => source.included)
  const concerns = (source: Source) =>
    !domains || source.domains.some(({ domain }) => domain !== null && domains.includes(domain))
  switch (code) {
    case 'clocks-apart':
    case 'trace-of-another-time':
      return included.filter(
        (source) =>
          concerns(source) && (source.observes === 'requests' || source.observes === 'cpu'),
      )
    case 'mistaken-unit':
    case 'logs-swapped':
    case 'few-hold-most':
      return included.filter((source) => concerns(source) && source.observes === 'requests')
    default:
      return []
  }
}

/**
 * The CPU trace whose start somebody has answered, and the start that brings it together with the logs.
 * Null where no single answer would do so: the trace has its own clock, or there are several traces.
 */
export function correctedStart(
  { code, offsetSeconds }: Lack,
  { sources }: Upload,
): { source: Source; startedAt: string } | null {
  if (code !== 'clocks-apart' || !offsetSeconds) return null
  const traces = sources.filter(({ included, observes }) => included && observes === 'cpu')
  const starts = new Set(traces.map(({ settings }) => settings.startedAt))
  const [source] = traces
  // The files of one run of xenmon have one start, and answering one of them answers all.
  const isOneRun = starts.size === 1 && traces.every(({ kind }) => kind === source?.kind)
  if (!source?.settings.startedAt || !source.adjustable.includes('startedAt') || !isOneRun)
    return null
  if (traces.length > 1 && source.kind !== 'xenmon') return null
  const at = Date.parse(source.settings.startedAt) - offsetSeconds * 1000
  return { source, startedAt: new Date(at).toISOString() }
}
