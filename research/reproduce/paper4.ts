import { publishedOverhead, vmmOverhead, withOverhead } from '@steelyard/model'
import { pinningLab, replicate, type TwinConfig } from '@steelyard/simulator'
import { keptResult } from '../experiments/kept-result.ts'
import { offBy, percent } from './figures.ts'
import { built, type Claim, judge, near, notApplicable } from './judge.ts'
import { measuredRows } from './paper4/measured.ts'
import type { Reproduction, ReproductionRow } from './reproduction.ts'

const cores = 4

/** CPU use of Domain-0 on a Xen 4.17 host while xentop ran; it was not fitted to paper 4. */
const domain0Utilisation = 0.027

const runs = { seed: 1, replications: 5, horizonSeconds: 120, warmupSeconds: 10 }

const known =
  'On Linux itself, a second job on the second of two cores makes both 1.3 % slower (95 % interval 0.2 to 2.4 %), and the paper found 1.28 % for a fourth job on four cores; an interval that wide cannot confirm it. On an emulated Xen it is 7.7 % (5.0 to 10.3 %) instead of the published 3.75 %, which says what emulation costs and not Xen. Waiting for a pCPU explains 0.68 of the 3.75 points by which four jobs are slower than three on Xen: Domain-0, at the 2.7 % that it used on a recorded host, has no pCPU to itself any more. The rest needs caches, memory and the VMM, which scheduling does not have. Pinning gains nothing in scheduling, and a pCPU for Domain-0 alone costs four jobs a third.'

/** Paper 4: VMM overhead of Xen and KVM, and pinning. */
export async function reproducePaper4(): Promise<Reproduction> {
  const times = runTimes()
  return {
    paper: 'paper4',
    title: 'Paper 4: overhead of the VMM on Xen and KVM, and pinning',
    known,
    rows: [...setUp(), ...figure1(times), ...figure2(times), ...claims(times), ...errata()],
  }
}

interface RunTimes {
  /** Mean run time of one CPU second's work with 3 and with 4 jobs on 4 pCPUs. */
  three: number
  four: number
  /** 4 jobs, with Domain-0 and each job pinned as in `pinningLab`. */
  pinned: number
  /** The same with a pCPU for Domain-0 alone. */
  domain0Alone: number
}

/**
 * A job is a guest that never stops computing, so its run time is proportional to 1 / CPU share.
 */
function runTimes(): RunTimes {
  const variants = pinningLab(jobs(4))
  const variant = (id: string) => variants.find((each) => each.id === id)!.config
  return {
    three: meanRunTime(jobs(3)),
    four: meanRunTime(jobs(4)),
    pinned: meanRunTime(variant('domain0-shared')),
    domain0Alone: meanRunTime(variant('domain0-alone')),
  }
}

function jobs(count: number): TwinConfig {
  return {
    pCpus: cores,
    scheduler: { name: 'credit', xenVersion: '4.0' },
    domain0: {
      name: 'Domain-0',
      background: { utilisation: domain0Utilisation, periodSeconds: 0.02, timing: 'poisson' },
    },
    guests: Array.from({ length: count }, (_, index) => ({ name: `job${index + 1}`, hogs: 1 })),
  }
}

function meanRunTime(config: TwinConfig): number {
  const { domains } = replicate(config, runs)
  const times = domains
    .filter(({ name }) => name !== 'Domain-0')
    .map((job) => 1 / job.cpuShare.mean)
  return times.reduce((sum, time) => sum + time, 0) / times.length
}

/** Smaller differences, as a fraction of the run time, do not count. */
const noticeable = 0.001

const lab = 'packages/simulator/src/lab/pinning-lab.ts'
const overhead = 'packages/model/src/overhead/vmm-overhead.ts'

function setUp(): ReproductionRow[] {
  return [
    {
      where: 'section 3, set-up',
      published: 'Core2 Quad Q9550, Xen 4.0.1, 3 and 4 jobs of SPEC CPU2006 (bzip2, gobmk)',
      ours: `twin with ${cores} pCPUs, credit scheduler of Xen 4.0, 3 and 4 jobs that never stop, Domain-0 using ${percent(domain0Utilisation)} of a pCPU`,
      ...built(['the hardware', 'SPEC CPU2006, in whose place the jobs never stop']),
      implementedIn: 'packages/simulator/src/engine/simulate.ts, research/reproduce/paper4.ts',
      why: 'The twin simulates which vCPU runs on which pCPU and when. It does not model caches, memory bandwidth or exits to the VMM. The CPU use of Domain-0 was measured on a Xen 4.17 host under xentop, not in this experiment.',
    },
  ]
}

