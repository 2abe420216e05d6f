import type { MakeSender, Sender, Transfer } from './transfer.ts'

/** More transfers at once would only share the same bandwidth. */
const AT_ONCE = 3

interface Entry {
  transfer: Transfer
  sender: Sender
}

/** Sends a few files at a time; each can be paused, resumed, retried or dropped. */
export class TransferQueue {
  readonly #makeSender: MakeSender
  readonly #listeners = new Set<() => void>()
  readonly #entries = new Map<string, Entry>()
  #snapshot: Transfer[] = []
  #nextKey = 1

  constructor(makeSender: MakeSender) {
    this.#makeSender = makeSender
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getSnapshot = (): Transfer[] => this.#snapshot

  add(file: File, name: string): void {
    const key = String(this.#nextKey++)
    const sender = this.#makeSender(file, name, {
      onProgress: (sentBytes) => this.#change(key, { sentBytes }),
      onFileId: (fileId) => this.#change(key, { fileId }),
      onDone: () => this.#change(key, { state: 'done', sentBytes: file.size, failure: null }),
      onFailure: (failure) => this.#change(key, { state: 'failed', failure }),
    })
    const transfer: Transfer = {
      key,
      name,
      sizeBytes: file.size,
      sentBytes: 0,
      state: 'waiting',
      fileId: null,
      failure: null,
    }
    this.#entries.set(key, { transfer, sender })
    this.#settle()
  }

  pause(key: string): void {
    const entry = this.#entries.get(key)
    if (entry?.transfer.state !== 'sending' && entry?.transfer.state !== 'waiting') return
    entry.sender.stop()
    this.#change(key, { state: 'paused' })
  }

  /** Continues a paused transfer or retries a failed one. */
  resume(key: string): void {
    const state = this.#entries.get(key)?.transfer.state
    if (state === 'paused' || state === 'failed') {
      this.#change(key, { state: 'waiting', failure: null })
    }
  }

  pauseAll(): void {
    for (const key of [...this.#entries.keys()]) this.pause(key)
  }

  resumeAll(): void {
    for (const { transfer } of [...this.#entries.values()]) {
      if (transfer.state === 'paused') this.resume(transfer.key)
    }
  }

  remove(key: string): void {
    this.#entries.get(key)?.sender.stop()
    this.#entries.delete(key)
    this.#settle()
  }

  #change(key: string, change: Partial<Transfer>): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    entry.transfer = { ...entry.transfer, ...change }
    this.#settle()
  }

  /** Starts as many transfers as there is room for, then notifies the listeners. */
  #settle(): void {
    const entries = [...this.#entries.values()]
    let room = AT_ONCE - entries.filter(({ transfer }) => transfer.state === 'sending').length
    for (const entry of entries) {
      if (room <= 0) break
      if (entry.transfer.state !== 'waiting') continue
      entry.transfer = { ...entry.transfer, state: 'sending' }
      entry.sender.start()
      room -= 1
    }
    this.#snapshot = [...this.#entries.values()].map(({ transfer }) => transfer)
    for (const listener of this.#listeners) listener()
  }
}
