import { Lane } from './lane.ts'

/** Parts of traces and plays of the twin that are written for Perfetto. */
export const exportLane = new Lane({
  threads: 1,
  patienceMs: 30_000,
  withinMs: 90_000,
  heapMiB: 256,
  idleMs: 10_000,
})

/** Parts of traces whose requests are watched. One thread, which keeps the last parts. */
export const requestsLane = new Lane({
  threads: 1,
  patienceMs: 60_000,
  withinMs: 60_000,
  heapMiB: 256,
  idleMs: 300_000,
})

/** The beginnings of sources, read again with what somebody answered about them. */
export const sourcesLane = new Lane({
  threads: 2,
  patienceMs: 30_000,
  withinMs: 60_000,
  heapMiB: 256,
  idleMs: 30_000,
})

/** Reads that compute: what formulas say of a host, and sums over the windows of a recording. */
export const readsLane = new Lane({
  threads: 2,
  patienceMs: 30_000,
  withinMs: 60_000,
  heapMiB: 256,
  idleMs: 120_000,
})

/** Windows that turn cold: a host at a time, with some 50,000 observations in memory. */
export const coldLane = new Lane({
  threads: 1,
  patienceMs: 60_000,
  withinMs: 600_000,
  heapMiB: 1024,
  idleMs: 10_000,
})

/** Checks of the audit trail, which look at every event. */
export const auditLane = new Lane({
  threads: 1,
  patienceMs: 30_000,
  withinMs: 120_000,
  heapMiB: 256,
  idleMs: 10_000,
})
