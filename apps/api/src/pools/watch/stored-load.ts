import type { RunStateClasses, RunStateGap } from '@steelyard/xapi'
import { z } from 'zod'
import { jsonColumn } from '../../json-column.ts'

const VERSION = 1

/** What the records of one minute say of a guest: means over the seconds of which they say it. */
export interface GuestLoad {
  uuid: string
  vCpus: number
  /** Of how many seconds its use is known; without any it is null, and never 0. */
  usedSeconds: number
  usedPCpus: number | null
  /** Of how many seconds the states of its vCPUs are known. */
  stateSeconds: number
  states: (RunStateClasses & { waitingVCpus: { least: number; most: number } }) | null
}

/** `PoolWindow.load`: what the records of one minute say of a host and its domains. */
export interface HostLoad {
  version: typeof VERSION
  usedSeconds: number
  /** Domain-0 and the hypervisor included. */
  usedPCpus: number | null
  /** Domain-0 among them. */
  guests: GuestLoad[]
}

export const hostLoad = jsonColumn<HostLoad>(
  'the load of a host of a pool',
  z.looseObject({
    version: z.literal(VERSION),
    guests: z.array(z.looseObject({ uuid: z.string(), usedSeconds: z.number() })),
  }),
)

export function asStoredLoad(load: Omit<HostLoad, 'version'>): HostLoad {
  return { version: VERSION, ...load }
}

/** What was last heard of the records of a host. */
export interface WatchedHost {
  /** Unix time on the clock of the host up to which its windows are stored. */
  readTo: number | null
  /** Unix time on our clock at which it last gave a row. */
  readAt: number | null
  /** How far its clock is ahead of ours, by the end of its newest step. */
  aheadSeconds: number
  /** What was missing the last time that it was asked. */
  gaps: RunStateGap[]
}

/** `PoolWatch.hosts`, by UUID. */
export const watchedHosts = jsonColumn<Record<string, WatchedHost>>(
  'the watch of a pool',
  z.record(
    z.string(),
    z.looseObject({ gaps: z.array(z.looseObject({ code: z.string() })), aheadSeconds: z.number() }),
  ),
)

/** Nobody reads farther back from the newest window of a host. */
export const LOAD_SECONDS = 3600

export const UNHEARD: WatchedHost = { readTo: null, readAt: null, aheadSeconds: 0, gaps: [] }
