import * as contract from '@steelyard/contract'
import { GuestClients } from '../../../e2e/xen-host/lib/guest-clients.ts'
import { letActAlone } from '../../../e2e/xen-host/lib/let-act-alone.ts'
import type { ExperimentOptions } from '../experiment.ts'
import { type Laboratory, openLaboratory } from '../laboratory.ts'
import { tableHost } from '../paper0/observe-table.ts'
import { fitWork, meanRounds } from './fit-work.ts'
import { measureGuest } from './measure-guest.ts'
import { playRequests } from './play-requests.ts'
import { GUESTS, lengthOf, riseAt, riseRequests } from './rise-load.ts'
import type { MadeChange, RiseRun, WishedRun } from './rise-result.ts'
import { letSandpiperAct } from './sandpiper-on-host.ts'
import { untilStored } from './until-stored.ts'

/** In virtual time a busy host lives six times more slowly than the product that watches it. */
const CLOCK = 'wall'
/** The product as it ships. */
const ENV = { STEELYARD_RECHECK_SECONDS: '300' }
const CLIENTS_PER_GUEST = 24
const MINUTE_MS = 60_000

/** Boots a host, fits the work of requests to it, and plays the rise while the contender acts. */
export async function playRun(
  { run, contender }: WishedRun,
  { scale, seed, log }: Pick<ExperimentOptions, 'scale' | 'seed' | 'log'>,
): Promise<RiseRun> {
  log(`Booting a Xen host and the product for run ${run} of ${contender}`)
  const laboratory = await openLaboratory({ ...tableHost, clock: CLOCK }, { logs: true, env: ENV })
  try {
    const clients = await connectClients(laboratory)
    await promise(laboratory)
    await watch(laboratory)
    const fitted = await fitWork(clients)
    log(`Requests are fitted to the host: ${JSON.stringify(fitted)}`)
    await watchAnew(laboratory)
    if (contender === 'ours') await letActAlone(laboratory.product, laboratory.hostId)
    const lengthSeconds = lengthOf(scale)
    const startEpochMs = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS
    log(`The load begins at ${new Date(startEpochMs).toISOString()}`)
    const roundsOf = GUESTS.map(({ cpuSeconds }) => meanRounds(fitted, cpuSeconds))
    const requests = riseRequests({ scale, seed })
    const times = {
      startEpochSeconds: startEpochMs / 1000,
      endEpochSeconds: startEpochMs / 1000 + lengthSeconds,
    }
    const [played, failures] = await Promise.all([
      playRequests(requests, clients, { startEpochMs, roundsOf }),
      contender === 'sandpiper' ? letSandpiperAct(laboratory, times) : [],
    ])
    const changes = await changesOn(laboratory, startEpochMs)
    // A Domain-0 that was left without credits may not answer any more.
    const fittedAfter = await fitWork(clients).catch(() => null)
    const span = { riseAtSeconds: riseAt(scale), lengthSeconds }
    return {
      run,
      contender,
      seed,
      scale,
      at: new Date(startEpochMs).toISOString(),
      fitted,
      fittedAfter,
      guests: GUESTS.map((guest, index) =>
        measureGuest(
          guest,
          played.filter((each) => each.guest === index),
          span,
        ),
      ),
      changes,
      failures,
    }
  } finally {
    await laboratory.stop()
  }
}

async function connectClients({ host }: Laboratory): Promise<GuestClients[]> {
  const clients = host.handle.ports.guestHttp.map(
    (port) => new GuestClients(port, CLIENTS_PER_GUEST),
  )
  for (const each of clients) await each.connect()
  return clients
}

async function promise({ product, hostId }: Laboratory): Promise<void> {
  await product.call(contract.setDomainTargets, {
    params: { id: hostId },
    body: {
      targets: GUESTS.flatMap(({ name, targetSeconds }) =>
        targetSeconds === null
          ? []
          : [{ domain: name, responseTimeMs: 1000 * targetSeconds, throughputPerSecond: null }],
      ),
      statistic: 'p95',
    },
  })
}

/** Watches the host, and waits for the first window. */
async function watch({ product, hostId }: Laboratory): Promise<void> {
  const params = { id: hostId }
  const since = Date.now()
  await product.call(contract.setWatch, { params, body: contract.WatchSettings.parse({}) })
  await untilStored({ product, hostId }, since)
}

/** So that no contender takes the requests by which the host was measured for its load. */
async function watchAnew(laboratory: Laboratory): Promise<void> {
  const { product, hostId } = laboratory
  await product.call(contract.removeWatch, { params: { id: hostId } })
  await watch(laboratory)
}

async function changesOn(
  { product, hostId }: Laboratory,
  startEpochMs: number,
): Promise<MadeChange[]> {
  const query = { hostId, limit: 100 }
  const { data } = await product.call(contract.listApplications, { query })
  const since = (at: string) => Math.round((Date.parse(at) - startEpochMs) / 1000)
  return data.toReversed().flatMap(({ kind, createdAt, finishedAt, readBack }) => {
    if (finishedAt === null) return []
    const weights = readBack.flatMap(({ domain, weight }) =>
      weight === null ? [] : [[domain, weight] as const],
    )
    return [
      {
        askedAtSeconds: since(createdAt),
        doneAtSeconds: since(finishedAt),
        kind,
        weights: Object.fromEntries(weights),
      },
    ]
  })
}
