import { runAnalysis } from './analyses/run-analysis.ts'
import { runApplication, runRollBack } from './applications/agent/run-application.ts'
import { discoverHost } from './hosts/discover-host.ts'
import { probeGuestLog } from './hosts/guest-logs/probe-guest-log.ts'
import { probeHost } from './hosts/probe-host.ts'
import type { JobRegistration } from './jobs/handle-job.ts'
import { preparePlan } from './plans/prepare-plan.ts'
import { recordHost } from './recordings/record-host.ts'
import { playRun } from './runs/play-run.ts'
import { startLevers } from './runs/start-levers.ts'
import { inspectUpload } from './uploads/inspection/inspect-upload.ts'

/** Every job handler of the worker and the agent. The API process never loads this file. */
export const jobRegistrations: readonly JobRegistration[] = [
  inspectUpload,
  runAnalysis(startLevers),
  playRun,
  probeHost,
  discoverHost,
  probeGuestLog,
  recordHost,
  preparePlan,
  runApplication,
  runRollBack,
]
