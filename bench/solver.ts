/**
 * Time to the optimal weights by number of domains: the MILP in its worker thread (thread start
 * included), the parametric greedy, and exhaustive enumeration, all on a grid of 0.05. They solve the
 * same hosts in the same run and must agree, so the ratios hold on any machine.
 *
 *   tsx bench/solver.ts [--json]
 */
import { parseArgs } from 'node:util'
import { drawnHost } from './lib/drawn-host.ts'
import { type SolverRow, timeSolvers } from './lib/time-solvers.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const sizes = [2, 3, 4, 6, 8, 10, 12, 14, 16, 17, 18, 19]
const hostsPerSize = 5

const rows: SolverRow[] = []
for (const domains of sizes) {
  const hosts = Array.from({ length: hostsPerSize }, (_, index) =>
    drawnHost(domains, 1000 * domains + index + 1),
  )
  rows.push(await timeSolvers(domains, hosts))
}

const figure = (value: number) => Number(value.toPrecision(3))

if (values.json) {
  console.log(JSON.stringify({ stepShare: 0.05, hostsPerSize, unit: 'ms', rows }, null, 2))
} else {
  console.log(`Median of ${hostsPerSize} hosts, step 0.05, milliseconds`)
  console.table(
    rows.map((row) => ({
      domains: row.domains,
      allocations: row.allocations,
      milp: figure(row.milpMs),
      'of that GLPK': figure(row.milpInGlpkMs),
      'milp with targets': figure(row.milpWithTargetsMs),
      'of these infeasible': row.infeasibleHosts,
      greedy: figure(row.greedyMs),
      enumeration: figure(row.enumerationMs),
      'milp / greedy': figure(row.milpMs / row.greedyMs),
      'enumeration / milp': figure(row.enumerationMs / row.milpMs),
    })),
  )
}
