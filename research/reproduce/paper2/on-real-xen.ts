import { type Compared, comparedWith, neighboursShare } from '../../experiments/paper2/compared.ts'
import type {
  Comparison,
  Measured,
  Paper2Result,
  PlayedPhase,
} from '../../experiments/paper2/paper2-result.ts'
import { percent, significant } from '../figures.ts'
import { judge, near } from '../judge.ts'
import { type MeasuredRow, onRealXen } from '../on-real-xen.ts'
import type { ReproductionRow } from '../reproduction.ts'

const implementedIn =
  'research/experiments/paper2/paper2.ts, companions/haproxy, packages/model/src/load-balancer/load-balancer-advice.ts'

/** Paper 2 with HAProxy in a guest with two vCPUs on a real host with two pCPUs. */
export function onRealXenRows(result: Paper2Result): ReproductionRow[] {
  const of = (name: PlayedPhase['name']) => result.phases.find((phase) => phase.name === name)!
  const beside = (neighbours: 'idle' | 'busy') => {
    const comparison = result.comparisons.find((each) => each.neighbours === neighbours)!
    const [one, two] = [comparedWith(comparison, 1), comparedWith(comparison, 2)]
    return { one, two, rounds: comparison.rounds }
  }
  const [idle, busy] = [beside('idle'), beside('busy')]
  const rows = [
    followsIdlePCpus(of('busy'), of('costly'), of('busy again')),
    onlyConcentrated(of('slow'), of('costly')),
    fasterAnswers(idle),
    twiceTheAnswers(idle),
    inContention(busy),
    losesNothing(result),
  ]
  return onRealXen(rows, implementedIn)
}

const settled = ({ idlePCpus, pCpus, advisedThreads, report }: PlayedPhase) =>
  `${significant(idlePCpus)} of ${pCpus} pCPUs idle, advised ${advisedThreads}, runs ${report.threads}`

const runsAdvised = ({ advisedThreads, report }: PlayedPhase, threads: number) =>
  advisedThreads === threads && report.threads === threads

function followsIdlePCpus(busy: PlayedPhase, costly: PlayedPhase, again: PlayedPhase): MeasuredRow {
  return {
    where: 'fig 1: one more process on the idle core',
    published: '4 cores, 3 vCPUs: 1 idle core, so 1 more process',
    ours: `neighbours busy: ${settled(busy)}; idle: ${settled(costly)}; busy again: ${settled(again)}`,
    ...judge([
      { says: 'one thread while no pCPU is idle', holds: runsAdvised(busy, 1) },
      { says: 'two once one is', holds: runsAdvised(costly, 2) },
      { says: 'one again afterwards', holds: runsAdvised(again, 1) },
    ]),
    why: 'HAProxy in a guest with two vCPUs, its two web servers in the other guests, on two pCPUs under credit2; the companion in the guest reports to the product and follows its advice. Both neighbours compute all the time or only answer. “Idle” is measured while the load balancer runs.',
  }
}

function onlyConcentrated(slow: PlayedPhase, costly: PlayedPhase): MeasuredRow {
  const shown = ({ report }: PlayedPhase) =>
    `HAProxy idle ${significant(report.idlePercent)} %, ${report.queuedRequests} requests queued`
  return {
    where: 'section 2.3: only while I/O is concentrated',
    published: 'the load balancer detects concentrated I/O; no threshold',
    ours: `slow web servers: ${shown(slow)}, ${settled(slow)}; costly requests: ${shown(costly)}, ${settled(costly)}`,
    ...judge([
      { says: 'no more threads for slow web servers', holds: runsAdvised(slow, 1) },
      { says: 'more for costly requests', holds: runsAdvised(costly, 2) },
    ]),
    why: 'In both phases the neighbours leave a pCPU idle; HAProxy’s own report makes the difference.',
  }
}

interface Beside {
  one: Compared
  two: Compared
  rounds: Comparison['rounds']
}

/** Whether in each turn two threads beat one; the pace of the machine changes from turn to turn. */
function eachBeats({ rounds }: Beside, worth: (round: Measured) => number): boolean {
  const of = (threads: number) => rounds.filter((round) => round.threads === threads).map(worth)
  const one = of(1)
  return of(2).every((two, turn) => two > one[turn]!)
}

