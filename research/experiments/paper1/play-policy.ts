import * as contract from '@steelyard/contract'
import { CLIENT_GUEST } from '../../recordings/lab-host.ts'
import { applyVerified } from '../apply-verified.ts'
import { CREDIT, type Laboratory, openLaboratory } from '../laboratory.ts'
import type { PlayedPolicy } from './paper1-result.ts'
import type { Policy } from './policies.ts'
import { sendPings } from './send-pings.ts'
import { sendStream } from './send-stream.ts'
import { hogs, startSixHogs } from './six-hogs.ts'

/** Ethernet of the paper's time. Netback counts in steps that are no shorter than a timer's tick. */
const LINK = '100Mb/s@20ms'
const OF_CLIENT = 1

export interface Wish {
  pings: number
  streamSeconds: number
}

/** Boots a host under one policy and measures pings to, then a stream into, one of six hogs. */
export async function playPolicy(policy: Policy, wish: Wish): Promise<PlayedPolicy> {
  const laboratory = await openLaboratory(
    {
      scheduler: { ...CREDIT, name: policy.scheduler },
      pCpus: 2,
      guests: hogs.map(({ name }) => ({ name, rounds: 1 })),
      client: 'guest',
      clientRate: LINK,
      experiment: policy.bootParameters,
    },
    { logs: false },
  )
  try {
    const { host, product, hostId } = laboratory
    await setClientApart(laboratory)
    const { experiments } = await product.call(contract.getHost, { params: { id: hostId } })
    await startSixHogs(host)
    const pingsMs = await sendPings(host, wish.pings)
    const stream = await sendStream(host, wish.streamSeconds)
    return { name: policy.name, experiments, pingsMs, stream }
  } finally {
    await laboratory.stop()
  }
}

/**
 * Plans and applies a cpupool for the client, so that what it does takes no turn of those that are
 * measured. Pins would not do: credits are given out for all pCPUs of a cpupool, so six guests on
 * one of two would have more than they can use, and all be under their share.
 */
async function setClientApart(laboratory: Laboratory): Promise<void> {
  const { product, hostId } = laboratory
  const realTimePool = {
    scheduler: 'credit' as const,
    pCpus: [OF_CLIENT],
    domains: [{ domain: CLIENT_GUEST, extraTime: false }],
  }
  await applyVerified(laboratory, await product.plan({ hostId, realTimePool }))
}
