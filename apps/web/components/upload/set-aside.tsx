import type { Source } from '@steelyard/contract'
import { formatCount, formatList } from '@steelyard/contract/format'
import type { ReactNode } from 'react'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Button } from '../ui/button.tsx'

const WORDS: Record<string, [one: string, many: string]> = {
  upgraded: ['upgraded connection (WebSocket)', 'upgraded connections (WebSocket)'],
  'no-request': ['connection without a request', 'connections without a request'],
  'own-talk': ['line of the server to itself', 'lines of the server to itself'],
  abandoned: ['request that its client gave up', 'requests that their clients gave up'],
}

/** How many lines of a log are no requests, once it was read, and the way to count them. */
export function SetAside({ source, update }: { source: Source; update: SourceUpdate }) {
  const { settings, report } = source
  const counts = Object.entries(report?.setAside ?? {})
  if (settings.everyLine) {
    return (
      <Line words="Lines that are no requests count too.">
        <Button
          size="small"
          busy={update.busy}
          onClick={() => update.save({ settings: { everyLine: false } })}
        >
          Leave them out
        </Button>
      </Line>
    )
  }
  if (counts.length === 0) return null
  const items = counts.map(([kind, count]) => {
    const [one, many] = WORDS[kind] ?? ['line of another kind', 'lines of another kind']
    return `${formatCount(count)} ${count === 1 ? one : many}`
  })
  return (
    <Line words={`No requests, so left out: ${formatList(items)}.`}>
      <Button
        size="small"
        busy={update.busy}
        onClick={() => update.save({ settings: { everyLine: true } })}
      >
        Count them too
      </Button>
    </Line>
  )
}

function Line({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink-soft">
      <p className="min-w-0 [overflow-wrap:anywhere]">{words}</p>
      {children}
    </div>
  )
}
