import { realTimeCaps, schedulability } from '@steelyard/model'
import { keptResult } from '../experiments/kept-result.ts'
import { percent, significant } from './figures.ts'
import { built, notApplicable } from './judge.ts'
import { capsOnRealXenRows } from './paper3/caps-on-real-xen.ts'
import { onRealXenRows } from './paper3/on-real-xen.ts'
import { type Guess, guesses, jobsPerTask, type Policy, playTasks } from './paper3/tasks.ts'
import { heldUnder, type Outcomes, over, verdict } from './paper3/verdict.ts'
import type { Reproduction, ReproductionRow } from './reproduction.ts'

const lab = 'packages/simulator/src/lab/real-time-lab.ts'
const tasks = 'research/reproduce/paper3/tasks.ts'
const credit1 = 'packages/simulator/src/schedulers/credit1.ts'
const caps = 'packages/model/src/real-time/real-time-caps.ts'

const policies: Policy[] = [
  'credit',
  'pinning',
  'rt-credit',
  'caps',
  'rtds',
  'order-alone',
  'lower-caps',
]
const twice = ['rt1', 'rt2'].map((name) => ({ name, periodSeconds: 0.1, executionSeconds: 0.07 }))

const known =
  'In the twin and on a real Xen, it is the caps and not the order of the runqueue that cost the other guests their throughput, and fewer deadlines are missed than under stock credit. On one pCPU of a real host, with jobs counted in the guest, stock credit misses all of them, the order of the runqueue alone 99 %, caps alone 70 % and RT-Credit 52 %, where the twin foretells 13 %. Under RTDS, which Xen has had since 4.5 and Debian does not build, the guest got what was reserved, and yet each job missed by 5 % of its work, where the twin foretells no miss: a guest that takes turns with others needs 6 % more CPU time than alone, by which caps and reservation were computed. With an allowance of 10 %, which the product gives by default, caps alone missed 46 %, RT-Credit 13 % and RTDS one job of 200, and the others got 23 to 26 % of the pCPU instead of 29 to 30 % ([experiments](../experiments/README.md)). The monitor that the paper leaves undescribed is there: caps follow a real-time guest that works and rests, under a grant and without a person. On that host, over five minutes of work, 78 % of the jobs missed with caps that follow, 22 % with fixed ones and 99 % with none, so no deadline is guaranteed; the others got 55, 23 and 97 % of the pCPU in the pause.'

/**
 * Paper 3: RT-Credit.
 * @param runs number of runs of every policy under every guess, with two tasks each
 */
export async function reproducePaper3(runs = 50): Promise<Reproduction> {
  const outcomes = guesses.map((guess) => playTasks(guess, runs, policies))
  return {
    paper: 'paper3',
    title: 'Paper 3: RT-Credit, real-time domains under the credit scheduler',
    known,
    rows: [
      ...setUp(),
      ...rules(outcomes),
      ...figure2(outcomes),
      ...figure3(outcomes),
      ...onRealXenRows(keptResult('paper3')),
      ...capsOnRealXenRows(keptResult('caps')),
      ...guesses.map((guess, index) => oneGuess(guess, outcomes[index]!)),
      ...beyond(outcomes),
    ],
  }
}

