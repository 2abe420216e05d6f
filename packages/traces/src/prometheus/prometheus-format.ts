import type { FormatDetection, Head, UnknownDetection } from '../detect/detection.ts'
import { topLevelNames } from '../detect/top-level-names.ts'
import type { CpuFormat } from '../format.ts'
import { DocumentError } from '../reading/document/document-error.ts'
import { type Json, JsonParts } from '../reading/document/json-parts.ts'
import { excerpt } from '../reading/excerpt.ts'
import { PROMETHEUS_METER, type PrometheusSpec } from './prometheus-spec.ts'
import { readPrometheus } from './read-prometheus.ts'
import { measuredBy } from './series.ts'

const SHOWN_SAMPLES = 5

/** The answer of Prometheus' HTTP API to `query_range`, as saved by curl. */
export const PROMETHEUS: CpuFormat<PrometheusSpec> = {
  kind: 'prometheus',
  observes: 'cpu',
  meter: PROMETHEUS_METER,
  naming: { by: 'name', cutAt: Number.POSITIVE_INFINITY },
  clock: 'own',
  severalFilesPerRun: false,
  settings: [],
  words: {
    noun: { one: 'answer of Prometheus', many: 'answers of Prometheus' },
    expected: 'a range query of Prometheus about node_cpu_seconds_total',
    title: () => 'Range query of Prometheus (CPU use of guests)',
  },
  detect: (_, head) => detectPrometheus(head),
  namesIn: (_, { names }) => names,
  questions: () => [],
  settle: ({ spec }, said) => ({
    ...spec,
    domainNames: Object.fromEntries(said.domains.map(({ found, subject }) => [found, subject])),
  }),
  forLook: ({ domainNames: _, ...spec }) => ({ ...spec, isBeginning: true }),
  read: readPrometheus,
}

function detectPrometheus({
  bytes,
}: Head): FormatDetection<PrometheusSpec> | UnknownDetection | null {
  const start = bytes.toString('latin1', 0, 4096).trimStart()
  if (!start.startsWith('{') || !topLevelNames(start)?.includes('status')) return null
  const type = /"resultType"\s*:\s*"(\w+)"/.exec(start)?.[1]
  if (type === undefined) return null
  if (type !== 'matrix')
    return refused(
      `This is an answer of Prometheus to an instant query (${type}), which has one moment only. Ask /api/v1/query_range with start, end and step.`,
    )
  const found = labelsIn(bytes)
  const known = found.filter((labels) => measuredBy(labels))
  if (known.length === 0)
    return refused(
      found.length === 0
        ? 'This is an answer of Prometheus without any series.'
        : 'This is an answer of Prometheus. Its labels do not say whose CPU time it is, and in which mode. Query node_cpu_seconds_total (or its rate) with the labels instance, cpu and mode.',
    )
  return {
    kind: 'prometheus',
    spec: { kind: 'prometheus' },
    virtualHosts: [],
    samples: known.slice(0, SHOWN_SAMPLES).map((labels) => ({
      line: 1,
      raw: excerpt(JSON.stringify(Object.fromEntries(labels))),
      fields: [...labels].map(([name, text]) => ({
        name: excerpt(name),
        text: excerpt(text),
        meaning: '',
      })),
    })),
    raised: [],
    warnings: [
      'What changed between two points of the query is not seen: its step limits how fine the load is known.',
    ],
  }
}

function labelsIn(bytes: Buffer): ReadonlyMap<string, string>[] {
  const found: ReadonlyMap<string, string>[] = []
  const document = new JsonParts(['data.result.*.metric'], (_, value: Json) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      found.push(new Map(Object.entries(value).map(([name, text]) => [name, String(text)])))
  })
  try {
    document.push(bytes.toString('latin1'))
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
  }
  return found
}

function refused(reason: string): UnknownDetection {
  return {
    kind: 'unknown',
    reason,
    expected: 'a range query of Prometheus about node_cpu_seconds_total',
    samples: [],
  }
}
