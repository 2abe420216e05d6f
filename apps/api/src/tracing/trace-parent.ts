import { type Context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The context that a `traceparent` (W3C Trace Context) names; a root for anything else. */
export function contextOf(traceParent: string | string[] | null | undefined): Context {
  const [, traceId, spanId, flags] = FORM.exec(String(traceParent ?? '')) ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags!, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

export function traceParentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
