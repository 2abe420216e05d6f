import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../scripts/lib/postgres/embedded-postgres.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../../../scripts/lib/postgres/temporary-data.ts'
import { letActAlone } from './let-act-alone.ts'
import { type OperatedProduct, startOperatedProduct } from './operated-product.ts'
import { GUESTS, type XenHost } from './xen-host.ts'

const POLL_MS = 2_000

/** A real host that the product watches, with all that lets it act alone. */
export class LoopGround {
  readonly host: XenHost
  readonly product: OperatedProduct
  readonly hostId: string
  readonly #database: EmbeddedPostgres
  readonly #dataDir: string

  private constructor(
    host: XenHost,
    product: OperatedProduct,
    hostId: string,
    [database, dataDir]: [EmbeddedPostgres, string],
  ) {
    this.host = host
    this.product = product
    this.hostId = hostId
    this.#database = database
    this.#dataDir = dataDir
  }

  static async prepare(host: XenHost, targetMs: number): Promise<LoopGround> {
    const dataDir = makeTemporaryDataDirectory()
    const database = await startEmbeddedPostgres({ dataDir, throwAway: true })
    const product = await startOperatedProduct({ DATABASE_URL: database.url })
    const enrolled = await product.enrol(host)
    for (const guest of GUESTS) await product.followLog(host, enrolled, guest)
    const ground = new LoopGround(host, product, enrolled.id, [database, dataDir])
    await ground.promise(targetMs)
    await letActAlone(product, enrolled.id)
    const params = { id: enrolled.id }
    await product.call(contract.setWatch, { params, body: contract.WatchSettings.parse({}) })
    return ground
  }

  /** Sets the target of vm1, for the 95th percentile of its requests. */
  async promise(targetMs: number): Promise<void> {
    await this.product.call(contract.setDomainTargets, {
      params: { id: this.hostId },
      body: {
        targets: [{ domain: 'vm1', responseTimeMs: targetMs, throughputPerSecond: null }],
        statistic: 'p95',
      },
    })
  }

  async stop(): Promise<void> {
    await this.product.stop()
    await this.#database.stop()
    removeDataDirectory(this.#dataDir)
  }

  /** Runs SQL on the product's database: what no operator can do. */
  async sql(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#database.url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }

  async recommendations(): Promise<contract.HostRecommendation[]> {
    const query = { hostId: this.hostId, limit: 100 }
    const { data } = await this.product.call(contract.listRecommendations, { query })
    return data
  }

  /**
   * Waits until the newest recommendation that is meant is in this state.
   *
   * @throws Error with the journal when it ends otherwise
   */
  async untilState(
    state: contract.RecommendationState,
    isMeant: (each: contract.HostRecommendation) => boolean,
  ): Promise<contract.HostRecommendation> {
    for (;;) {
      const newest = (await this.recommendations()).find(isMeant)
      if (newest?.state === state) return newest
      // What made it worse is undone in a further step.
      const goesOn: contract.RecommendationState[] =
        state === 'rolled-back' ? ['nothing-to-gain', 'worse'] : ['nothing-to-gain']
      if (newest && ENDED.includes(newest.state) && !goesOn.includes(newest.state)) {
        throw new Error(`It ended as ${newest.state}: ${newest.reason}\n${await this.journal()}`)
      }
      await sleep(POLL_MS)
    }
  }

  /** Whether a hotspot opens within this time, or is open already. */
  async missesWithin(ms: number): Promise<boolean> {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(POLL_MS)) {
      if (await this.#isMissing()) return true
    }
    return false
  }

  /** Waits until no hotspot is open and what came of the last one is over. */
  async untilSettled(): Promise<void> {
    const isOver = async () => {
      const [newest] = await this.recommendations()
      return !(await this.#isMissing()) && (!newest || ENDED.includes(newest.state))
    }
    while (!(await isOver())) await sleep(POLL_MS)
  }

  async #isMissing(): Promise<boolean> {
    const query = { hostId: this.hostId, limit: 1 }
    const { data: hotspots } = await this.product.call(contract.listHotspots, { query })
    return hotspots.some(({ closedAt }) => closedAt === null)
  }

  /** The journal as text, oldest first. */
  async journal(): Promise<string> {
    const query = { hostId: this.hostId, limit: 100 }
    const { data } = await this.product.call(contract.listJournal, { query })
    return data
      .toReversed()
      .map(({ at, decision, times, text }) => `${at} ${decision} x${times}: ${text}`)
      .join('\n')
  }
}

const ENDED: readonly contract.RecommendationState[] = [
  'confirmed',
  'not-confirmed',
  'worse',
  'rolled-back',
  'rejected',
  'expired',
  'superseded',
  'dry-run',
  'failed',
  'nothing-to-gain',
]
