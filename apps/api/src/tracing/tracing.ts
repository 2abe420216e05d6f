import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { contextOf, traceParentOf } from './trace-parent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span?: Span
  }
}

/** Null as long as no collector is set: nothing is loaded, and nothing is done for a request or a job. */
let tracer: Tracer | null = null

/**
 * Sends a span for each request and each job to the collector that the configuration names.
 * @returns what sends the last of them
 */
export async function startTracing(
  { otlpUrl, otlpHeaders }: Pick<Config, 'otlpUrl' | 'otlpHeaders'>,
  process: string,
  instance: string,
): Promise<(() => Promise<void>) | null> {
  if (otlpUrl === undefined) return null
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const url = `${otlpUrl.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, headers: otlpHeaders })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'steelyard',
      'service.name': `steelyard-${process}`,
      'service.instance.id': instance,
    }),
    // Whoever asks decides, where it says so.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  tracer = provider.getTracer('steelyard')
  return async () => {
    tracer = null
    await provider.shutdown()
  }
}

/** A span for each request, named by its route: never by its URL, which holds ids. */
export function traceRequests(app: FastifyInstance): void {
  if (!tracer) return
  app.addHook('onRequest', async (request) => {
    const { method, id, headers, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    const span = tracer?.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'steelyard.request.id': id,
        },
      },
      contextOf(headers.traceparent),
    )
    if (span) request.span = span
  })
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/** What one attempt of a job is known by. */
interface TracedJob {
  kind: string
  jobId: string
  attempt: number
  requestId: string | null
  traceParent: string | null
}

export interface JobSpan {
  traceParent: string | null
  end(outcome: string, error?: unknown): void
}

/** Begins the span of one attempt, as part of the trace of whoever asked for the job. */
export function traceJob({ kind, jobId, attempt, requestId, traceParent }: TracedJob): JobSpan {
  if (!tracer) return { traceParent, end: () => {} }
  const span = tracer.startSpan(
    `job ${kind}`,
    {
      kind: SpanKind.CONSUMER,
      attributes: {
        'steelyard.job.kind': kind,
        'steelyard.job.id': jobId,
        'steelyard.job.attempt': attempt,
        ...(requestId === null ? {} : { 'steelyard.request.id': requestId }),
      },
    },
    contextOf(traceParent),
  )
  return {
    traceParent: traceParentOf(span),
    end(outcome, error) {
      span.setAttribute('steelyard.job.outcome', outcome)
      if (error) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}
