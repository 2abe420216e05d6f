import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

// COPY, the way in which PostgreSQL takes and gives many rows at once. `pg` sends and receives its
// messages, and leaves what they mean to whoever submits the query.

/** What is used of `pg`'s connection. */
type Wire = pg.Connection & {
  query(text: string): void
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/**
 * The rows of a query `COPY … TO STDOUT`, each in a chunk of its own.
 * @throws what the server says
 */
export function rowsOf(client: pg.Client, query: string): AsyncIterable<Buffer> {
  return client.query(new CopyOut(query))
}

class CopyOut extends Readable {
  readonly #query: string
  #wire: Wire | undefined

  constructor(query: string) {
    super({ objectMode: true, highWaterMark: 1000 })
    this.#query = query
  }

  submit(connection: pg.Connection): void {
    this.#wire = connection as Wire
    this.#wire.query(this.#query)
  }

  override _read(): void {
    this.#wire?.stream.resume()
  }

  /** `pg` reads what comes next into the same memory. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (!this.push(Buffer.from(chunk))) this.#wire!.stream.pause()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#wire!.stream.resume() // for the next query
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }
}

/**
 * Sends rows to a query `COPY … FROM STDIN`.
 * @returns how many there were
 * @throws what the server says, or whoever gives the rows
 */
export function sendRows(
  client: pg.Client,
  query: string,
  rows: AsyncIterable<Uint8Array>,
): Promise<number> {
  return client.query(new CopyIn(query, rows)).done
}

class CopyIn {
  readonly done: Promise<number>
  readonly #query: string
  readonly #rows: AsyncIterable<Uint8Array>
  #settle!: { resolve: (count: number) => void; reject: (error: Error) => void }
  #count = 0
  #failure: Error | undefined

  constructor(query: string, rows: AsyncIterable<Uint8Array>) {
    this.#query = query
    this.#rows = rows
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  submit(connection: pg.Connection): void {
    const wire = connection as Wire
    wire.query(this.#query)
  }

  async handleCopyInResponse(connection: pg.Connection): Promise<void> {
    const wire = connection as Wire
    try {
      for await (const chunk of this.#rows) {
        if (this.#failure) return // the server wants no more
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain)
          await Promise.race([once(wire.stream, 'drain'), this.done])
      }
      wire.endCopyFrom()
    } catch (error) {
      this.#failure ??= error as Error
      wire.sendCopyFail('the rows ended early')
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(/^COPY (\d+)$/.exec(text)?.[1])
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#count)
  }

  /** Of two errors, the first is the cause of the other. */
  handleError(error: Error): void {
    this.#failure ??= error
    this.#settle.reject(this.#failure)
  }
}
