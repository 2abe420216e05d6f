import { describe, expect, it } from 'vitest'
import { answerTimes } from '../lib/answer-times.ts'
import { GUESTS, type XenHost } from '../lib/xen-host.ts'

/** Of the first ones some wait while the hogs begin and the first loans are made: they do not count. */
const WARM_UP = 8
const PINGS = WARM_UP + 24
/**
 * Seconds of the host, each of which takes several here. Not a whole number of Xen's ticks of 10 ms:
 * in virtual time every ping would arrive at the same point of a tick, and stock credit would be
 * quick in one run and slow in the next.
 */
const INTERVAL = 1.037
/** Two boots and the pings, on a busy machine. */
const PATIENCE = { timeout: 40 * 60_000 }
const NEAR_MS = 10
const STOCK = 'sched_credit_boost=wake'
/**
 * While a boost lasts as long as its loan, the guest keeps Domain-0 waiting, which has to take the
 * answer: 30 ms, the rest of its slice, here and in the twin.
 */
const LOANS = 'sched_credit_boost=loan sched_credit_boost_lasts=dispatch'

/** Round trips of pings to a guest that computes all the time, as do the others. */
interface Pinged {
  meanMs: number
  /** Part of them within 10 ms. */
  near: number
}

/**
 * Paper 1 in short form, in virtual time: three guests that never stop computing on one pCPU, one
 * of them pinged from Domain-0, under stock credit and under loans whose boosts last until the
 * dispatch.
 *
 * @param give boots a host with these arguments of the hypervisor
 */
export function describeLoans(give: (hypervisorArguments: string) => Promise<XenHost>): void {
  describe('loans on real Xen', () => {
    const what =
      'let a guest that computes answer sooner than stock credit, and cost the others nothing'
    it(what, PATIENCE, async () => {
      const stock = await measure(await give(STOCK))
      const loan = await measure(await give(LOANS))
      for (const [name, { pings, shares }] of Object.entries({ stock, loan })) {
        console.log(
          `${name}: mean ${pings.meanMs.toFixed(1)} ms, ${(100 * pings.near).toFixed(0)} % within ${NEAR_MS} ms, shares ${shares.map((share) => share.toFixed(3)).join(' / ')}`,
        )
      }
      expect(loan.pings.meanMs).toBeLessThan(0.8 * stock.pings.meanMs)
      for (const share of loan.shares) expect(Math.abs(3 * share - 1)).toBeLessThan(0.06)
    })
  })
}

async function measure(host: XenHost): Promise<{ pings: Pinged; shares: number[] }> {
  await host.setHogs('on')
  const before = await host.cpuSeconds()
  const said = await host.run(`busybox ping -i ${INTERVAL} -c ${PINGS} 10.77.0.11 || true`)
  const after = await host.cpuSeconds()
  await host.setHogs('off')
  const answers = answerTimes(said)
  expect(answers.length).toBeGreaterThan(0.9 * PINGS)
  const times = answers.slice(WARM_UP)
  const used = GUESTS.map((number) => after[`vm${number}`]! - before[`vm${number}`]!)
  const total = used.reduce((sum, seconds) => sum + seconds, 0)
  return {
    pings: {
      meanMs: times.reduce((sum, ms) => sum + ms, 0) / times.length,
      near: times.filter((ms) => ms <= NEAR_MS).length / times.length,
    },
    shares: used.map((seconds) => seconds / total),
  }
}
