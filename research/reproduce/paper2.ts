import { adviceAt, adviseThreads, fitUsl, type ThreadLimits } from '@steelyard/model'
import { replicate, type TwinConfig, type TwinGuest } from '@steelyard/simulator'
import { keptResult } from '../experiments/kept-result.ts'
import { significant } from './figures.ts'
import { built, judge, notApplicable } from './judge.ts'
import { onRealXenRows } from './paper2/on-real-xen.ts'
import type { Reproduction, ReproductionRow } from './reproduction.ts'

const pCpus = 4
const runs = { seed: 1, replications: 5, horizonSeconds: 60, warmupSeconds: 5 }

const advice = 'packages/model/src/load-balancer/load-balancer-advice.ts'
const twin = 'packages/simulator/src/engine/simulate.ts'
const usl = 'packages/model/src/load-balancer/usl.ts'
const endpoint = 'apps/api/src/load-balancers'
const drill = 'e2e/load-balancer/load-balancer.lb.test.ts'

const known =
  'Idle pCPUs can be read from stock Xen and turned into a number of threads without a module in the scheduler, and HAProxy changes that number without losing a request. What HAProxy reports of itself tells apart what CPU use cannot: its threads are busy, or the web servers behind it are short. What the paper calls help in contention is, in CPU time, taken from the web servers behind the load balancer: with 4 instead of 2 processes it gets 2.66 instead of 2.00 pCPUs, and they get 1.34 instead of 2.00. On a real Xen host with two pCPUs, HAProxy in a guest followed the advice: one thread beside busy neighbours, two once they rested, one again afterwards, and no request was lost in any reload. A second thread answered twice as much beside idle neighbours, as published, but for 1.5 times the CPU, which nothing explains, and 1.2 times as much beside busy ones, where the product advises against it since the neighbours pay.'

/** Paper 2: a load balancer runs more processes while pCPUs are idle. */
export async function reproducePaper2(): Promise<Reproduction> {
  return {
    paper: 'paper2',
    title: 'Paper 2: load balancer processes for idle pCPUs',
    known,
    rows: [
      ...structure(),
      ...figure2(),
      ...figure3(),
      ...figure4(),
      ...onRealXenRows(keptResult('paper2')),
      ...claims(),
      ...errata(),
    ],
  }
}

/**
 * A process that is always busy is a vCPU that never stops. Processes beyond the vCPUs take turns
 * inside the guest, which the twin does not model: by construction it is the same host as with
 * fewer.
 */
function balancer(vCpus: number, processes: number, weight = 256): TwinGuest {
  return { name: 'lb', vCpus, hogs: Math.min(vCpus, processes), weight }
}

const webServer = (name: string, weight = 256): TwinGuest => ({ name, hogs: 1, weight })

/**
 * The pCPUs that each domain gets. No requests are simulated, so the result depends on the
 * scheduler alone.
 */
function pCpusOf(guests: TwinGuest[]): (name: string) => number {
  const config: TwinConfig = { pCpus, scheduler: { name: 'credit2' }, guests }
  const { domains } = replicate(config, runs)
  return (name) => domains.find((domain) => domain.name === name)!.cpuShare.mean
}

/** Two busy web servers and the load balancer, as in the paper's figures 2 and 3. */
function besideWebServers(vCpus: number, processes: number): { lb: number; web: number } {
  const gets = pCpusOf([balancer(vCpus, processes), webServer('web1'), webServer('web2')])
  return { lb: gets('lb'), web: gets('web1') + gets('web2') }
}

const balancerGets = (vCpus: number, processes: number) => besideWebServers(vCpus, processes).lb

/** The number of threads on which the advice settles while the host does not change. */
function settled(idlePCpus: number, ownPCpus: number, limits: ThreadLimits): number {
  let state = adviceAt(1)
  for (let reading = 0; reading < 10; reading++) {
    state = adviseThreads(state, { idlePCpus, ownPCpus, report: null }, limits).state
  }
  return state.threads
}

