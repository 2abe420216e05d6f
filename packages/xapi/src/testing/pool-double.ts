import { randomInt } from 'node:crypto'
import type { PoolMember } from '../connection/pinned-socket.ts'
import { probeCertificate } from '../connection/probe-certificate.ts'
import type { PoolOptions } from '../session/xapi-pool.ts'
import type { CallContext } from './calls/call-context.ts'
import { changeCoordinator } from './calls/move-domain.ts'
import type { PoolFaults } from './calls/pool-faults.ts'
import { MemberServer, type SeenCall } from './serve-member.ts'
import { DoubleClock } from './state/double-clock.ts'
import type { DoubleGroup, DoubleGuest, DoubleHost } from './state/pool-records.ts'
import { PoolState } from './state/pool-state.ts'
import { type LoadOf, RoundRobin } from './state/round-robin.ts'
import { type DoubleAccount, Sessions } from './state/sessions.ts'
import { Tasks } from './state/tasks.ts'

export interface PoolDoubleOptions {
  /** Default: 2 hosts. The first one is coordinator. */
  hosts?: number | DoubleHost[]
  /** Default: 4 guests, which run on the hosts in turn. */
  guests?: number | DoubleGuest[]
  groups?: DoubleGroup[]
  /** Default: `root` with `secret`, who may do everything. */
  accounts?: DoubleAccount[]
  /** Default: true. */
  knowsGroups?: boolean
  /** Seconds that a move takes. Default 0.02. */
  moveSeconds?: number
  /** Seconds until XAPI gives up a silent member. Default 0.1. */
  patienceSeconds?: number
  /** Unix time at which the clock of its hosts begins. Default: an hour of November 2026. */
  startSeconds?: number
  /** How much faster that clock runs than ours. Default 100: a sample each 50 ms. */
  clockSpeed?: number
  loadOf?: LoadOf
}

/** A pool of XAPI in this process, which real clients of XAPI take for one. */
export interface PoolDouble {
  /** With their certificates, in the order of the hosts. */
  members: PoolMember[]
  /** What opens it as the first account. */
  options: PoolOptions
  state: PoolState
  sessions: Sessions
  roundRobin: RoundRobin
  clock: DoubleClock
  faults: PoolFaults
  /** What reached its hosts so far, refused or not. */
  seen: SeenCall[]
  /** The servers of its hosts, which can be stopped, silenced and given other certificates. */
  servers: MemberServer[]
  /** Makes a host coordinator: the sessions and tasks of before are gone. */
  changeCoordinator(host: number): void
  close(): Promise<void>
}

/** Starts a pool. Each host has an address of its own in 127.0.0.0/8, as Linux has them all. */
export async function poolDouble(options: PoolDoubleOptions = {}): Promise<PoolDouble> {
  const { hosts: wanted = 2, guests: also = 4, groups = [] } = options
  const hosts =
    typeof wanted === 'number' ? named(wanted, (index) => ({ name: `host${index + 1}` })) : wanted
  const guests = typeof also === 'number' ? named(also, (at) => ({ name: `guest${at + 1}` })) : also
  const net = `127.${randomInt(1, 255)}.${randomInt(255)}`
  const addresses = hosts.map((_, index) => `${net}.${index + 1}`)
  const state = new PoolState({ hosts, guests, groups }, addresses)
  const clock = new DoubleClock(options.startSeconds ?? 1_795_696_800, options.clockSpeed ?? 100)
  const roundRobin = new RoundRobin(state, clock)
  if (options.loadOf) roundRobin.loadOf = options.loadOf
  const accounts = options.accounts ?? [{ user: 'root', password: 'secret', role: 'pool-admin' }]
  const faults: PoolFaults = {
    move: null,
    areEventsHanging: false,
    rrd: null,
    answer: () => undefined,
  }
  const context: CallContext = {
    state,
    sessions: new Sessions(accounts),
    tasks: new Tasks(state.database),
    roundRobin,
    faults,
    moveSeconds: options.moveSeconds ?? 0.02,
    patienceSeconds: options.patienceSeconds ?? 0.1,
    knowsGroups: options.knowsGroups ?? true,
  }
  const seen: SeenCall[] = []
  const servers = hosts.map(
    ({ name }, index) =>
      new MemberServer(index, name, context, seen, () => addresses[state.coordinatorIndex]!),
  )
  const members: PoolMember[] = []
  for (const [index, server] of servers.entries()) {
    const place = { address: addresses[index]!, port: await server.listen(addresses[index]!) }
    members.push({ ...place, fingerprint: (await probeCertificate(place)).fingerprint })
  }
  const { user, password } = accounts[0]!
  return {
    members,
    options: { members, user, password, callSeconds: 10, callsPerMinute: 1_000_000 },
    state,
    sessions: context.sessions,
    roundRobin,
    clock,
    faults,
    seen,
    servers,
    changeCoordinator: (host) => changeCoordinator(context, host),
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

function named<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
