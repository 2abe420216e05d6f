import type { LP } from 'glpk.js/node'
import { type Allocation, extremeLoad, type Grid, holdDomain, weightedLoad } from './grid.ts'

/** The numbers GLPK gives its row and bound types; fixed by its C interface. */
const glpk = { minimise: 1, lower: 2, upper: 3, fixed: 5 } as const

interface Option {
  domain: number
  steps: number
  z: string
  u: string
  leastS: number
  greatestS: number
}

/** Rounding of doubles must not cost an option. */
const slack = 1e-9

/** The steps a free domain may get, and the range of s that goes with each. */
function optionsOf(grid: Grid): Option[] {
  const options: Option[] = []
  for (const [domain, { keptSteps, minSteps, maxSteps, room }] of grid.domains.entries()) {
    if (keptSteps !== null) continue
    const others = grid.domains.filter(
      (other, index) => index !== domain && other.keptSteps === null,
    )
    const leastOthers = others.reduce((sum, other) => sum + other.minSteps, 0)
    const mostOthers = others.reduce((sum, other) => sum + other.maxSteps, 0)
    const from = Math.max(minSteps, grid.steps - mostOthers)
    const to = Math.min(maxSteps, grid.steps - leastOthers)
    for (let steps = from; steps <= to; steps++) {
      const held = holdDomain(grid, domain, steps)
      const leastS = Math.max(grid.leastLoad, weightedLoad(held, extremeLoad(held, 'least')))
      const reach = weightedLoad(held, extremeLoad(held, 'greatest'))
      const allowed = room === null ? reach : room * steps - grid.ioDelay
      const greatestS = Math.min(reach, allowed, grid.greatestLoad)
      if (greatestS < leastS * (1 - slack)) continue
      options.push({
        domain,
        steps,
        z: `z_${domain}_${steps}`,
        u: `u_${domain}_${steps}`,
        leastS,
        greatestS: Math.max(leastS, greatestS),
      })
    }
  }
  return options
}

type Row = LP['subjectTo'][number]

function row(name: string, vars: Row['vars'], type: number, bound: number): Row {
  return { name, vars, bnds: { type, lb: bound, ub: bound } }
}

/** s + c <= room k_p, divided by the size of room so that its coefficients are of order 1. */
function slaRow(grid: Grid, domain: number, own: readonly Option[]): Row[] {
  const { room, keptSteps } = grid.domains[domain]!
  if (room === null) return []
  const size = Math.abs(room) || 1
  const s = { name: 's', coef: 1 / size }
  const perStep = room / size
  const bound = perStep * (keptSteps ?? 0) - grid.ioDelay / size
  const steps = own.map(({ z, steps }) => ({ name: z, coef: -perStep * steps }))
  return [row(`sla_${domain}`, [s, ...steps], glpk.upper, bound)]
}

function domainRows(grid: Grid, domain: number, own: readonly Option[]): Row[] {
  const sla = slaRow(grid, domain, own)
  if (grid.domains[domain]!.keptSteps !== null) return sla
  const one = own.map(({ z }) => ({ name: z, coef: 1 }))
  const product = [...own.map(({ u }) => ({ name: u, coef: 1 })), { name: 's', coef: -1 }]
  const links = own.flatMap(({ z, u, leastS, greatestS }) => [
    row(
      `hi_${u}`,
      [
        { name: u, coef: 1 },
        { name: z, coef: -greatestS },
      ],
      glpk.upper,
      0,
    ),
    row(
      `lo_${u}`,
      [
        { name: u, coef: 1 },
        { name: z, coef: -leastS },
      ],
      glpk.lower,
      0,
    ),
  ])
  return [
    row(`one_${domain}`, one, glpk.fixed, 1),
    row(`product_${domain}`, product, glpk.fixed, 0),
    ...links,
    ...sla,
  ]
}

function objective(grid: Grid, options: readonly Option[]): Row['vars'] {
  const keptRate = grid.domains.reduce(
    (sum, { keptSteps, rate }) =>
      keptSteps !== null && rate > 0 ? sum + 1 / (keptSteps * rate) : sum,
    0,
  )
  const terms = options.flatMap(({ domain, steps, z, u }) => {
    const coef = 1 / (steps * grid.domains[domain]!.rate)
    return [
      { name: u, coef },
      { name: z, coef: grid.ioDelay * coef },
    ]
  })
  return [...terms, { name: 's', coef: keptRate }]
}

/**
 * The exact MILP: z[p][k] = 1 if domain p gets k steps, u[p][k] = s z[p][k] as one product variable
 * per binary. sum_k u[p][k] = s with least z <= u <= greatest z makes u the product at every integer
 * point, so nothing is approximated (Glover 1975). Minimises (s + c) sum(1 / (k rate)).
 */
export function buildMilp(grid: Grid): {
  lp: LP
  binaries: number
  read: (vars: Vars) => Allocation
} {
  const options = optionsOf(grid)
  const ownOf = (domain: number) => options.filter((option) => option.domain === domain)
  const keptS = grid.domains.reduce((sum, { keptSteps, load }) => sum + load * (keptSteps ?? 0), 0)
  const sVars = options.map(({ z, domain, steps }) => ({
    name: z,
    coef: grid.domains[domain]!.load * steps,
  }))
  const lp: LP = {
    name: 'weights',
    objective: { direction: glpk.minimise, name: 'delay', vars: objective(grid, options) },
    subjectTo: [
      row(
        'steps',
        options.map(({ z, steps }) => ({ name: z, coef: steps })),
        glpk.fixed,
        grid.steps,
      ),
      row('s', [...sVars, { name: 's', coef: -1 }], glpk.fixed, -keptS),
      ...grid.domains.flatMap((_, domain) => domainRows(grid, domain, ownOf(domain))),
    ],
    binaries: options.map(({ z }) => z),
  }
  const read = (vars: Vars) =>
    grid.domains.map(
      ({ keptSteps }, domain) =>
        keptSteps ??
        ownOf(domain).reduce((sum, { z, steps }) => sum + Math.round(vars[z] ?? 0) * steps, 0),
    )
  return { lp, binaries: options.length, read }
}

type Vars = Readonly<Record<string, number>>
