import type { AuditEvent } from '@steelyard/contract'
import { Disclosure } from '../ui/disclosure.tsx'

export function AuditDetail({ event }: { event: AuditEvent }) {
  const facts = {
    ...event.detail,
    ...(event.requestId ? { requestId: event.requestId } : {}),
    hash: event.hash,
  }
  return (
    <Disclosure
      summary={
        <>
          Show<span className="sr-only"> the detail of entry {event.sequence}</span>
        </>
      }
    >
      <pre className="max-w-80 text-xs break-all whitespace-pre-wrap text-ink-soft">
        {JSON.stringify(facts, null, 2)}
      </pre>
    </Disclosure>
  )
}