function setUp(): ReproductionRow[] {
  const { utilisation, globalEdf } = schedulability({ pCpus: 2, realTime: twice })
  return [
    {
      where: 'section 3, set-up',
      published:
        'i7 920, 2 cores, no hyper-threading, Xen 3.4.3, Domain-0 pinned to core 0; number of domains and tasks not given',
      ours: `twin with 2 pCPUs, credit of Xen 3.4, two real-time domains, all weights equal; missing details in ${guesses.length} ways: one, two or four others, Domain-0 idle or busy 2.7 % of pCPU 0, missed jobs given up or finished late`,
      ...built(['the hardware'], 'details that are not given are guessed'),
      implementedIn: `${lab}, ${tasks}`,
      why: 'Several real-time guests of 70 % on two cores can only be two. The guesses were settled after trial runs had shown how much depends on them, so none is singled out: “reproduced” below means under every one of them, “partly” under some.',
    },
    {
      where: 'section 3, T(Period, Execution time): T(100,70)',
      published:
        'hashes of 1 ms for the execution time in each period; not done by its end is a miss',
      ours: `as printed, read as ms: utilisation ${percent(utilisation / 2)} each, ${jobsPerTask} jobs a task`,
      ...built([], 'the unit and the fate of a missed job are ours'),
      implementedIn: 'packages/simulator/src/requests/real-time-jobs.ts',
      why: 'A job given up ends with the hash in which its deadline passes; one finished late delays the next.',
    },
    {
      where: 'section 3, T(Execution time): T(60)',
      published: 'a guest that hashes forever; hashes are counted',
      ours: 'a guest that never stops computing; units of 60 ms of CPU time per second',
      ...built([], 'the unit is ours'),
      implementedIn: tasks,
      why: 'Only CPU time counts: the twin has no caches.',
    },
    {
      where: 'schedulability of the load',
      published: 'not discussed',
      ours: `U = ${significant(utilisation)} on 2 pCPUs: fits with one to a pCPU (EDF, U ≤ 1); global EDF keeps all deadlines too, up to U = ${significant(globalEdf.bound)} with no more domains than pCPUs`,
      ...notApplicable('not in the paper'),
      implementedIn: 'packages/model/src/real-time/schedulability.ts',
      why: 'Without Domain-0’s work, a policy other than credit can meet all deadlines.',
    },
  ]
}

function rules(outcomes: Outcomes): ReproductionRow[] {
  const others = ['vm1', 'vm2'].map((name) => ({ name, weight: 256 }))
  const given = realTimeCaps({ pCpus: 2, realTime: twice, others, share: 'equal' })
  return [
    {
      where: 'fig 1, Credit: a vCPU goes behind all of its priority',
      published: 'drawing: VCPU1 behind VCPU3',
      ours: 'as in Xen: before the first entry of lower priority',
      ...built(),
      implementedIn: credit1,
      why: 'Stock behaviour.',
    },
    {
      where:
        'fig 1, RT-Credit: a real-time vCPU goes behind the last real-time one of its priority',
      published: 'drawing: behind VCPU2, ahead of the others',
      ours: `as drawn, at every insertion; without caps ${over(outcomes, (of) => percent(of('order-alone').missedPart))} of the jobs missed`,
      ...built(),
      implementedIn: credit1,
      why: 'The twin has it, no released Xen does. On its own it does not keep deadlines: it orders vCPUs of one priority, and a domain that wants more than its share often has the lower one.',
    },
    {
      where: 'section 2, cap of the others: what real-time domains leave of a core',
      published: 'no formula; at most 100 % per core in total',
      ours: `100 − Σ 100 C / T, divided equally or by weight, in whole percent: ${given.caps.map(({ name, capPercent }) => `${name} ${capPercent} %`).join(', ')}`,
      ...built(['the sum on each core, as caps hold for a domain'], 'the formula is ours'),
      implementedIn: caps,
      why: 'Credit’s cap holds for a domain, not for a core, and is enforced by parking once in 30 ms. So the sum holds per core only on average.',
    },
    {
      where: 'section 2, caps change while the host runs',
      published: 'a module that monitors and sets them',
      ours: 'the use of CPUs is sampled every ten seconds; a real-time domain is active from one busy sample on until six quiet ones in a row, and the caps follow from the set of active ones, within bounds and a grant',
      ...built([
        'a module in the hypervisor’s scheduler, since ours acts outside it, seconds later',
      ]),
      implementedIn: `packages/loop/src/caps/wanted-caps.ts, apps/api/src/loop/caps`,
      why: 'The paper does not say what its module monitors, so when a domain counts as active is ours, and how much it needs is declared. Every change is a plan that is read back and rolled back if it fails; without a grant, caps change by plans alone.',
    },
    {
      where: 'section 3, RT Pinning: other guests still migrate to the pinned cores',
      published: 'stated',
      ours: 'as stated: only real-time domains and Domain-0 are pinned',
      ...built(),
      implementedIn: lab,
      why: 'The product also offers dedicated pCPUs where there are enough.',
    },
  ]
}

