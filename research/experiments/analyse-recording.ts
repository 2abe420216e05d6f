import * as contract from '@steelyard/contract'
import type { Laboratory } from './laboratory.ts'

/** What to analyse of a recording, and how; times are by the clock of the host. */
export interface Question {
  name: string
  fromEpochSeconds: number
  toEpochSeconds: number
  windowSeconds: number
  targets: contract.SlaTarget[]
  options?: Partial<contract.NewAnalysisOptions>
}

/**
 * Analyses a part of a recording through the API: the windows that lie within it whole.
 *
 * @throws Error when the analysis failed
 */
export async function analyseRecording(
  { product, hostId }: Laboratory,
  uploadId: string,
  { name, fromEpochSeconds, toEpochSeconds, windowSeconds, targets, options }: Question,
): Promise<contract.Analysis & { result: contract.AnalysisResult }> {
  // The product counts a window by its middle.
  const range = {
    from: timestamp(fromEpochSeconds + windowSeconds / 2),
    to: timestamp(toEpochSeconds - windowSeconds / 2),
  }
  const { analysis, job } = await product.call(contract.createAnalysis, {
    body: {
      hostId,
      uploadIds: [uploadId],
      name,
      targets,
      options: { ...options, windowSeconds, range },
    },
  })
  await product.jobEnded(job)
  const { id } = analysis
  const { result, trouble, ...rest } = await product.call(contract.getAnalysis, { params: { id } })
  if (!result) throw new Error(`${name}: ${trouble?.message}`)
  return { ...rest, trouble, result }
}

const timestamp = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()
