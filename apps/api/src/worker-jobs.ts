import { runAnalysis } from './analyses/run-analysis.ts'
import type { JobRegistration } from './jobs/handle-job.ts'
import { judgeOutcome } from './loop/outcomes/judge-outcome.ts'
import { playRun } from './runs/play-run.ts'
import { startLevers } from './runs/start-levers.ts'
import { inspectUpload } from './uploads/inspection/inspect-upload.ts'
import { readPart } from './uploads/observations/parts/read-part.ts'
import { readUpload } from './uploads/readings/read-upload.ts'

/** Every job handler of the worker. No other process loads this file. */
export const workerJobs: readonly JobRegistration[] = [
  inspectUpload,
  readUpload,
  readPart,
  runAnalysis(startLevers),
  playRun,
  judgeOutcome,
]
