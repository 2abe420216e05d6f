type TransferState = 'waiting' | 'sending' | 'paused' | 'done' | 'failed'

/** One file in transfer to the API, as the page shows it. */
export interface Transfer {
  key: string
  name: string
  sizeBytes: number
  sentBytes: number
  state: TransferState
  /** The file's id. Null until the API has registered the file. */
  fileId: string | null
  failure: string | null
}

/** The events of a running transfer. */
export interface TransferEvents {
  onProgress: (sentBytes: number) => void
  onFileId: (fileId: string) => void
  onDone: () => void
  onFailure: (reason: string) => void
}

/** Sends one file; starting again continues where it stopped. */
export interface Sender {
  start: () => void
  stop: () => void
}

export type MakeSender = (file: File, name: string, events: TransferEvents) => Sender
