import * as contract from '@steelyard/contract'
import type { Laboratory } from './laboratory.ts'

/** What to analyse of a recording, and how; times are by the clock of the host. */
export interface Question {
  name: string
  fromEpochSeconds: number
  toEpochSeconds: number
  targets: contract.SlaTarget[]
  options?: Partial<contract.NewAnalysisOptions>
}

/**
 * Analyses a part of a recording through the API.
 *
 * @throws Error when the analysis failed
 */
export async function analyseRecording(
  { product, hostId }: Laboratory,
  uploadId: string,
  { name, fromEpochSeconds, toEpochSeconds, targets, options }: Question,
): Promise<contract.Analysis & { result: contract.AnalysisResult }> {
  const range = { from: timestamp(fromEpochSeconds), to: timestamp(toEpochSeconds) }
  const { analysis, job } = await product.call(contract.createAnalysis, {
    body: { hostId, uploadIds: [uploadId], name, targets, options: { ...options, range } },
  })
  await product.jobEnded(job)
  const { id } = analysis
  const { result, trouble, ...rest } = await product.call(contract.getAnalysis, { params: { id } })
  if (!result) throw new Error(`${name}: ${trouble?.message}`)
  return { ...rest, trouble, result }
}

const timestamp = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()