const isFaster = (beside: Beside) => eachBeats(beside, ({ meanMs }) => -meanMs!)

const times = ({ one, two }: Beside) =>
  `first byte after ${significant(one.meanMs)} ms with 1 thread, ${significant(two.meanMs)} ms with 2`
const rates = ({ one, two }: Beside) =>
  `${significant(one.answeredPerSecond)} answers/s with 1 thread, ${significant(two.answeredPerSecond)} with 2`
const pCpus = ({ one, two }: Beside) =>
  `its CPU ${significant(one.cpuShares.vm1!)} and ${significant(two.cpuShares.vm1!)} pCPUs`

function fasterAnswers(idle: Beside): MeasuredRow {
  return {
    where: 'fig 2 (b): 2 vCPUs: first answers are faster with 2 processes',
    published: 'curve; faster with more processes',
    ours: `neighbours idle: ${times(idle)}; ${pCpus(idle)}`,
    ...judge([{ says: 'faster in each turn', holds: isFaster(idle) }]),
    why: TWO_PCPUS,
  }
}

/** What a comparison of one thread with two can say here. */
const TWO_PCPUS =
  'Requests that cost HAProxy CPU, from eight clients that ask again at once; means of rounds with one and with two threads in turns. The two pCPUs are emulated by two threads of a machine with two cores, which also runs the clients and the product, so a second one adds less than it would in hardware.'

function twiceTheAnswers(idle: Beside): MeasuredRow {
  const gain = idle.two.answeredPerSecond / idle.one.answeredPerSecond
  const cpuGain = idle.two.cpuShares.vm1! / idle.one.cpuShares.vm1!
  const lessPerAnswer = 1 - cpuGain / gain
  return {
    where: 'fig 3: 2 vCPUs, answers',
    published: 'about 2 times with 2 processes',
    ours: `neighbours idle: ${rates(idle)}, ${significant(gain)} times; ${pCpus(idle)}, ${significant(cpuGain)} times`,
    ...judge([
      {
        says: 'more in each turn',
        holds: eachBeats(idle, ({ answeredPerSecond }) => answeredPerSecond),
      },
      near(gain, 2, 'twice as many'),
      near(cpuGain, gain, 'by as much more CPU,'),
    ]),
    why: `A second pCPU can explain no more than what it adds in CPU. Each answer cost ${percent(lessPerAnswer)} less CPU with two threads, and we do not know why, so the published factor may have come out by chance. Counted over longer than the paper’s 5 s; the reservation of the row before holds here too.`,
  }
}

function inContention(busy: Beside): MeasuredRow {
  const neighbours = (compared: Compared) => significant(neighboursShare(compared))
  return {
    where: 'fig 2 (c) and claim: 2 processes help in contention too',
    published: 'faster with 2 processes, bounded by the cores',
    ours: `neighbours busy: ${times(busy)}; ${rates(busy)}; ${pCpus(busy)}, its neighbours’ ${neighbours(busy.one)} and ${neighbours(busy.two)}`,
    ...judge([{ says: 'faster in each turn', holds: isFaster(busy) }]),
    why: 'Threads were set by hand, since the product advises one. What a second thread gets, the neighbours lose, which here are the web servers.',
  }
}

function losesNothing({ lost, answered, companion, comparisons }: Paper2Result): MeasuredRow {
  const byAdvice = companion.filter((line) => / nbthread \d+ -> \d+: /.test(line)).length
  const byHand = comparisons.reduce((sum, { rounds }) => sum + rounds.length, 0)
  return {
    where: 'claim: no overhead, as no vCPU is added or taken away',
    published: 'conclusion; not measured',
    ours: `${lost.length} of ${answered + lost.length} requests lost over ${byAdvice + byHand} reloads, ${byAdvice} of them on advice; no vCPU was added or taken away`,
    ...judge([
      { says: 'no request lost', holds: lost.length === 0 },
      { says: 'what a reload costs in CPU and in time, which was not measured', holds: null },
    ]),
    why: 'A request lost would be one kind of overhead; the cost of starting new workers is another. Two of the eight clients open a connection for each request, and the others’ are closed with an answer at each reload.',
  }
}
