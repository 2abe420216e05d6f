import { replicate } from '@steelyard/simulator'
import { tracedHosts } from '@steelyard/simulator/testing'
import { domain0Seconds, hostInInterval } from '../../papers/paper0/host-of-paper0.ts'
import { offered, table3 } from '../../papers/paper0/intervals.ts'
import { ms, percent, significant } from '../figures.ts'
import { built, judge, notApplicable } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import { spreadOfGaps, untilTaken } from './pick-up-gaps.ts'
import { play } from './twin-of-paper0.ts'

const { rates } = table3[4]
const requestPath = 'packages/simulator/src/config/request-path.ts'

/** Figures 1 to 3, the set-up, and what section 3.1 says of Domain-0. */
export function backgroundRows(): ReproductionRow[] {
  return [gaps(), delays(), queueingSystem(), setUp(), boost()]
}

function gaps(): ReproductionRow {
  const gapSeconds = 1 / rates[0]
  const [shared, alone] = [spreadOfGaps(rates), spreadOfGaps([rates[0]])]
  const isEven = (spread: number) => spread < 0.01 * gapSeconds
  return {
    where: 'fig 1: even requests reach a virtual server unevenly',
    published: 'curves of the gaps between requests: even on a dedicated server, uneven under Xen',
    ours: `twin, VM1 at Table 3, interval 5: sent every ${ms(gapSeconds)}, taken up by the guest with gaps that deviate by ${ms(shared)}; with no other VM by ${ms(alone)}`,
    ...judge([
      {
        says: `uneven beside others, a standard deviation above 1 % of the gap (${percent(shared / gapSeconds)})`,
        holds: !isEven(shared),
      },
      { says: 'even alone', holds: isEven(alone) },
      { says: 'as uneven as the curve, of which we have no figures', holds: null },
    ]),
    implementedIn: `${requestPath}, research/reproduce/paper0/pick-up-gaps.ts`,
    why: 'Each request waits for Domain-0 and for its guest as long as the scheduler makes it, so gaps vary as soon as others run. Where the delay is the same for every request, gaps stay even.',
  }
}

function delays(): ReproductionRow {
  const shared = play(rates, { path: untilTaken })
  const alone = play([rates[0]], { path: untilTaken })
  const whole = play(rates, { domain0Seconds })
  return {
    where: 'fig 2: delays arise where Domain-0, then the guest, waits for the CPU',
    published: 'drawing',
    ours: `twin: of VM1’s ${ms(whole[0].mean)}, ${ms(shared[0].mean)} pass before its guest takes the request up; with no other VM ${ms(alone[0]!.mean)}`,
    ...notApplicable(
      'the twin is built so: with one pCPU, a request cannot but wait longer beside others',
    ),
    implementedIn: `${requestPath}, packages/simulator/src/requests/request-flow.ts`,
    why: 'A request goes through Domain-0, its guest and Domain-0 again; each waits for the CPU as the scheduler decides.',
  }
}

function queueingSystem(): ReproductionRow {
  return {
    where: 'fig 3: the queueing system',
    published: 'one CPU, a class of requests for each VM, first come first served within',
    ours: `as drawn, with the discipline \`fifo\`; CPU demand ${percent(offered(rates))}`,
    ...built(),
    implementedIn: 'packages/simulator/src/host/service-queue.ts',
    why: 'Web servers share their vCPU among requests; the product simulates that by default.',
  }
}

function setUp(): ReproductionRow {
  return {
    where: 'section 4.1, set-up',
    published:
      'Xen 3.1.0, one pCPU, three VMs of one vCPU each; Apache 2.0 with CPU-bound PHP, httperf; xenmon and the Apache log are recorded',
    ours: 'twin: the credit scheduler of Xen 3.1 on one pCPU, one vCPU per VM, even arrivals, constant CPU times. Recorded host: Xen 4.17 on one pCPU, the same VMs with Apache 2.4 and CPU-bound PHP, xenmon and access logs, clients that send at random',
    ...built([
      'a host with Xen 3.1.0 itself',
      'Apache 2.0',
      'httperf, in whose place the twin has even arrivals and the recorded host Poisson ones',
    ]),
    implementedIn: 'research/papers/paper0/host-of-paper0.ts, samples',
    why: 'The paper does not say what hardware it used. The twin has the scheduler and the traffic, the recorded host the servers and the tools; neither has both.',
  }
}

const micro = (seconds: number) => `${significant(seconds * 1e6)} µs`

function boost(): ReproductionRow {
  const { domains } = replicate(hostInInterval(rates, { domain0Seconds }), {
    seed: 1,
    replications: 100,
    horizonSeconds: 32,
    warmupSeconds: 2,
  })
  const played = domains.map(({ wakeToRun }) => wakeToRun.mean!.mean)
  const [credit, credit2] = ['xentrace-45-equal', 'credit2-xentrace-equal'].map((name) =>
    tracedHosts
      .find((host) => host.name === name)!
      .domains.map(({ wakeToRunMeanMicroseconds }) => wakeToRunMeanMicroseconds / 1e6),
  )
  const isLeast = ([domain0, ...guests]: readonly number[]) =>
    guests.every((guest) => domain0! < guest)
  const shown = (waits: readonly number[]) => waits.map(micro).join(' / ')
  return {
    where: 'claim: Domain-0 is boosted, so it waits less',
    published: 'section 3.1.2, without figures',
    ours: `wait after a wake-up of Domain-0 / VM1 / VM2 / VM3: twin at Table 3, interval 5 ${shown(played)}; traced host (Xen 4.17, the same rates) under credit ${shown(credit!)}, under credit2, which has no boost, ${shown(credit2!)}`,
    ...judge([
      { says: 'less than every guest in the twin', holds: isLeast(played) },
      { says: 'less than every guest on the traced host', holds: isLeast(credit!) },
      {
        says: 'less than without boosts on the traced host',
        holds: credit![0]! < credit2![0]!,
      },
    ]),
    implementedIn:
      'packages/simulator/src/schedulers/credit1.ts, packages/simulator/src/fixtures/traced-hosts.json',
    why: 'Every vCPU that wakes with credit left is boosted, not only Domain-0’s: a guest that runs seldom and briefly gains as much. Since Xen 4.2, a boosted vCPU also waits until the running one has had a millisecond.',
  }
}
