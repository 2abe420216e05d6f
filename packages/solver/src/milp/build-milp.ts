import { greatestLoadDivision, leastLoadDivision } from '../problem/divide-steps.ts'
import { type Allocation, type Grid, holdGroup, weightedLoad } from '../problem/grid.ts'
import { type IntegerProgram, minimise, type Row, row } from './integer-program.ts'

interface Option {
  group: number
  steps: number
  z: string
  u: string
  leastS: number
  greatestS: number
}

/** Keeps rounding errors of doubles from excluding an option. */
const SLACK = 1e-9

/** The steps that a free group may get, with the range of s possible for each. */
function optionsOf(grid: Grid): Option[] {
  const options: Option[] = []
  for (const [group, { keptSteps, minSteps, maxSteps, room }] of grid.groups.entries()) {
    if (keptSteps !== null) continue
    for (let steps = minSteps; steps <= maxSteps; steps++) {
      const held = holdGroup(grid, group, steps)
      const lightest = leastLoadDivision(held)
      if (!lightest) continue
      const leastS = weightedLoad(held, lightest)
      const reach = weightedLoad(held, greatestLoadDivision(held)!)
      const allowed = room === null ? reach : room * steps - grid.ioDelay
      const greatestS = Math.min(reach, allowed, grid.greatestLoad)
      if (greatestS < leastS * (1 - SLACK)) continue
      options.push({
        group,
        steps,
        leastS,
        z: `z_${group}_${steps}`,
        u: `u_${group}_${steps}`,
        greatestS: Math.max(leastS, greatestS),
      })
    }
  }
  return options
}

/**
 * GLPK's presolver accepts a violation of up to 1e-3 in a row whose columns are all fixed, whatever
 * its coefficients (npp_empty_row). This scale makes that a millionth of a step.
 */
const ROW_SCALE = 1000

/** s + c <= room k_p, divided by the magnitude of room and scaled. */
function slaRow(grid: Grid, group: number, own: readonly Option[]): Row[] {
  const { room, keptSteps } = grid.groups[group]!
  if (room === null) return []
  const size = (Math.abs(room) || 1) / ROW_SCALE
  const s = { name: 's', coef: 1 / size }
  const perStep = room / size
  const bound = perStep * (keptSteps ?? 0) - grid.ioDelay / size
  const steps = own.map(({ z, steps }) => ({ name: z, coef: -perStep * steps }))
  return [row(`sla_${group}`, [s, ...steps], 'at-most', bound)]
}

function groupRows(grid: Grid, group: number, own: readonly Option[]): Row[] {
  const sla = slaRow(grid, group, own)
  if (grid.groups[group]!.keptSteps !== null) return sla
  const one = own.map(({ z }) => ({ name: z, coef: 1 }))
  const product = [...own.map(({ u }) => ({ name: u, coef: 1 })), { name: 's', coef: -1 }]
  const links = own.flatMap(({ z, u, leastS, greatestS }) => [
    row(
      `hi_${u}`,
      [
        { name: u, coef: 1 },
        { name: z, coef: -greatestS },
      ],
      'at-most',
      0,
    ),
    row(
      `lo_${u}`,
      [
        { name: u, coef: 1 },
        { name: z, coef: -leastS },
      ],
      'at-least',
      0,
    ),
  ])
  return [
    row(`one_${group}`, one, 'equal', 1),
    row(`product_${group}`, product, 'equal', 0),
    ...links,
    ...sla,
  ]
}

function objective({ groups, ioDelay }: Grid, options: readonly Option[]): Row['vars'] {
  const kept = groups.reduce(
    (sum, { keptSteps, inverseRate }) => (keptSteps ? sum + inverseRate / keptSteps : sum),
    0,
  )
  const terms = options.flatMap(({ group, steps, z, u }) => {
    const coef = groups[group]!.inverseRate / steps
    return [
      { name: u, coef },
      { name: z, coef: ioDelay * coef },
    ]
  })
  return [...terms, { name: 's', coef: kept }]
}

/**
 * The exact MILP: z[p][k] = 1 if each member of group p gets k steps, u[p][k] = s z[p][k] as one
 * product variable per binary. sum_k u[p][k] = s with least z <= u <= greatest z makes u the
 * product at every integer point, so nothing is approximated (Glover 1975). Minimises (s + c)
 * sum(inverse rate / k).
 */
export function buildMilp(grid: Grid): {
  lp: IntegerProgram
  binaries: number
  read: (vars: Vars) => Allocation
} {
  const options = optionsOf(grid)
  const ownOf = (group: number) => options.filter((option) => option.group === group)
  const keptS = grid.groups.reduce((sum, { keptSteps, load }) => sum + load * (keptSteps ?? 0), 0)
  const sVars = options.map(({ z, group, steps }) => ({
    name: z,
    coef: grid.groups[group]!.load * steps,
  }))
  const lp: IntegerProgram = {
    name: 'weights',
    objective: minimise(objective(grid, options)),
    subjectTo: [
      row(
        'steps',
        options.map(({ z, group, steps }) => ({
          name: z,
          coef: steps * grid.groups[group]!.names.length,
        })),
        'equal',
        grid.steps,
      ),
      row('s', [...sVars, { name: 's', coef: -1 }], 'equal', -keptS),
      ...grid.groups.flatMap((_, group) => groupRows(grid, group, ownOf(group))),
    ],
    binaries: options.map(({ z }) => z),
  }
  const read = (vars: Vars) =>
    grid.groups.map(
      ({ keptSteps }, group) =>
        keptSteps ??
        ownOf(group).reduce((sum, { z, steps }) => sum + Math.round(vars[z] ?? 0) * steps, 0),
    )
  return { lp, binaries: options.length, read }
}

type Vars = Readonly<Record<string, number>>