function structure(): ReproductionRow[] {
  const gets = pCpusOf([balancer(2, 1), webServer('web1'), webServer('web2')])
  const used = gets('lb') + gets('web1') + gets('web2')
  const idle = pCpus - used
  const threads = settled(idle, gets('lb'), { vCpus: 2, kneeProcesses: null })
  return [
    {
      where: 'fig 1: one more process on the idle core',
      published: '4 cores, 3 vCPUs: 1 idle core, so 1 more process',
      ours: `twin: ${significant(idle)} of ${pCpus} pCPUs idle; advice: ${threads} threads`,
      ...built(),
      implementedIn: `${advice}, ${twin}`,
      why: 'The rule gives the number in the drawing; that three busy vCPUs leave one of four pCPUs idle is arithmetic. The paper counts vCPUs; here CPU time is measured, so vCPUs that sleep leave their pCPU to others. The load balancer needs a second vCPU for this, which figure 1 does not show.',
    },
    {
      where: 'section 2.3: load balancer and scheduler communicate',
      published: 'a communication module; no protocol',
      ours: 'an HTTP endpoint with a token for one host; a script reports HAProxy’s sessions, queue, idle share and threads, and sets its nbthread; the agent reads the host over SSH',
      ...built([
        'a module in the hypervisor’s scheduler, since the answer is made outside it every ten seconds',
      ]),
      implementedIn: `${endpoint}, companions/haproxy, packages/xen/src/sample-cpu.ts`,
      why: 'Stock Xen has no such module. The output of xl and of HAProxy’s stats socket is sufficient; the answer is as old as the last reading, and states its age and that of the report.',
    },
    {
      where: 'section 2.3: only while I/O is concentrated',
      published: 'the load balancer detects concentrated I/O; no threshold',
      ours: 'further threads only while HAProxy reports its threads busy for half of the time; with a queue, only while they are busy for 90 % of it, as the web servers are short otherwise; without a report, only while it uses half a pCPU for each thread that it has',
      ...built(
        [
          'detection inside the load balancer, which reports figures that Steelyard judges',
          'connections that HAProxy has not accepted yet, which none of its figures contains',
        ],
        'both thresholds are ours',
      ),
      implementedIn: `${advice}, companions/haproxy`,
      why: 'The load balancer itself says how busy it is, and in the drill its report prevails over the CPU time that the host sees. HAProxy queues a request only when its servers take no more, so a queue beside threads with time left asks for web servers and not for threads. The thresholds, the readings in a row and the dead band between raising and lowering are ours and are named as such.',
    },
    {
      where: 'section 3.1, set-up',
      published:
        'VMware Workstation, Windows 7, i5-2300 with 4 cores; HAProxy and 2 web servers in VMs; 250 clients, 60,000 connections or 5 s',
      ours: `twin with ${pCpus} pCPUs and the credit2 scheduler (Xen’s default since 4.12), the same three domains, always busy; a drill with a real HAProxy and nginx; HAProxy and two Apaches in guests of a real Xen host with two pCPUs`,
      ...built(['VMware', '250 clients, in whose place eight ask again at once']),
      implementedIn: `research/reproduce/paper2.ts, ${drill}`,
      why: 'Steelyard is for Xen. The paper prints curves and bars without figures, so there is no time to compare with.',
    },
  ]
}

/** The remark of rows that vary the processes beyond the vCPUs. */
const sameHost =
  'by construction: to the twin, processes beyond the number of vCPUs make no difference'

/** The remark of rows in which every busy vCPU has a pCPU to itself. */
const ownPCpu = 'by construction: each busy vCPU has a pCPU to itself'

/** Whether one CPU share exceeds another by more than chance or rounding explains. */
const isMore = (one: number, than: number) => one > 1.02 * than

function figure2(): ReproductionRow[] {
  const [a1, a2, a4] = [1, 2, 4].map((processes) => balancerGets(1, processes))
  const [b1, b2] = [1, 2].map((processes) => balancerGets(2, processes))
  const [c1, c2, c4] = [1, 2, 4].map((processes) => balancerGets(4, processes))
  return [
    {
      where: 'fig 2 (a): 1 vCPU, 2 processes are faster than 1',
      published: 'curve; faster',
      ours: `twin: the load balancer gets ${list([a1!, a2!])} pCPUs with 1 / 2 processes; advice: 1`,
      ...judge([{ says: `more CPU with 2 processes (${sameHost})`, holds: isMore(a2!, a1!) }]),
      implementedIn: `${twin}, ${advice}`,
      why: 'One vCPU runs on one pCPU at a time, whether or not others are idle. The second process may have gained from the guest’s own time slices, or from overlapping waits; figure 3 of the paper shows no gain either.',
    },
    {
      where: 'fig 2 (a): 1 vCPU, 4 processes are slower than 2',
      published: 'curve; slower, by congestion at a shared queue (the paper’s guess)',
      ours: `twin: ${list([a2!, a4!])} pCPUs with 2 / 4 processes; the fitted curve has a term for it`,
      ...judge([{ says: `less CPU with 4 processes (${sameHost})`, holds: isMore(a2!, a4!) }]),
      implementedIn: `${usl}, ${twin}`,
      why: 'The twin does not model locks inside the guest. Measured throughputs show them as coherency, and the advice stops at the knee; without a measurement nothing is claimed.',
    },
    {
      where: 'fig 2 (b): more vCPUs, no pCPU idle: first answers are faster',
      published: 'curve; faster with more processes',
      ours: `not measured: the twin simulates CPU time here, ${list([b1!, b2!])} pCPUs with 1 / 2 processes on 2 vCPUs, and no answers`,
      ...judge([{ says: 'faster first answers, of which there are none here', holds: null }]),
      implementedIn: twin,
      why: 'Twice the CPU makes faster answers likely, but this was not measured.',
    },
    {
      where: 'fig 2 (b): from 3 processes on little change',
      published: 'no large change',
      ours: 'twin, 2 vCPUs: 4 processes are simulated as 2',
      ...notApplicable(sameHost),
      implementedIn: twin,
      why: 'That a third process changes nothing is an assumption, not a result.',
    },
    {
      where: 'fig 2 (c): vCPUs beyond what is free: 2 processes still better',
      published: 'faster with 2 processes, bounded by the cores',
      ours: `twin, 4 vCPUs: ${list([c1!, c2!, c4!])} pCPUs with 1 / 2 / 4 processes`,
      ...notApplicable(
        `${ownPCpu}, and 4 processes cannot get the whole host from others of the same weight`,
      ),
      implementedIn: twin,
      why: 'Two web servers use two of four pCPUs, so two are left for two processes: in the twin, this is not yet contention. Whatever four processes get beyond that, they take from the web servers. Times of answers, which the paper compares, are not simulated.',
    },
  ]
}

