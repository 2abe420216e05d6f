import { publishedOverhead } from '@steelyard/model'
import type { Paper4Result, PlatformResult } from '../../experiments/paper4/paper4-result.ts'
import { significant } from '../figures.ts'
import { type Claim, judge, NEAR_PART, near } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'

type Platform = PlatformResult['platform']

type Interval = PlatformResult['assessment']['interval']

interface Published {
  platform: Platform
  name: string
  fraction: number
  /** Whether our figure can be held against it. */
  comparable: boolean
  why: string
}

const implementedIn =
  'research/experiments/paper4/paper4.ts, research/experiments/kept/paper4.json, packages/model/src/overhead/vmm-overhead.ts'

const published: readonly Published[] = [
  {
    platform: 'native',
    name: 'native',
    fraction: publishedOverhead.native,
    comparable: true,
    why: 'Jobs of gzip and sha256sum in the place of SPEC’s bzip2 and gobmk, on a machine with fewer cores than the paper’s, which may be a virtual one itself; the last free core is what counts. The interval holds a sixth of what was published as well as nearly twice as much, so it confirms that there is a cost and not how large it is; two cores, on which other programs ran too.',
  },
  {
    platform: 'xen-emulated',
    name: 'Xen',
    fraction: publishedOverhead.xen,
    comparable: false,
    why: 'The same jobs in guests under emulation, where QEMU’s threads share the cores with everything else on the machine. So this says what an operator would measure in such a lab, not what Xen costs on hardware.',
  },
]

/** Figure 1 as measured: one job more, on the last free core. */
export function measuredRows({ platforms }: Paper4Result): ReproductionRow[] {
  return published.map(({ platform, name, fraction, comparable, why }) => {
    const found = platforms.find((each) => each.platform === platform)!
    const { pCpus, batches, assessment, machine } = found
    const { overheadPercent, interval } = assessment
    const overhead = overheadPercent === null ? null : overheadPercent / 100
    const asMuch: Claim = comparable
      ? decided(near(overhead, fraction, 'by as much,'), interval, 100 * fraction)
      : { says: 'by as much on hardware', holds: null }
    return {
      where: `fig 1, ${name}, one job more on the last free core, measured`,
      published: `run time +${significant(100 * fraction)} % on average, from 3 to 4 jobs on 4 cores`,
      ours: `${signed(overheadPercent)} from ${pCpus - 1} to ${pCpus} jobs, 95 % interval ${signed(interval?.lowPercent)} to ${signed(interval?.highPercent)}, over ${batches.length} batches; ${machine}`,
      ...judge([
        { says: 'longer, beyond chance', holds: interval !== null && interval.lowPercent > 0 },
        asMuch,
      ]),
      implementedIn,
      why,
    }
  })
}

/** A figure within a tenth of the published one says nothing where its interval is far wider. */
function decided(claim: Claim, interval: Interval, publishedPercent: number): Claim {
  const isWide =
    interval === null ||
    interval.highPercent - interval.lowPercent > 2 * NEAR_PART * Math.abs(publishedPercent)
  return isWide ? { says: `${claim.says}, which the interval cannot tell`, holds: null } : claim
}

function signed(value: number | null | undefined): string {
  if (value == null) return 'unknown'
  return `${value < 0 ? '−' : '+'}${significant(Math.abs(value))} %`
}