function figure2(outcomes: Outcomes): ReproductionRow[] {
  const missed = (policy: Policy) => over(outcomes, (of) => percent(of(policy).missedPart))
  const spared = (policy: Policy) => over(outcomes, (of) => String(of(policy).free))
  const total = outcomes[0]!.get('credit')!.tasks
  // Two real-time domains share two pCPUs with the other domains at equal weights.
  const equalShares = [...new Set(guesses.map(({ others }) => percent(2 / (2 + others))))].join(
    ', ',
  )
  const chart = 'chart: about 20 tasks without a miss, the rest miss; of how many is not said'
  return [
    ...(['credit', 'pinning'] as const).map(
      (policy): ReproductionRow => ({
        where: `fig 2, ${policy === 'credit' ? 'Default Credit' : 'RT Pinning'}`,
        published: chart,
        ours: `${spared(policy)} of ${total} tasks without a miss, ${missed(policy)} of the jobs missed`,
        ...verdict(outcomes, (of) => of(policy).free > 0 && of(policy).free < total / 2),
        implementedIn: lab,
        why: `By weight, a domain is entitled to ${equalShares} of a pCPU under the guesses, which is less than 70 %, pinned or not. The paper does not say which 20 tasks are spared, or why.`,
      }),
    ),
    {
      where: 'fig 2, RT-Credit: most tasks miss nothing',
      published: 'chart',
      ours: `${spared('rt-credit')} of ${total} tasks without a miss, ${missed('rt-credit')} of the jobs missed`,
      ...verdict(outcomes, (of) => of('rt-credit').free > total / 2),
      implementedIn: lab,
      why: 'It holds with one other domain and is lost with four.',
    },
    {
      where: 'fig 2, RT-Credit with every cap 1 % lower',
      published: 'not measured',
      ours: `${spared('lower-caps')} of ${total} tasks without a miss, ${missed('lower-caps')} of the jobs missed`,
      ...notApplicable(
        `not in the paper; ${heldUnder(outcomes, (of) => of('lower-caps').free > total / 2)}`,
      ),
      implementedIn: tasks,
      why: 'The count of tasks without any miss is brittle: 1 % less for the others should only help, yet it can give most tasks a few misses while fewer jobs miss. This is likely because periods of 100 ms keep step with credit’s 10 and 30 ms; we did not examine it further. The fraction of jobs that miss is the more stable figure.',
    },
    {
      where: 'claim: Credit and RT Pinning give nearly the same',
      published: 'fig 2',
      ours: `${missed('credit')} and ${missed('pinning')} of the jobs missed`,
      ...verdict(
        outcomes,
        (of) => Math.abs(of('credit').missedPart - of('pinning').missedPart) < 0.05,
      ),
      implementedIn: lab,
      why: '“Nearly” is taken as 5 points.',
    },
    {
      where: 'claim: RT-Credit misses fewer deadlines than both',
      published: 'fig 2, conclusion',
      ours: `${missed('rt-credit')} against ${missed('credit')} and ${missed('pinning')} of the jobs`,
      ...verdict(
        outcomes,
        (of) =>
          of('rt-credit').missedPart < Math.min(of('credit').missedPart, of('pinning').missedPart),
      ),
      implementedIn: lab,
      why: 'The direction does not depend on the guesses.',
    },
    {
      where: 'claim: it lowers the rate of misses greatly',
      published: 'abstract',
      ours: `${missed('rt-credit')} of the jobs`,
      ...verdict(
        outcomes,
        (of) =>
          of('rt-credit').missedPart <
          0.5 * Math.min(of('credit').missedPart, of('pinning').missedPart),
      ),
      implementedIn: lab,
      why: '“Greatly” is taken as by at least half.',
    },
  ]
}

