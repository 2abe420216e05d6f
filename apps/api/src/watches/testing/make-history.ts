/**
 * For the benchmark of watches: gives one host a past of whole hours, each merged from windows of
 * 10 s that were observed, of whichever hosts, so that an hour is as large as a real one. What is
 * wanted comes as JSON on the standard input.
 */

import { json } from 'node:stream/consumers'
import type { Observation } from '@steelyard/traces'
import { createDb } from '../../db.ts'
import { nowSeconds } from '../../epoch.ts'
import { levelOf, startOfWindow, WINDOW_SECONDS } from '../../windows/levels.ts'
import { mergeHostWindows } from '../../windows/merge-host-windows.ts'
import { ensurePartition } from '../../windows/partitions.ts'
import { loadWindows, writeWindows } from '../../windows/window-rows.ts'

interface HistoryToMake {
  databaseUrl: string
  hostId: string
  hours: number
}

const HOUR_SECONDS = 3600
const ALL_TIME = { fromEpochSeconds: 0, toEpochSeconds: 2 ** 31 }

const { databaseUrl, hostId, hours } = (await json(process.stdin)) as HistoryToMake
const db = createDb(databaseUrl)
const thisHour = startOfWindow(nowSeconds(), HOUR_SECONDS)
const observations = hourOf(await observedWindows())
for (let hour = 1; hour <= hours; hour++) await store(thisHour - hour * HOUR_SECONDS)
await db.$disconnect()

/** At least as many windows of 10 s as an hour has, if there are so many. */
async function observedWindows(): Promise<Observation[][]> {
  const windows: Observation[][] = []
  for (const watch of await db.watch.findMany()) {
    if (windows.length >= HOUR_SECONDS / WINDOW_SECONDS) break
    const observed = await loadWindows(db, watch.hostId, WINDOW_SECONDS, ALL_TIME)
    const starts = new Set(observed.map(({ windowStartEpochSeconds }) => windowStartEpochSeconds))
    for (const start of starts)
      windows.push(observed.filter((each) => each.windowStartEpochSeconds === start))
  }
  return windows
}

function hourOf(windows: readonly Observation[][]): Observation[] {
  const inOrder = Array.from({ length: HOUR_SECONDS / WINDOW_SECONDS }, (_, index) =>
    windows[index % windows.length]!.map((each) => ({
      ...each,
      windowStartEpochSeconds: thisHour + index * WINDOW_SECONDS,
    })),
  )
  const into = { windowStartEpochSeconds: thisHour, windowSeconds: HOUR_SECONDS }
  return mergeHostWindows(inOrder.flat(), into)
}

async function store(startEpochSeconds: number): Promise<void> {
  await ensurePartition(db, levelOf(HOUR_SECONDS), startEpochSeconds)
  await db.$transaction((tx) =>
    writeWindows(tx, hostId, HOUR_SECONDS, [{ startEpochSeconds, observations, arrivals: null }]),
  )
}
