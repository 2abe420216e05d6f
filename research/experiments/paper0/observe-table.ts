import path from 'node:path'
import type { Interval } from '../../papers/paper0/intervals.ts'
import type { PlannedLoad } from '../../recordings/campaign-types.ts'
import type { LabHost } from '../../recordings/lab-host.ts'
import type { ExperimentOptions } from '../experiment.ts'
import { keepRecording } from '../keep-recording.ts'
import { CREDIT, type Laboratory } from '../laboratory.ts'
import { measurePace } from '../measure-pace.ts'
import { type ObservedInterval, observeIntervals } from '../observe-intervals.ts'
import { type RecordedLoad, recordLoad } from '../record-load.ts'
import { askedAbout } from './asked-about.ts'
import { tableLoad } from './table-load.ts'
import type { TableResult } from './table-result.ts'

/** A host with the three guests of the tables. */
export const tableHost: Omit<LabHost, 'clock'> = {
  scheduler: CREDIT,
  pCpus: 1,
  guests: tableLoad([], { scale: 1, seed: 1 }).guests,
  client: 'domain-0',
}

/** Records a table in one go under equal weights, and analyses each interval by itself. */
export async function observeTable(
  laboratory: Laboratory,
  table: readonly Interval[],
  options: ExperimentOptions,
): Promise<TableResult> {
  const { scale, seed, log } = options
  const load = tableLoad(table, options)
  const pace = await measurePace(laboratory.host, load)
  log(`Under the busiest load, a second of the host takes ${pace.toFixed(1)} s`)
  const { intervals } = await observeLoad(laboratory, load, { name: 'table', pace }, options)
  return { scale, seed, pace, intervals }
}

/** Records a load, keeps the recording where that is wished, and analyses each interval by itself. */
export async function observeLoad(
  laboratory: Laboratory,
  load: PlannedLoad,
  recording: { name: string; pace: number },
  { out, log }: Pick<ExperimentOptions, 'out' | 'log'>,
): Promise<{ recorded: RecordedLoad; intervals: ObservedInterval[] }> {
  log(`Recording ${recording.name}`)
  const recorded = await recordLoad(laboratory, load, recording)
  if (out) keepRecording(laboratory, recorded, path.join(out, recording.name))
  log(['Analysing', ...recorded.upload.warnings].join('; '))
  const intervals = await observeIntervals(laboratory, recorded, load, askedAbout(load))
  return { recorded, intervals }
}
