import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LP } from 'glpk.js/node'

const VERSION = '1.15.3'

interface Highs {
  solve(
    problem: string,
    options: { time_limit: number; mip_rel_gap: number },
  ): { Status: string; ObjectiveValue: number }
}

/**
 * Result of one program: its optimum, null when it is infeasible, or `over-time` at the time limit.
 */
export type ProgramAnswer = { value: number | null } | 'over-time'

/** Solves the same programs with HiGHS, compiled to WebAssembly as GLPK is in the product. */
export async function highsPeer(): Promise<(lp: LP, limitSeconds: number) => ProgramAnswer> {
  const load = installPeer('highs', VERSION) as () => Promise<Highs>
  const highs = await load()
  return (lp, limitSeconds) => {
    const options = { time_limit: limitSeconds, mip_rel_gap: 1e-9 }
    const { Status: status, ObjectiveValue: value } = highs.solve(lpText(lp), options)
    if (status === 'Optimal') return { value }
    if (status === 'Infeasible') return { value: null }
    if (status === 'Time limit reached') return 'over-time'
    throw new Error(`HiGHS ended with "${status}".`)
  }
}

/** Maps GLPK's row types to relations. */
const relations: Record<number, string> = { 2: '>=', 3: '<=', 5: '=' }

/** Writes the program in the LP format of CPLEX, which every solver reads. */
function lpText({ objective, subjectTo, binaries = [] }: LP): string {
  const sum = (vars: LP['objective']['vars']) =>
    vars.map(({ name, coef }) => `${coef < 0 ? '-' : '+'} ${Math.abs(coef)} ${name}`).join(' ')
  const rows = subjectTo.map(
    ({ name, vars, bnds }) => ` ${name}: ${sum(vars)} ${relations[bnds.type]} ${bnds.ub}`,
  )
  return [
    'Minimize',
    ` delay: ${sum(objective.vars)}`,
    'Subject To',
    ...rows,
    'Binary',
    ` ${binaries.join(' ')}`,
    'End',
  ].join('\n')
}

/**
 * Installs a package that the product does not depend on into a folder that is removed when the
 * process ends, and loads it.
 * @param version fixed, so that every run compares with the same version
 * @throws Error that names what is missing
 */
function installPeer(name: string, version: string): unknown {
  const folder = mkdtempSync(path.join(tmpdir(), 'steelyard-peer-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`]
  const { status, stderr, error } = spawnSync('npm', args, { encoding: 'utf8' })
  if (status !== 0) {
    const reason = error?.message ?? stderr.trim().split('\n').at(-1)
    throw new Error(`${name} ${version}, needed for the comparison, cannot be installed: ${reason}`)
  }
  return createRequire(path.join(folder, 'node_modules', 'index.js'))(name)
}