function figure3(outcomes: Outcomes): ReproductionRow[] {
  const units = (policy: Policy) =>
    over(outcomes, (of) => `${significant(of(policy).unitsPerSecond)} units/s`)
  const loss = (of: (policy: Policy) => { unitsPerSecond: number }) =>
    1 - of('rt-credit').unitsPerSecond / of('credit').unitsPerSecond
  return [
    {
      where: 'fig 3: the others do more under Credit and RT Pinning than under RT-Credit',
      published: 'bars only',
      ours: `${units('credit')} and ${units('pinning')} against ${units('rt-credit')}`,
      ...verdict(
        outcomes,
        (of) =>
          Math.min(of('credit').unitsPerSecond, of('pinning').unitsPerSecond) >
          of('rt-credit').unitsPerSecond,
      ),
      implementedIn: lab,
      why: 'The others do what the real-time domains do not get.',
    },
    {
      where: 'fig 3, claim: RT-Credit lowers it somewhat, not greatly',
      published: 'bars only',
      ours: `lower by ${over(outcomes, (of) => percent(loss(of)))}`,
      ...verdict(outcomes, (of) => loss(of) > 0 && loss(of) < 0.2),
      implementedIn: `${lab}, ${caps}`,
      why: '“Somewhat” is taken as up to a fifth. With both cores full, the loss cannot be small: the others lose what the real-time domains gain.',
    },
    {
      where: 'claim: the cap is what costs throughput',
      published: 'section 3',
      ours: `caps alone ${units('caps')}, the order of the runqueue alone ${units('order-alone')}`,
      ...verdict(
        outcomes,
        (of) => of('caps').unitsPerSecond < 0.9 * of('order-alone').unitsPerSecond,
      ),
      implementedIn: lab,
      why: 'The order only shifts time; the cap takes it away.',
    },
  ]
}

function oneGuess(guess: Guess, outcome: Outcomes[number]): ReproductionRow {
  const shown = (policy: Policy) => {
    const { free, missedPart, unitsPerSecond } = outcome.get(policy)!
    return `${free} / ${percent(missedPart)} / ${significant(unitsPerSecond)}`
  }
  const { others, domain0Utilisation, missed } = guess
  const { free, tasks: total } = outcome.get('rt-credit')!
  const mostFree = free > total / 2
  const domain0 = domain0Utilisation > 0 ? `busy ${percent(domain0Utilisation)}` : 'idle'
  return {
    where: `figs 2 and 3, others ${others}, Domain-0 ${domain0}, missed jobs ${missed}`,
    published: 'the paper does not say which of these it was',
    ours: `tasks without a miss / jobs missed / units per second: Credit ${shown('credit')}; RT Pinning ${shown('pinning')}; RT-Credit ${shown('rt-credit')}; caps alone ${shown('caps')}; RTDS ${shown('rtds')}`,
    ...notApplicable(`most tasks miss ${mostFree ? 'nothing' : 'something'} under RT-Credit`),
    implementedIn: `${lab}, ${tasks}`,
    why: 'One of the guesses in full, counted in the verdicts above.',
  }
}

function beyond(outcomes: Outcomes): ReproductionRow[] {
  const missed = (policy: Policy) => over(outcomes, (of) => percent(of(policy).missedPart))
  return [
    {
      where: 'what stock Xen can do: caps alone',
      published: 'not measured',
      ours: `${missed('caps')} of the jobs missed, RT-Credit ${missed('rt-credit')}`,
      ...notApplicable('not in the paper'),
      implementedIn: `${lab}, ${caps}`,
      why: 'RT-Credit needs a patched scheduler; its second half does not.',
    },
    {
      where: 'what Xen has had since 4.5: RTDS',
      published: 'did not exist',
      ours: `${missed('rtds')} of the jobs missed`,
      ...notApplicable('not in the paper'),
      implementedIn:
        'packages/simulator/src/schedulers/rtds.ts, packages/model/src/real-time/schedulability-reservation.ts',
      why: 'EDF over reservations, simulated with every domain pinned to one pCPU, so that each pCPU is on its own; unpinned RTDS is global EDF. 70 ms every 100 ms would suffice only for jobs that arrive when the reservation’s period begins; the advice is a tenth of the period and a budget that suffices for any job.',
    },
  ]
}
