/**
 * For the benchmark of decisions: stores an hour of pools in which every eighth host is too full,
 * decides about each, and prints what that took. What is wanted comes as JSON on the standard input.
 */
import { randomUUID } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { uniform } from '@steelyard/model'
import { findFormat, type Observation, ObservationBuilder } from '@steelyard/traces'
import type { DomainState } from '@steelyard/xen'
import { createDb } from '../../db.ts'
import { isoOf, nowSeconds } from '../../epoch.ts'
import { refreshPool } from '../../hosts/grouping/refresh-pool.ts'
import { hostInventory } from '../../hosts/stored-inventory.ts'
import { poolDecision } from '../../pools/stored-decision.ts'
import { DAY_SECONDS, levelOf, startOfWindow } from '../../windows/levels.ts'
import { hostWindows } from '../../windows/observed.fixture.ts'
import { ensurePartition } from '../../windows/partitions.ts'
import { writeWindows } from '../../windows/window-rows.ts'
import { decidePool } from '../decide-pool.ts'
import { lookAtHosts } from '../look-at-host.ts'

interface DecisionsToMeasure {
  databaseUrl: string
  hosts: number
  guests: number
  seeds: number[]
}

const MINUTES = 60
const P_CPUS = 4
const MEMORY_MB = 131_072
const HOT_EVERY = 8
/** Hosts that are alike but for their guests' memory, so that not all have to be drawn. */
const KINDS = 4
/** Targets, as multiples of the 95th percentile on an idle host. */
const [TIGHTEST, WIDEST] = [2.5, 7]
/** Of an exponential time, over its mean. */
const P95 = Math.log(20)
const DOMAIN0_PCPUS = 0.1

const { databaseUrl, hosts, guests, seeds } = (await json(process.stdin)) as DecisionsToMeasure
const db = createDb(databaseUrl)
const never = new AbortController().signal
const xentop = findFormat('xentop')
if (xentop?.observes !== 'cpu') throw new Error('xentop does not measure CPU time.')
const { meter } = xentop
/** Minutes are over, and what is decided is decided now. */
const from = startOfWindow(nowSeconds(), 60) - 60 * MINUTES

const decisions: object[] = []
for (const seed of seeds) decisions.push(await measure(seed))
await db.$disconnect()
console.log(JSON.stringify({ decisions }))
process.exit()

async function measure(seed: number) {
  const poolId = await makePool(seed)
  const members = await db.host.findMany({ where: { poolId }, select: { id: true } })
  const linked = members.map(({ id }) => ({ hostId: id, hostUuid: id }))
  const looking = await timed(() => lookAtHosts(db, linked, new Date()))
  // The first decision notes who is hot; six minutes later they have been so for long enough.
  await decidePool(db, poolId, never, new Date((nowSeconds() - 360) * 1000))
  const deciding = await timed(() => decidePool(db, poolId, never))
  const row = await db.poolDecision.findUniqueOrThrow({ where: { poolId } })
  const { hosts: found, moves, foretold, lacks, proof } = poolDecision.read(row.content)
  return {
    seed,
    looking,
    deciding,
    hot: found.filter(({ standing }) => standing === 'hot').length,
    moves: moves.length,
    byTwin: foretold.filter(({ by }) => by === 'twin').length,
    byRooms: foretold.filter(({ by }) => by === 'rooms').length,
    lacks: lacks.length,
    proof,
  }
}

/** The CPU time is that of this process and its threads, without that of PostgreSQL. */
async function timed(what: () => Promise<unknown>) {
  const began = process.hrtime.bigint()
  const before = process.cpuUsage()
  await what()
  const { user, system } = process.cpuUsage(before)
  return {
    seconds: Number(process.hrtime.bigint() - began) / 1e9,
    cpuSeconds: (user + system) / 1e6,
  }
}

async function makePool(seed: number): Promise<string> {
  const { id: poolId } = await db.pool.create({
    data: {
      name: `seed ${seed}`,
      kind: 'hosts',
      state: 'connected',
      decision: { create: { dueAt: new Date() } },
    },
  })
  const random = uniform(seed)
  const each = Math.round(guests / hosts)
  const drawn = (isHot: boolean) =>
    Array.from({ length: KINDS }, () => drawHost(each, isHot, random))
  const [hot, calm] = [drawn(true), drawn(false)]
  await ensurePartition(db, levelOf(60), from)
  await ensurePartition(db, levelOf(60), from + DAY_SECONDS)
  for (let host = 0; host < hosts; host++) {
    const kinds = host % HOT_EVERY === 0 ? hot : calm
    const kind = kinds[Math.floor(host / HOT_EVERY) % KINDS]!
    await makeHost(`seed ${seed} host ${host}`, poolId, kind, random)
  }
  await db.$transaction((tx) => refreshPool(tx, poolId))
  await db.$executeRaw`ANALYZE`
  return poolId
}