function figure1({ three, four }: RunTimes): ReproductionRow[] {
  const twin = four / three - 1
  const implied = (cores * publishedOverhead.xen) / (1 + publishedOverhead.xen)
  return [
    {
      where: 'fig 1, Xen, 3 to 4 jobs',
      published: 'run time +3.75 % on average',
      ours: `twin +${percent(twin)}; default +${percent(publishedOverhead.xen)}, labelled as published`,
      ...judge([
        { says: '4 jobs take longer than 3', holds: twin > noticeable },
        near(twin, publishedOverhead.xen, 'by as much,'),
      ]),
      implementedIn: `${overhead}, packages/simulator/src/engine/simulate.ts`,
      why: `The direction is reproduced: with a free pCPU, Domain-0 does not delay the jobs; without one, it does. The size is not: to explain all of it, Domain-0 would have had to use ${percent(implied)} of a pCPU. The rest is due to caches, memory and the VMM itself, which only a measurement can show.`,
    },
    ...measuredRows(keptResult('paper4')),
    {
      where: 'fig 1, KVM, 3 to 4 jobs',
      published: 'run time +4.89 % on average',
      ours: `not measured; ${percent(publishedOverhead.kvm)} is carried as a default that says where it comes from`,
      ...judge([{ says: 'by as much as published', holds: null }]),
      implementedIn: overhead,
      why: 'KVM’s scheduler is that of Linux, which is not simulated; run times on KVM would decide it, and we have none.',
    },
    {
      where: 'fig 1, claim: Xen is slower at 3 jobs',
      published: 'bars only: 3 jobs take longer on Xen than on KVM or native Linux',
      ours: `twin: 3 jobs take ${three.toFixed(4)} s per CPU second`,
      ...judge([{ says: '3 jobs pay for the VMM', holds: three - 1 > noticeable }]),
      implementedIn: 'packages/simulator/src/engine/simulate.ts',
      why: 'With a pCPU left for Domain-0, scheduling costs the jobs nothing. The twin does not model the cost of paravirtualisation per page fault or system call.',
    },
  ]
}

/** The paper says "mostly faster" of pinning, without a figure; both ways to pin are checked. */
function pinnedSooner({ four, pinned, domain0Alone }: RunTimes): Claim[] {
  const sooner = (time: number) => 1 - time / four > noticeable
  return [
    { says: 'each pinned is sooner', holds: sooner(pinned) },
    { says: 'Domain-0 alone on a pCPU is sooner', holds: sooner(domain0Alone) },
  ]
}

function figure2(times: RunTimes): ReproductionRow[] {
  const { four, pinned, domain0Alone } = times
  return [
    {
      where: 'fig 2, Xen, pinning',
      published: 'bars only: pinning Domain-0 and the guests mostly makes Xen faster',
      ours: `twin, 4 jobs: unpinned ${four.toFixed(4)}, each pinned ${pinned.toFixed(4)} (${offBy(pinned, four)}), Domain-0 alone on a pCPU ${domain0Alone.toFixed(4)} s per CPU second (${offBy(domain0Alone, four)})`,
      ...judge(pinnedSooner(times)),
      implementedIn: `${lab}, packages/simulator/src/lab/advise-pinning.ts`,
      why: 'Pinning cannot create CPU time. Its gain is likely due to warmer caches, which the twin does not model; its loss, a pCPU that idles while vCPUs queue elsewhere, is modelled. A pCPU for Domain-0 alone costs four jobs a quarter of the host. The advice is therefore to pin only where the twin shows a real gain, and to measure afterwards.',
    },
    {
      where: 'fig 2, KVM, pinning',
      published: 'bars only: pinning makes KVM slower',
      ours: 'virsh lines are printed, labelled as not applied',
      ...judge([{ says: 'slower when pinned', holds: null }]),
      implementedIn: 'packages/xen/src/plan/virsh-pin-commands.ts',
      why: 'KVM is not simulated, KVM hosts are not changed, and nothing was measured on one.',
    },
  ]
}

