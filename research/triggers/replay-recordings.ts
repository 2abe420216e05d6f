import { nameOf, type RequestSink } from '@steelyard/traces'
import { type Phase, type Run, readRun } from '../accuracy/recordings/read-run.ts'
import { recordingParts } from '../accuracy/recordings/recording-parts.ts'
import { RecordingReader } from '../accuracy/recordings/recording-reader.ts'
import { CompletedWindows } from './completed-windows.ts'
import type { Episode } from './judge.ts'
import type { Replay } from './replay.ts'

export interface RecordedReplay extends Replay {
  recording: string
  domain: string
  windowSeconds: number
  targetSeconds: number
}

/** The targets that the product ships with its samples, in seconds. */
const SAMPLE_TARGETS: Record<string, number> = { vm1: 0.18, vm2: 0.7, vm3: 0.1 }
const SAMPLES = /^paper-table3-/
/** Phases that differ less than this are alike, and no target between them says which is missed. */
const APART = 1.5
const LONGEST_WINDOW_SECONDS = 10
const WINDOWS_PER_PHASE = 10

/**
 * Each guest of each recording for which there is a target. Samples have the product's; elsewhere
 * it is the geometric mean of the smallest and the largest 95th percentile that clients measured in
 * a phase of a recording with this load, provided that they are apart. A target is missed in a phase
 * when the clients' 95th percentile over all of it is at least the target.
 */
export async function replayRecordings(directories: readonly string[]): Promise<RecordedReplay[]> {
  const runs = await Promise.all(
    directories.map(async (each) => ({ directory: each, run: await readRun(each) })),
  )
  const replays: RecordedReplay[] = []
  for (const { directory, run } of runs) {
    const alike = runs
      .map((each) => each.run)
      .filter((other) => other === run || sameLoad(run, other))
    const requests = await completedRequests(directory, run)
    for (const { name } of run.guests) {
      const targetSeconds = SAMPLES.test(run.name)
        ? SAMPLE_TARGETS[name]
        : targetBetween(alike, name)
      const completed = requests.get(name)
      if (targetSeconds === undefined || !completed) continue
      replays.push(replayOf(run, name, targetSeconds, completed))
    }
  }
  return replays
}

const sameLoad = (a: Run, b: Run) => a.sameLoad !== null && a.sameLoad === b.sameLoad

function targetBetween(runs: readonly Run[], domain: string): number | undefined {
  const measured = runs.flatMap(({ phases }) =>
    phases.flatMap(({ truth }) => truth.get(domain)?.p95 ?? []),
  )
  const [least, most] = [Math.min(...measured), Math.max(...measured)]
  return most / least >= APART ? Math.sqrt(least * most) : undefined
}

interface Completed {
  atEpochSeconds: number
  responseSeconds: number
}

function replayOf(
  { name: recording, phases }: Run,
  domain: string,
  targetSeconds: number,
  completed: readonly Completed[],
): RecordedReplay {
  const zero = phases[0]!.span.fromEpochSeconds
  const untilSeconds = phases.at(-1)!.span.toEpochSeconds - zero
  const shortest = Math.min(
    ...phases.map(({ span }) => span.toEpochSeconds - span.fromEpochSeconds),
  )
  const windowSeconds = Math.min(LONGEST_WINDOW_SECONDS, Math.round(shortest / WINDOWS_PER_PHASE))
  const collected = new CompletedWindows(windowSeconds, untilSeconds)
  for (const { atEpochSeconds, responseSeconds } of completed) {
    if (atEpochSeconds >= zero) collected.add(atEpochSeconds - zero, responseSeconds)
  }
  return {
    recording,
    domain,
    windowSeconds,
    targetSeconds,
    untilSeconds,
    episodes: episodesOf(phases, domain, targetSeconds),
    windows: new Map([[windowSeconds, collected.finish(targetSeconds)]]),
  }
}

/** Missed phases, joined where one follows the other. */
function episodesOf(phases: readonly Phase[], domain: string, targetSeconds: number): Episode[] {
  const zero = phases[0]!.span.fromEpochSeconds
  const episodes: Episode[] = []
  let before = false
  for (const { span, truth } of phases) {
    const missed = (truth.get(domain)?.p95 ?? 0) >= targetSeconds
    const endSeconds = span.toEpochSeconds - zero
    if (missed && before) episodes.at(-1)!.endSeconds = endSeconds
    else if (missed) episodes.push({ beginSeconds: span.fromEpochSeconds - zero, endSeconds })
    before = missed
  }
  return episodes
}

/** What the servers logged, by guest and in the order of completion. */
async function completedRequests(
  directory: string,
  { recording }: Run,
): Promise<Map<string, Completed[]>> {
  const { logs } = await recordingParts(directory, recording)
  const reader = new RecordingReader(directory, recording.startEpochSeconds)
  const found = new Map<string, Completed[]>()
  for (const { file, spec } of logs) {
    const completed: Completed[] = []
    const sink: RequestSink = {
      openRequests: () => ({
        add(start, duration) {
          if (Number.isNaN(duration)) return
          completed.push({ atEpochSeconds: start + duration, responseSeconds: duration })
        },
        close() {},
      }),
    }
    await reader.requests(file, spec, sink)
    completed.sort((a, b) => a.atEpochSeconds - b.atEpochSeconds)
    if (spec.domainBy.by === 'fixed') found.set(nameOf(spec.domainBy.domain), completed)
  }
  return found
}
