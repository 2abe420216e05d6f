import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type AnalysisResult, type DomainTarget, startOf } from '@steelyard/analysis'
import type { Weights } from '@steelyard/model'
import { readRecording } from '@steelyard/traces'
import { analyseRun } from '../analyse-run.ts'
import { type ObservedRun, observeRun } from '../recordings/observe-run.ts'
import { recordingParts } from '../recordings/recording-parts.ts'
import { RecordingReader } from '../recordings/recording-reader.ts'
import type { Targets } from './settle-targets.ts'

/** What the product says about an upload, and what the two rules it is compared with would set. */
export interface Answer {
  evidence: string
  /** What the recording lacks, as codes with their figures. */
  lacks: string[]
  verdict: string
  /** The code of the advice, or of the note that says why there is none. */
  advice: string
  chosenBy: string | null
  /** Each model's gain and uncertainty. */
  checks: { model: string; gain: number; uncertainty: number; passes: boolean; objects: boolean }[]
  /** CPU time of the analysis in all its threads, without reading the upload. */
  cpuSeconds: number
  /** Null where nothing is to be changed. */
  product: Weights | null
  /** What the product chose before it asked whether that is worth a change. */
  ungated: Weights | null
  sandpiper: Weights | null
  eq7: Weights | null
}

/** Analyses the upload with default options. */
export async function askProduct(
  directory: string,
  inForce: Weights,
  targets: Targets,
): Promise<Answer> {
  const observed = await readUpload(directory)
  const asked = Object.entries(targets).map(
    ([domain, responseTimeSeconds]): DomainTarget => ({
      domain,
      responseTimeSeconds,
      throughputPerSecond: null,
    }),
  )
  const before = process.cpuUsage()
  const { result } = await analyseRun(observed, {}, asked)
  const { user, system } = process.cpuUsage(before)
  return { ...answerOf(result, inForce), cpuSeconds: (user + system) / 1e6 }
}

/** Reads the files with the product's own readers. */
export async function readUpload(directory: string): Promise<ObservedRun> {
  const recording = readRecording(await readFile(path.join(directory, 'recording.json'), 'utf8'))
  const reader = new RecordingReader(directory, startOf(recording))
  return observeRun(reader, recording, await recordingParts(directory, recording))
}

function answerOf(
  { evidence, verdict, recommendation, recommendationNotes, sandpiper, asPrinted }: AnalysisResult,
  inForce: Weights,
): Omit<Answer, 'cpuSeconds'> {
  const changed = (weights: Weights) =>
    Object.entries(weights).some(([name, weight]) => weight !== inForce[name])
      ? { ...inForce, ...weights }
      : null
  return {
    evidence: evidence.grade,
    lacks: evidence.lacks.map(({ code, atMost: _, ...figures }) =>
      Object.keys(figures).length > 0 ? `${code} ${JSON.stringify(figures)}` : code,
    ),
    verdict: verdict.decision.verdict,
    advice:
      recommendation?.advice.code ??
      recommendationNotes
        .map((note) => ('message' in note ? `${note.code}: ${note.message}` : note.code))
        .join(', '),
    chosenBy: recommendation?.by ?? null,
    checks: (recommendation?.checks ?? []).map(({ before: _, after: __, ...check }) => check),
    product: changed(
      Object.fromEntries(
        (recommendation?.domains ?? []).map(({ domain, weightAfter }) => [domain, weightAfter]),
      ),
    ),
    ungated: changed(recommendation?.solution.weights ?? {}),
    sandpiper: changed(
      Object.fromEntries(
        sandpiper.domains.map(({ domain, weightFactor }) => [
          domain,
          Math.min(MAX_WEIGHT, Math.round(inForce[domain]! * (weightFactor ?? 1))),
        ]),
      ),
    ),
    eq7: changed(
      Object.fromEntries(
        (asPrinted.totalDelay?.domains ?? []).map(({ domain, printedWeight }) => [
          domain,
          printedWeight,
        ]),
      ),
    ),
  }
}

const MAX_WEIGHT = 65_535
