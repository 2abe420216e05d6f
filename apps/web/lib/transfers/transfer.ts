export type TransferState = 'waiting' | 'sending' | 'paused' | 'done' | 'failed'

/** One file on its way to the API, as the screen shows it. */
export interface Transfer {
  key: string
  name: string
  sizeBytes: number
  sentBytes: number
  state: TransferState
  /** Known once the API has taken note of the file. */
  fileId: string | null
  failure: string | null
}

/** What a transfer reports while it runs. */
export interface TransferEvents {
  onProgress: (sentBytes: number) => void
  onFileId: (fileId: string) => void
  onDone: () => void
  onFailure: (reason: string) => void
}

/** The moving part behind a transfer; starting again continues where it stopped. */
export interface Sender {
  start: () => void
  stop: () => void
}

export type MakeSender = (file: File, name: string, events: TransferEvents) => Sender
