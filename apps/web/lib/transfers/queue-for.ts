import { TransferQueue } from './transfer-queue.ts'
import { tusSenderFor } from './tus-sender.ts'

// The queues live outside React, so transfers continue on other pages of the dashboard.
const queues = new Map<string, TransferQueue>()

export function queueFor(uploadId: string): TransferQueue {
  const known = queues.get(uploadId)
  if (known) return known
  const queue = new TransferQueue(tusSenderFor(uploadId))
  queues.set(uploadId, queue)
  return queue
}
