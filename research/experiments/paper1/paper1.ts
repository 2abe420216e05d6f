import type { Experiment } from '../experiment.ts'
import type { Paper1Result } from './paper1-result.ts'
import { playPolicy } from './play-policy.ts'
import { POLICIES } from './policies.ts'
import { showPaper1 } from './show-paper1.ts'

const PINGS = 60
const STREAM_SECONDS = 20

/** Tables 4 and 6 and figures 5 to 9 on a real host, one boot for each way to boost. */
export const paper1: Experiment = async ({ scale, log, keep }) => {
  const pings = Math.max(1, Math.round(PINGS * scale))
  const streamSeconds = Math.max(1, Math.round(STREAM_SECONDS * scale))
  const result: Paper1Result = { pings, streamSeconds, policies: [] }
  for (const policy of POLICIES) {
    log(`Booting a Xen host with ${policy.name}`)
    result.policies.push(await playPolicy(policy, { pings, streamSeconds }))
    keep(result)
  }
  return showPaper1(result)
}
