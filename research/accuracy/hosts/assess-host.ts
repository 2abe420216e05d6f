import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Answer, askProduct } from './ask-product.ts'
import { drawHost, type SyntheticHost } from './draw-host.ts'
import { type ChoiceId, type JudgedChoice, judgeHost } from './judge-host.ts'
import { settleTargets, type Targets } from './settle-targets.ts'
import { writeUpload } from './write-upload.ts'

export interface HostResult
  extends Pick<
    SyntheticHost,
    | 'seed'
    | 'number'
    | 'utilisation'
    | 'demandScv'
    | 'hasBursts'
    | 'keepsConnections'
    | 'oddity'
    | 'wish'
    | 'weights'
    | 'guests'
  > {
  pCpus: number
  targets: Targets
  answer: Answer
  choices: Record<ChoiceId, JudgedChoice>
}

/** Records a synthetic host, asks the product about it and judges what it says. */
export async function assessHost(seed: number, number: number): Promise<HostResult> {
  const host = drawHost(seed, number)
  const targets = settleTargets(host)
  const directory = await mkdtemp(path.join(tmpdir(), 'steelyard-upload-'))
  try {
    await writeUpload(host, directory)
    const answer = await askProduct(directory, host.weights, targets)
    const { config, domain0CpuSecondsPerRequest: _, ...drawn } = host
    const choices = judgeHost(host, targets, answer)
    return { ...drawn, pCpus: config.pCpus, targets, answer, choices }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