function figure3(): ReproductionRow[] {
  const [b1, b2] = [1, 2].map((processes) => balancerGets(2, processes))
  const four = [1, 2, 4].map((processes) => besideWebServers(4, processes))
  const [, c2, c4] = four.map(({ lb }) => lb)
  return [
    {
      where: 'fig 3: 1 vCPU, answers in 5 s',
      published: 'no large change with the number of processes',
      ours: `twin: ${significant(balancerGets(1, 1))} pCPUs; 2 and 4 processes are simulated as 1`,
      ...notApplicable(sameHost),
      implementedIn: twin,
      why: 'One vCPU cannot be on two pCPUs. That nothing changes is an assumption, not a result.',
    },
    {
      where: 'fig 3: 2 vCPUs, answers in 5 s',
      published: 'about 2 times with 2 processes',
      ours: `twin: ${list([b1!, b2!])} pCPUs with 1 / 2 processes, ${significant(b2! / b1!)} times; 4 are simulated as 2`,
      ...notApplicable(ownPCpu),
      implementedIn: twin,
      why: 'Twice the CPU allows twice the answers, as published, if the processes do not hinder each other; whether they do was not measured.',
    },
    {
      where: 'fig 3: 4 vCPUs, answers in 5 s',
      published: 'similar; not above what 2 processes reach, for want of pCPUs',
      ours: `twin: load balancer ${list(four.map(({ lb }) => lb))}, web servers ${list(four.map(({ web }) => web))} pCPUs with 1 / 2 / 4 processes; advice: ${settled(0, 2, { vCpus: 4, kneeProcesses: null })}`,
      ...judge([
        { says: 'twice as much CPU with 2 processes, as each has a pCPU to itself', holds: null },
        { says: 'no more with 4 than with 2', holds: !isMore(c4!, c2!) },
      ]),
      implementedIn: `${twin}, ${advice}`,
      why: 'The load balancer gets more from 4 processes, the web servers behind it less. A chain is as fast as its slowest part, so throughput stops growing once the web servers lose. The twin does not model answers of the whole chain. The advice stops at 2, where nothing is idle any more.',
    },
  ]
}

interface Chain {
  lb: number
  web: number
}

/**
 * Compares CPU time alone: true when some part has more and none has less. Null when one part gains
 * what another loses.
 */
function chainGains(chain: Chain, than: Chain): boolean | null {
  const gains = isMore(chain.lb, than.lb) || isMore(chain.web, than.web)
  const loses = isMore(than.lb, chain.lb) || isMore(than.web, chain.web)
  return gains && loses ? null : gains
}

function figure4(): ReproductionRow[] {
  const variants = {
    Base: [256, 256, 256],
    'L/A': [512, 256, 512],
    L: [512, 256, 256],
    'L/W': [512, 512, 256],
  }
  const played = Object.entries(variants).map(([name, [lb, web, extra]]) => {
    const gets = pCpusOf([
      balancer(4, 4, lb),
      webServer('web1', web),
      webServer('web2', web),
      { name: 'extra', vCpus: 4, hogs: 4, weight: extra! },
    ])
    return { name, lb: gets('lb'), web: gets('web1') + gets('web2') }
  })
  const text = played.map(({ name, lb, web }) => `${name} ${significant(lb)} + ${significant(web)}`)
  const [base, extra, alone, withWeb] = played
  return [
    {
      where: 'fig 4: who gets the idle resource',
      published:
        '10 vCPUs in all; load balancer alone (L) or with the web servers (L/W): faster than Base; with the further VM (L/A): slower',
      ours: `twin, twice the weight for the named VMs, pCPUs of load balancer + web servers: ${text.join(', ')}`,
      ...judge([
        { says: 'L faster than Base', holds: chainGains(alone!, base!) },
        { says: 'L/W faster', holds: chainGains(withWeb!, base!) },
        { says: 'L/A slower', holds: chainGains(base!, extra!) },
      ]),
      implementedIn: twin,
      why: 'The paper does not say how VMware was configured to concentrate resources; Xen does so with weights. A chain is as fast as its slowest part: L/W alone gives both more, L/A takes most from the web servers. CPU time alone cannot explain that L is faster too while the web servers are busy.',
    },
  ]
}

