import type { LP } from 'glpk.js/node'

/** A linear program, some of whose variables are 0 or 1; all others are 0 or more. */
export type IntegerProgram = LP
export type Row = LP['subjectTo'][number]

/** GLPK's numbers, fixed by its C interface. */
const TYPES = { 'at-least': 2, 'at-most': 3, equal: 5 } as const
const MINIMISE = 1

export function row(name: string, vars: Row['vars'], type: keyof typeof TYPES, bound: number): Row {
  return { name, vars, bnds: { type: TYPES[type], lb: bound, ub: bound } }
}

export function minimise(vars: Row['vars']): LP['objective'] {
  return { direction: MINIMISE, name: 'cost', vars }
}
