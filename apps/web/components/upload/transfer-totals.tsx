import { Pause, Play } from 'lucide-react'
import { formatBytes, formatCounted, formatDuration } from '../../lib/format.ts'
import type { Transfers } from '../../lib/transfers/use-transfers.ts'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'

/** All transfers together: how much, how fast, how long still. */
export function TransferTotals({ transfers }: { transfers: Transfers }) {
  const { queue, list, active, bytesPerSecond } = transfers
  const done = list.filter(({ state }) => state === 'done').length
  const sent = list.reduce((sum, each) => sum + each.sentBytes, 0)
  const total = list.reduce((sum, each) => sum + each.sizeBytes, 0)
  const speed =
    active && bytesPerSecond
      ? ` · ${formatBytes(bytesPerSecond)}/s · ${formatDuration(Math.ceil((total - sent) / bytesPerSecond))} left`
      : ''
  return (
    <div className="space-y-2 border-b border-line p-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <p className="tabular">
          <span className="font-medium" role="status">
            {done} of {formatCounted(list.length, 'file')} sent
          </span>{' '}
          · {formatBytes(sent)} of {formatBytes(total)}
          {speed}
        </p>
        {active ? (
          <Button size="small" onClick={() => queue.pauseAll()}>
            <Pause aria-hidden /> Pause all
          </Button>
        ) : list.some(({ state }) => state === 'paused') ? (
          <Button size="small" onClick={() => queue.resumeAll()}>
            <Play aria-hidden /> Resume all
          </Button>
        ) : null}
      </div>
      <Progress label="All files" done={sent} total={total} />
    </div>
  )
}
