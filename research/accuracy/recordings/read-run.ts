import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { DomainArrivals, HostFacts, RecordedHost, Window } from '@steelyard/analysis'
import {
  calibrateHost,
  endOf,
  findGuests,
  type Guest,
  groupWindows,
  hostUtilisation,
  measuredResponseTime,
  type PhaseLoad,
  phaseLoads,
  phasesOf,
  startOf,
  trimToRequests,
} from '@steelyard/analysis'
import type { HostCalibration } from '@steelyard/model'
import { type Recording, readRecording, TraceError } from '@steelyard/traces'
import { z } from 'zod'
import { AccuracyError } from '../accuracy-error.ts'
import { readTruth, type Truth } from './client-truth.ts'
import { observeRun } from './observe-run.ts'
import { recordingParts } from './recording-parts.ts'
import { RecordingReader } from './recording-reader.ts'

/**
 * One recording after reading: the product's knowledge of it and, separately, the clients' times.
 */
export interface Run {
  name: string
  recording: Recording
  /** Equal for recordings with the same requests at the same times. Null when unknown. */
  sameLoad: string | null
  host: RecordedHost
  windows: Window[]
  guests: Guest[]
  /** Facts about the host derived from the whole recording. */
  calibration: HostCalibration
  facts: HostFacts
  arrivals: DomainArrivals[]
  phases: Phase[]
  notes: string[]
}

export interface Phase extends PhaseLoad {
  /** CPU use of all domains as a fraction of all pCPUs. Null without a CPU trace. */
  utilisation: number | null
  /** The clients' measurements by domain, which no estimator ever sees. */
  truth: ReadonlyMap<string, Truth>
  /** Mean duration in the server's log by domain, in seconds. */
  logged: ReadonlyMap<string, number>
}

/** @throws AccuracyError that names the recording and what is wrong with it */
export async function readRun(directory: string): Promise<Run> {
  const name = path.basename(path.resolve(directory))
  try {
    return await readWhole(name, directory)
  } catch (error) {
    if (!(error instanceof TraceError)) throw error
    const { path: file, line } = error.where
    const where = [name, file, ...(line === undefined ? [] : [`line ${line}`])].join(', ')
    const expected = error.expected ? ` Expected ${error.expected}.` : ''
    throw new AccuracyError(`${where}: ${error.message}${expected}`)
  }
}

async function readWhole(name: string, directory: string): Promise<Run> {
  const json = await readFile(path.join(directory, 'recording.json'), 'utf8')
  const recording = readRecording(json)
  const start = startOf(recording)
  const reader = new RecordingReader(directory, start)
  const parts = await recordingParts(directory, recording)
  if (parts.logs.length === 0) throw lacks(name, 'access logs in access-epoch/ or access/')
  if (parts.clients.length === 0) throw lacks(name, 'times of clients in client/')
  const observed = await observeRun(reader, recording, parts)
  const { host } = observed
  const windows = trimToRequests(groupWindows(host.observations, host.windowSeconds))
  if (windows.length === 0) throw lacks(name, 'a request of a guest domain')
  const guests = findGuests(windows)
  const recorded = {
    fromEpochSeconds: windows[0]!.startEpochSeconds,
    toEpochSeconds: endOf(windows.at(-1)!),
  }
  const spans = phasesOf(host.plannedPhases, host.regimes, recorded)
  const calibration = calibrateHost(host, windows, guests)
  const loads = phaseLoads(host, windows, guests, spans, calibration)
  if (loads.length === 0) throw lacks(name, 'observations within its phases')
  const stretches = loads.map(({ span }) => ({
    fromSeconds: span.fromEpochSeconds - start,
    toSeconds: span.toEpochSeconds - start,
  }))
  const truths = new Map<string, (Truth | null)[]>()
  const isEstimated = ({ domain }: { domain: string }) => guests.some(({ name }) => name === domain)
  for (const client of parts.clients.filter(isEstimated)) {
    const truth = await readTruth(reader, client, recording.startEpochSeconds, stretches)
    truths.set(client.domain, truth)
  }
  const notes = [...parts.missing, ...observed.notes]
  if (loads.length < spans.length) {
    notes.push(`${spans.length - loads.length} phases without observations were left out`)
  }
  return {
    name,
    recording,
    host,
    windows,
    guests,
    calibration,
    notes,
    facts: observed.facts,
    arrivals: observed.arrivals,
    sameLoad: loadKey(json, recording),
    phases: loads.map((load, index) => ({
      ...load,
      utilisation: hostUtilisation(load.windows, host.pCpus.count),
      logged: loggedMeans(load.windows, guests),
      truth: new Map(
        [...truths].flatMap(([domain, each]) => (each[index] ? [[domain, each[index]]] : [])),
      ),
    })),
  }
}

function loggedMeans(windows: readonly Window[], guests: readonly Guest[]): Map<string, number> {
  return new Map(
    guests.flatMap(({ name }) => {
      const mean = measuredResponseTime(windows, name, 'access-log')?.meanSeconds
      return mean === undefined ? [] : [[name, mean] as const]
    }),
  )
}

function lacks(name: string, what: string): AccuracyError {
  return new AccuracyError(`${name}: there is nothing to score without ${what}.`)
}

const Generator = z.object({
  clock: z.string().nullish(),
  arrivals: z.string().nullish(),
  seed: z.number(),
})

/** Recordings with the same scheduler, seed, plan and clock had the same requests. */
function loadKey(json: string, { scheduler, phases }: Recording): string | null {
  const { success, data } = Generator.safeParse(JSON.parse(json))
  return success && phases.length > 0 ? JSON.stringify({ ...data, scheduler, phases }) : null
}
