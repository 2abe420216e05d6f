import { formatBytes } from '@steelyard/contract/format'
import { CircleAlert, CircleCheck, Pause, Play, RotateCcw, Trash2 } from 'lucide-react'
import type { Transfer } from '../../../lib/transfers/transfer.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'

const words: Record<Transfer['state'], string> = {
  waiting: 'waits for its turn',
  sending: 'sending',
  paused: 'paused',
  done: 'sent',
  failed: 'failed',
}

/** One file in transfer, with the controls that its state allows. */
export function TransferRow({
  transfer,
  onPause,
  onResume,
  onRemove,
}: {
  transfer: Transfer
  onPause: () => void
  onResume: () => void
  onRemove: () => void
}) {
  const { name, sizeBytes, sentBytes, state, failure } = transfer
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {state === 'done' ? (
            <CircleCheck className="size-4 shrink-0 text-ok" aria-hidden />
          ) : null}
          {state === 'failed' ? (
            <CircleAlert className="size-4 shrink-0 text-danger" aria-hidden />
          ) : null}
          {name}
        </p>
        <p className="text-sm text-ink-soft tabular">
          {state === 'done' || state === 'failed'
            ? formatBytes(sizeBytes)
            : `${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}`}{' '}
          · {words[state]}
        </p>
        {failure ? (
          <p role="alert" className="text-sm font-medium text-danger">
            {failure}
          </p>
        ) : null}
        {state === 'done' || state === 'failed' ? null : (
          <div className="mt-1.5 max-w-md">
            <Progress label={name} done={sentBytes} total={sizeBytes} />
          </div>
        )}
      </div>
      <div className="flex gap-1">
        {state === 'sending' || state === 'waiting' ? (
          <Button look="quiet" size="small" aria-label={`Pause ${name}`} onClick={onPause}>
            <Pause aria-hidden />
          </Button>
        ) : null}
        {state === 'paused' ? (
          <Button look="quiet" size="small" aria-label={`Resume ${name}`} onClick={onResume}>
            <Play aria-hidden />
          </Button>
        ) : null}
        {state === 'failed' ? (
          <Button size="small" aria-label={`Try ${name} again`} onClick={onResume}>
            <RotateCcw aria-hidden /> Try again
          </Button>
        ) : null}
        <Button look="quiet" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
    </li>
  )
}