function claims(): ReproductionRow[] {
  const words = fitUsl([
    { processes: 1, throughputPerSecond: 1 },
    { processes: 2, throughputPerSecond: 2 },
    { processes: 4, throughputPerSecond: 2 },
  ])
  return [
    {
      where: 'claim: limited multiprocessing raises throughput',
      published: 'up to 2 processes; beyond that none or less',
      ours: `a curve fitted to 1, 2, 2 times at 1, 2, 4 processes (fig 3 in words) with ${words.held.join(' and ')} held at 0, ${words.residualsPerSecond.map((residual, index) => significant([1, 2, 2][index]! - residual)).join(', ')}: peak at ${significant(words.peakProcesses ?? Number.POSITIVE_INFINITY)}, knee at ${words.kneeProcesses}`,
      ...notApplicable('no figures published; fitted to the wording, so it could not fail'),
      implementedIn: usl,
      why: 'Gunther’s Universal Scalability Law is not in the paper; it is how measured points become a limit. Three points cannot test it. These three lie off the curve, because only a negative contention would go through them; the knee is the last number of processes that gained anything.',
    },
    {
      where: 'claim: no overhead, as no vCPU is added or taken away',
      published: 'conclusion; not measured',
      ours: 'HAProxy reloads with another number of threads, and no vCPU is added or taken away; no request was lost in the drill',
      ...built(['a measurement of what the change costs']),
      implementedIn: `companions/haproxy, ${drill}`,
      why: 'A reload is not free: new workers start, and old ones finish what they have begun. Hence the advice waits for several readings in a row.',
    },
    inContention(),
    {
      where: 'future work: the protocol, and the cost of changing resources',
      published: 'announced',
      ours: 'the endpoint’s contract is in the API reference',
      ...notApplicable('future work'),
      implementedIn: 'packages/contract/src/hosts/load-balancers.ts',
      why: 'The paper leaves it for later.',
    },
  ]
}

/** Two busy web servers on four pCPUs leave two: from the third process on there is contention. */
function inContention(): ReproductionRow {
  const [two, four] = [2, 4].map((processes) => besideWebServers(4, processes))
  const threads = settled(0, 2, { vCpus: 4, kneeProcesses: null })
  const shown = ({ lb, web }: Chain) => `${significant(lb)} + ${significant(web)}`
  return {
    where: 'claim: it helps in contention too',
    published: 'from fig 2 (c)',
    ours: `twin, 4 vCPUs, pCPUs of load balancer + web servers: ${shown(two!)} with 2 processes, ${shown(four!)} with 4; advice without an idle pCPU: ${threads}`,
    ...judge([
      { says: 'both together gain CPU', holds: chainGains(four!, two!) },
      { says: 'the product advises it', holds: threads > 2 },
    ]),
    implementedIn: `${advice}, ${twin}`,
    why: 'Without an idle pCPU, one more thread takes from its neighbours what their weights leave it, here from the web servers behind it. Weights decide which domain to favour under contention; they are planned with all targets in view.',
  }
}

function errata(): ReproductionRow[] {
  const common = notApplicable('the paper is taken as meant')
  return [
    {
      ...common,
      where: 'erratum: figs 2 (a) and 3 disagree about 1 vCPU',
      published: '2 processes are faster (fig 2), no large change (fig 3)',
      ours: 'no gain: the advice never exceeds the vCPUs',
      implementedIn: advice,
      why: 'The two figures measure completion and answers in 5 s; a gain in one and none in the other is not explained.',
    },
    {
      ...common,
      where: 'erratum: processes (nbproc)',
      published: 'HAProxy in several processes',
      ours: 'threads (nbthread); nbproc for old versions',
      implementedIn: 'companions/haproxy/README.md',
      why: 'HAProxy has threads since 1.8 and no nbproc since 2.5.',
    },
    {
      ...common,
      where: 'erratum: Xen and ESXi are discussed, VMware Workstation is measured',
      published: 'section 1 and section 3.1',
      ours: 'Xen’s credit2 scheduler',
      implementedIn: twin,
      why: 'Workstation’s VMs are threads of Windows 7, so its scheduler, not a hypervisor’s, was measured.',
    },
  ]
}

function list(values: readonly number[]): string {
  return values.map(significant).join(' / ')
}
