import { type Lock, type Locker, MemoryLocker } from '@tus/server'
import pg from 'pg'
import { AppError } from '../../errors.ts'

/** PostgreSQL channel on which a process asks for a file; the payload is the file's id. */
const WANTED_CHANNEL = 'steelyard_file_wanted'

/**
 * Lets one request at a time write a file, across all processes of the API, by advisory locks of
 * PostgreSQL. All locks of a process belong to one connection, so they end with it, however it ends.
 * A later request makes the earlier one stop, because a client whose connection broke resumes on a
 * new one: within a process it waits for that, and from another process it has to ask again.
 */
export class FileLocker implements Locker {
  readonly #databaseUrl: string
  readonly #here = new MemoryLocker()
  /** How to stop each request that holds a lock now. */
  readonly #holders = new Map<string, () => void>()
  #session: Promise<pg.Client> | null = null

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
  }

  newLock(fileId: string): Lock {
    const here = this.#here.newLock(fileId)
    return {
      lock: async (signal, requestRelease) => {
        await here.lock(signal, requestRelease)
        try {
          await this.#lockElsewhere(fileId)
        } catch (error) {
          await here.unlock()
          throw error
        }
        this.#holders.set(fileId, () => void requestRelease())
      },
      unlock: async () => {
        this.#holders.delete(fileId)
        await this.#unlockElsewhere(fileId).finally(() => here.unlock())
      },
    }
  }

  async close(): Promise<void> {
    const session = this.#session
    this.#session = null
    await (await session?.catch(() => null))?.end().catch(() => {})
  }

  /** @throws AppError `file-locked` when another process writes the file */
  async #lockElsewhere(fileId: string): Promise<void> {
    this.#session ??= this.#connect()
    const session = await this.#session
    const { rows } = await session.query(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine',
      [fileId],
    )
    if (rows[0].mine) return
    await session.query('SELECT pg_notify($1, $2)', [WANTED_CHANNEL, fileId])
    throw new AppError(
      'locked',
      'Another connection is sending this file. Wait a moment, ask for the offset again and go on from there.',
      { code: 'file-locked' },
    )
  }

  /** After a lost connection there is nothing to release. */
  async #unlockElsewhere(fileId: string): Promise<void> {
    const session = await this.#session?.catch(() => null)
    await session
      ?.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [fileId])
      .catch(() => {})
  }

  #connect(): Promise<pg.Client> {
    const session = new pg.Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
    })
    const listening = async () => {
      await session.connect()
      await session.query(`LISTEN ${WANTED_CHANNEL}`)
      return session
    }
    const connecting = listening()
    const lost = () => {
      session.end().catch(() => {})
      if (this.#session === connecting) this.#onLost()
    }
    session.on('notification', ({ payload }) => this.#holders.get(payload ?? '')?.())
    session.on('error', lost)
    session.on('end', lost)
    connecting.catch(lost)
    return connecting
  }

  /** Nobody holds a lock any more: whoever writes stops, and the next request connects anew. */
  #onLost(): void {
    this.#session = null
    for (const release of this.#holders.values()) release()
  }
}
