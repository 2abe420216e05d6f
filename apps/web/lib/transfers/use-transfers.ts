'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { queueFor } from './queue-for.ts'
import { TransferQueue } from './transfer-queue.ts'
import { addSample, type SpeedSample, speedOf } from './transfer-speed.ts'

// Before an upload exists there is nothing to send.
const noQueue = new TransferQueue(() => ({ start: () => {}, stop: () => {} }))

/**
 * The transfers of one upload, their total speed, and a warning before the user leaves the page.
 */
export function useTransfers(uploadId: string | null) {
  const queue = uploadId ? queueFor(uploadId) : noQueue
  const list = useSyncExternalStore(queue.subscribe, queue.getSnapshot, queue.getSnapshot)
  const active = list.some(({ state }) => state === 'sending' || state === 'waiting')
  const [samples, setSamples] = useState<SpeedSample[]>([])

  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => {
      const sentBytes = queue.getSnapshot().reduce((sum, each) => sum + each.sentBytes, 0)
      setSamples((before) => addSample(before, { atMs: Date.now(), sentBytes }))
    }, 500)
    return () => {
      clearInterval(timer)
      setSamples([])
    }
  }, [active, queue])

  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])

  return { queue, list, active, bytesPerSecond: speedOf(samples) }
}

export type Transfers = ReturnType<typeof useTransfers>
