import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { findPostgresPrograms } from '../postgres/postgres-binaries.ts'
import { type DatabasePlace, initialise } from '../postgres/postgres-data-directory.ts'

/** What PostgreSQL obeys before anyone has signed in: settings, who may sign in, how to recover. */
const OBEYED = /\.(conf|signal)$/

/**
 * The configuration of a new database, for one that comes from elsewhere: settings can name programs
 * that PostgreSQL runs and libraries that it loads.
 */
export class OwnConfiguration {
  readonly #pgData: string
  readonly #fresh: string

  constructor({ pgData, account }: DatabasePlace) {
    this.#pgData = pgData
    this.#fresh = `${pgData}.fresh`
    initialise({
      pgData: this.#fresh,
      initdb: findPostgresPrograms(account)('initdb'),
      account,
      superuserPassword: randomUUID(),
      throwAway: true,
    })
  }

  /** Puts it in the place of what the database came with. */
  async replace(): Promise<void> {
    for (const name of await obeyedIn(this.#pgData)) await fs.rm(path.join(this.#pgData, name))
    for (const name of await obeyedIn(this.#fresh))
      await fs.rename(path.join(this.#fresh, name), path.join(this.#pgData, name))
  }

  async remove(): Promise<void> {
    await fs.rm(this.#fresh, { recursive: true, force: true })
  }
}

async function obeyedIn(directory: string): Promise<string[]> {
  return (await fs.readdir(directory)).filter((name) => OBEYED.test(name))
}