function exponential(random: () => number, mean: number): number {
  return -mean * Math.log(1 - random())
}

interface DrawnHost {
  observations: Observation[]
  /** Of each guest, in ms. */
  targetsMs: number[]
}

/**
 * Guests of unlike rates, demands and targets, who together use nearly all of the host, so that all
 * miss, or half of it.
 */
function drawHost(each: number, isHot: boolean, random: () => number): DrawnHost {
  const builder = new ObservationBuilder({ windowSeconds: 60, requestCoverage: 'as-told' })
  const to = from + 60 * MINUTES
  const parts = Array.from({ length: each }, () => 0.5 + random())
  const all = parts.reduce((sum, part) => sum + part, 0)
  const used = (isHot ? 0.99 : 0.4 + 0.25 * random()) * P_CPUS - DOMAIN0_PCPUS
  const targetsMs: number[] = []
  addCpu('Domain-0', DOMAIN0_PCPUS)
  for (const [index, part] of parts.entries()) {
    const name = `vm${index + 1}`
    const rate = 10 + 20 * random()
    const usePCpus = (used * part) / all
    const demandSeconds = usePCpus / rate
    const slack = TIGHTEST + (WIDEST - TIGHTEST) * random()
    targetsMs.push(1000 * slack * P95 * demandSeconds)
    const meanSeconds = isHot ? 2 * WIDEST * demandSeconds : 1.5 * demandSeconds
    const stream = builder.openRequests(name, 'requests', 'microsecond')
    for (let at = from; at < to; at += exponential(random, 1 / rate))
      stream.add(at, exponential(random, meanSeconds), false, 1500)
    stream.close()
    builder.coverRequests(name, 'requests', from, to, true)
    addCpu(name, usePCpus)
  }
  const observations = builder
    .finish()
    .observations.filter(({ windowStartEpochSeconds: start }) => start >= from && start < to)
  return { observations, targetsMs }

  function addCpu(name: string, pCpus: number) {
    const usedSeconds = 60 * MINUTES * pCpus
    const more = { runnableWaitSeconds: 0, blockedSeconds: 0, dispatches: 0, ioCount: 0 }
    builder.addCpu(meter, name, from, to, { ...more, usedSeconds })
    builder.coverCpu(meter, name, from, to)
  }
}

async function makeHost(
  name: string,
  poolId: string,
  { observations, targetsMs }: DrawnHost,
  random: () => number,
): Promise<void> {
  const domains = Array.from({ length: targetsMs.length + 1 }, (_, id) =>
    domainOf(id, id === 0 ? 4096 : 2048 + 1024 * Math.floor(4 * random())),
  )
  const used = domains.reduce((sum, { memoryMb }) => sum + memoryMb, 0)
  const inventory = hostInventory.write({
    readAt: isoOf(nowSeconds()),
    xenVersion: '4.17.2',
    hostName: name,
    scheduler: 'credit',
    pCpus: P_CPUS,
    totalMemoryMb: MEMORY_MB,
    freeMemoryMb: MEMORY_MB - used,
    cpupools: [
      {
        name: 'Pool-0',
        pCpus: P_CPUS,
        pCpuNumbers: Array.from({ length: P_CPUS }, (_, pCpu) => pCpu),
        scheduler: 'credit',
        timeSliceMs: 30,
        rateLimitUs: 1000,
        migrationDelayUs: 0,
      },
    ],
    domains,
  })
  const { id: hostId } = await db.host.create({
    data: {
      name,
      poolId,
      inventory,
      inventoryAt: new Date(),
      scheduler: 'credit',
      pCpus: P_CPUS,
      access: {
        create: { state: 'connected', address: 'xen.example.org', port: 22, username: 'steelyard' },
      },
      watch: { create: { state: 'watching' } },
      domains: {
        create: domains.map(({ uuid, id, name, vCpus, memoryMb, weight, cap, cpupool, state }) => ({
          xenUuid: uuid,
          xenId: id,
          name,
          vCpus,
          memoryMb,
          weight,
          cap,
          cpupool,
          state,
          targetResponseTimeMs: id === 0 ? null : targetsMs[id - 1]!,
        })),
      },
    },
  })
  await db.$transaction((tx) => writeWindows(tx, hostId, 60, hostWindows(observations)))
}

function domainOf(id: number, memoryMb: number): DomainState {
  return {
    uuid: randomUUID(),
    id,
    name: id === 0 ? 'Domain-0' : `vm${id}`,
    vCpus: 2,
    memoryMb,
    state: '-b----',
    cpuTimeSeconds: 1000,
    cpupool: 'Pool-0',
    weight: 256,
    cap: 0,
    reservation: null,
    vCpuPlacement: [],
  }
}