function claims(times: RunTimes): ReproductionRow[] {
  const { three, four } = times
  const { native, xen, kvm } = publishedOverhead
  const load = {
    domains: [{ name: 'vm1', arrivalRatePerSecond: 400, serviceTimeSeconds: 0.01 }],
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: cores,
  }
  const dearer = withOverhead(load, vmmOverhead({ platform: 'xen' }).fraction).domains[0]!
  return [
    {
      where: 'claim: all cores busy, KVM is worse than Xen',
      published: '4.89 % against 3.75 %',
      ours: `not measured on KVM; of the published figures, the ratio is ${(kvm / xen).toFixed(2)}, and over native Linux they are ${percent(xen - native)} for Xen and ${percent(kvm - native)} for KVM`,
      ...judge([{ says: 'KVM slowed down by more than Xen', holds: null }]),
      implementedIn: overhead,
      why: 'The paper gives neither the number of runs nor their spread, so it is unknown whether 1.14 points exceed chance. Measurements of your own in several batches get a confidence interval.',
    },
    {
      where: 'claim: the VMM takes CPU, so it shows when every core is busy',
      published: 'the assumption of the experiment',
      ours: `twin: 3 jobs pay ${percent(three - 1)}, 4 jobs ${percent(four - 1)}; in the model x (1 + o C / rho), C by Erlang, the part of the work done while all pCPUs are busy`,
      ...judge([
        { says: '4 jobs pay, 3 do not', holds: four - 1 > noticeable && three - 1 <= noticeable },
        { says: 'whether the VMM takes CPU, as it is put in', holds: null },
      ]),
      implementedIn:
        'packages/model/src/overhead/with-overhead.ts, packages/model/src/overhead/vmm-overhead-recorded.ts',
      why: 'The CPU use of Domain-0 is an input; that it matters only when no pCPU is free is a result. From a recording, Steelyard compares the CPU time per request of busy and calm windows. With one pCPU, or where rates hardly vary, it reports that the overhead cannot be determined.',
    },
    {
      where: 'claim: the provider must know it to plan capacity',
      published: 'no method given',
      ours: `o = 3.75 %: a request of 10 ms takes ${(dearer.serviceTimeSeconds * 1000).toFixed(3)} ms of CPU on a full host, so it answers ${percent(1 - 1 / (1 + xen))} fewer`,
      ...notApplicable('no method is published'),
      implementedIn:
        'packages/model/src/overhead/with-overhead.ts, apps/api/src/forecasts/assess-overhead.ts',
      why: 'This is our reading of what the paper asks for: a forecast takes the overhead as an option, and an assessment estimates it from run times or a recording.',
    },
    {
      where: 'claim: as a rule 1 to 2 VMs per core',
      published: 'quoted from Walker 2008',
      ours: 'no such rule is built in',
      ...notApplicable('background'),
      implementedIn: '–',
      why: 'A rule of thumb for how many VMs were usual then; how many fit follows here from their load.',
    },
    {
      where: 'claim: pinning lessens Xen’s overhead somewhat',
      published: 'conclusion, from fig 2',
      ours: 'plans can pin vCPUs: read before, verified, rolled back; the gain is for the operator to measure',
      ...judge(pinnedSooner(times)),
      implementedIn: `${lab}, packages/xen/src/plan`,
      why: 'See fig 2.',
    },
    {
      where: 'future work: other workloads than CPU-bound ones',
      published: 'announced',
      ours: 'CPU time of Domain-0 per request is taken from every recording and played in the twin',
      ...notApplicable('future work'),
      implementedIn: 'packages/simulator/src/twin-of-host/domain0-cost.ts',
      why: 'For web requests, this does what the paper left for later.',
    },
  ]
}

function errata(): ReproductionRow[] {
  const erratum = (
    where: string,
    published: string,
    ours: string,
    implementedIn: string,
    why: string,
  ): ReproductionRow => ({
    where: `erratum: ${where}`,
    published,
    ours,
    implementedIn,
    why,
    ...notApplicable('the paper is taken as meant'),
  })
  return [
    erratum(
      'Domain-0',
      'Xen has a VMM that is called Domain-0',
      'Domain-0 is a domain: the hypervisor schedules it as it does the guests',
      'packages/simulator/src/config/twin-config.ts',
      'What is measured is the hypervisor and Domain-0 together.',
    ),
    erratum(
      'KVM cannot be pinned',
      'KVM’s VMM cannot be pinned',
      'QEMU’s own threads can: virsh emulatorpin',
      'packages/xen/src/plan/virsh-pin-commands.ts',
      'Libvirt has long had this feature; it may have been missing in 2010.',
    ),
    erratum(
      'what the percentages are of',
      '“overhead of 3.75 %”',
      'increase of run time from 3 to 4 jobs, so of CPU time per piece of work',
      overhead,
      'That is the o of x (1 + o).',
    ),
    erratum(
      'spread',
      'means without runs or spread',
      'the defaults have no interval and say so; measurements of two or more batches have one',
      overhead,
      'Welch’s interval for the logarithm of the ratio of the batch means.',
    ),
  ]
}
