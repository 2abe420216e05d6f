/**
 * Times the search for the best weights by number of domains. First the published formula: the product, HiGHS
 * and GLPK on the integer program, the parametric greedy and exhaustive enumeration, with and without
 * targets. Then SDPS: search and bounds compared with enumeration, for each objective. All solve the same
 * hosts in the same run and must agree, so the ratios hold on any machine. Last come both
 * schemes of figure 10, which need not agree. HiGHS is installed for the run; where that is not possible
 * the benchmark fails.
 *
 *   tsx bench/solver.ts [--json]
 */
import { parseArgs } from 'node:util'
import type { Objective } from '@steelyard/solver'
import { drawnHost } from './lib/drawn-host.ts'
import { highsPeer } from './lib/highs-peer.ts'
import { type SchemeRow, timeSchemes } from './lib/time-schemes.ts'
import { type SdpsRow, timeSdps } from './lib/time-sdps.ts'
import { type Peers, type SolverRow, timeSolvers } from './lib/time-solvers.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const sizes = [2, 3, 4, 6, 8, 10, 12, 14, 16, 17, 18, 19, 24, 32, 48, 64]
const hostsPerSize = 5
const peers: Peers = {
  highs: await highsPeer(),
  limitSeconds: 2,
  mostDomains: 32,
  mostAllocations: 100_000,
}
const sdpsSizes = [
  ...[3, 4, 6, 8, 16, 32, 64].map((domains) => ({ domains, stepShare: 0.05 })),
  ...[3, 8, 32].map((domains) => ({ domains, stepShare: 0.01 })),
]
const sdpsHosts = 4
const schemeSizes = [4, 8, 16, 32, 64]
const objectives: Objective[] = [
  'meet-targets',
  'mean-slowdown',
  'mean-over-requests',
  'total-delay',
]

const hostsOf = (domains: number, count: number) =>
  Array.from({ length: count }, (_, index) => drawnHost(domains, 1000 * domains + index + 1))

const rows: (SolverRow & { mode: 'free' | 'keep-targets' })[] = []
for (const mode of ['free', 'keep-targets'] as const) {
  for (const domains of sizes) {
    const hosts = hostsOf(domains, hostsPerSize).map((host) => ({ ...host, mode }))
    rows.push({ mode, ...(await timeSolvers(hosts, peers)) })
  }
}
const sdpsRows: SdpsRow[] = []
for (const { domains, stepShare } of sdpsSizes) {
  for (const objective of objectives) {
    const hosts = hostsOf(domains, sdpsHosts).map((host) => ({ ...host, stepShare }))
    sdpsRows.push(await timeSdps(hosts, objective))
  }
}

const schemeRows: SchemeRow[] = []
for (const vms of schemeSizes) schemeRows.push(await timeSchemes(vms))

const figure = (value: number | null) =>
  value === null ? '' : value === Infinity ? '> limit' : Number(value.toPrecision(3))
const ratio = (one: number | null, other: number) =>
  one === null
    ? ''
    : one === Infinity
      ? `> ${figure((1000 * peers.limitSeconds) / other)}`
      : figure(one / other)

if (values.json) {
  const { limitSeconds } = peers
  console.log(
    JSON.stringify(
      { hostsPerSize, limitSeconds, unit: 'ms', rows, sdpsHosts, sdpsRows, schemeRows },
      (_, value) => (value === Infinity ? 'over limit' : value),
      2,
    ),
  )
} else {
  console.log(
    `Published formula: median of ${hostsPerSize} hosts, step 0.05 or what the domains leave of it, milliseconds; programs end after ${peers.limitSeconds} s`,
  )
  console.table(
    rows.map((row) => ({
      targets: row.mode === 'keep-targets' ? 'kept' : '',
      domains: row.domains,
      step: figure(row.stepShare),
      allocations: figure(row.allocations),
      product: figure(row.productMs),
      greedy: figure(row.greedyMs),
      GLPK: figure(row.glpkMs),
      HiGHS: figure(row.highsMs),
      enumeration: figure(row.enumerationMs),
      'GLPK / product': ratio(row.glpkMs, row.productMs),
      'HiGHS / product': ratio(row.highsMs, row.productMs),
      'enumeration / product': ratio(row.enumerationMs, row.productMs),
    })),
  )
  console.log(`SDPS: median of ${sdpsHosts} hosts, credit and credit2 in turn, milliseconds`)
  console.table(
    sdpsRows.map((row) => ({
      domains: row.domains,
      step: figure(row.stepShare),
      objective: row.objective,
      search: figure(row.searchMs),
      proven: `${row.proven} of ${row.hosts}`,
      'gap, %': row.gap === null ? '' : figure(100 * row.gap),
      enumeration: figure(row.enumerationMs),
      'enumeration / search': ratio(row.enumerationMs, row.searchMs),
    })),
  )
  console.log('Figure 10 of the main paper: estimate and new weights by both schemes, milliseconds')
  console.table(
    schemeRows.map(({ vms, proposedMs, sandpiperMs }) => ({
      VMs: vms,
      proposed: figure(proposedMs),
      SandPiper: figure(sandpiperMs),
      'proposed / SandPiper': figure(proposedMs / sandpiperMs),
    })),
  )
}
