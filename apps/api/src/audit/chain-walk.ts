import type { AuditFault, AuditIntegrity } from '@steelyard/contract'
import type { AuditEventModel } from '../generated/prisma/models.ts'
import { CHAIN_START, hashAuditEvent } from './audit-hash.ts'
import { isMac } from './audit-key.ts'
import { type ChainHead, macOfRow } from './chain-head.ts'

/** Checks the rows of the trail one by one, oldest first. */
export class ChainWalk {
  /** Also those that were removed in time. */
  events: bigint
  hash: string
  sequence: bigint
  since: Date | null = null
  /** The first row that is wrong. */
  fault: AuditFault | null = null
  /** Whether any row was made with this key. */
  knowsKey = false
  /** The events from before there was a key. */
  sealed: AuditIntegrity['sealed'] = null
  readonly #key: Uint8Array
  readonly #head: ChainHead | null
  #keyed: boolean
  #metHead: boolean

  /**
   * @param head what was the newest row when the walk began
   * @param start the newest row that was removed in time; it had a code
   */
  constructor(key: Uint8Array, head: ChainHead | null, start: ChainHead | null) {
    this.events = start?.events ?? 0n
    this.hash = start?.hash ?? CHAIN_START
    this.sequence = start?.sequence ?? 0n
    this.#keyed = start !== null
    this.#key = key
    this.#head = head
    this.#metHead = head === null
  }

  add(row: AuditEventModel): void {
    const kind = this.#faultOf(row)
    if (kind) this.fault ??= { sequence: Number(row.sequence), kind }
    this.since ??= row.at
    this.events += 1n
    this.hash = row.hash
    this.sequence = row.sequence
    if (row.sequence === this.#head?.sequence) {
      this.#metHead = row.hash === this.#head.hash && this.events === this.#head.events
    }
  }

  #faultOf(row: AuditEventModel): AuditFault['kind'] | undefined {
    if (hashAuditEvent(row) !== row.hash) return 'altered'
    if (row.prevHash !== this.hash) return 'missing'
    // Rows from before there was a key have no code, but then none of the rows before them has.
    const isOld = row.mac === null && !this.#keyed
    const isFirstKeyed = row.mac !== null && !this.#keyed
    this.#keyed ||= row.mac !== null
    const isOurs = isMac(macOfRow(this.#key, row.hash), row.mac)
    this.knowsKey ||= isOurs
    if (!isOld && !isOurs) return 'altered'
    // What wrote it found no head of its own; rows may be gone from before it.
    if (row.action === 'audit.break') return 'cut'
    if (row.action !== 'audit.seal') return undefined
    this.sealed = { at: row.at.toISOString(), events: Number(this.events) }
    return isFirstKeyed ? undefined : 'cut'
  }

  /** After the last row: whether the rows up to the head are all there. */
  end(): void {
    if (!this.#metHead) this.fault ??= { sequence: Number(this.sequence), kind: 'cut' }
  }
}
