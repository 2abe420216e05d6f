import { TransferQueue } from './transfer-queue.ts'
import { tusSenderFor } from './tus-sender.ts'

// Outside of React: transfers go on while another page of the dashboard is open.
const queues = new Map<string, TransferQueue>()

export function queueFor(uploadId: string): TransferQueue {
  const known = queues.get(uploadId)
  if (known) return known
  const queue = new TransferQueue(tusSenderFor(uploadId))
  queues.set(uploadId, queue)
  return queue
}
