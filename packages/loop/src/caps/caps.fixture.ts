import type { CappedDomain, CapsQuestion, CapsRule } from './wanted-caps.ts'

export const task = (name: string, executionMs = 70) => ({
  name,
  periodSeconds: 0.1,
  executionSeconds: executionMs / 1000,
})

export const other = (name: string, more: Partial<CappedDomain> = {}): CappedDomain => ({
  name,
  weight: 256,
  vCpus: 1,
  leastCapPercent: 1,
  highestCapPercent: null,
  ...more,
})

/** The paper's host: T(100,70) on each of two pCPUs, and two others. */
export const exampleRule: CapsRule = {
  pCpus: 2,
  realTime: [task('rt1'), task('rt2')],
  others: [other('vm1'), other('vm2')],
  share: 'equal',
}

/** Both real-time domains are at work, and no cap is in force yet. */
export function questionOf(wanted: Partial<CapsQuestion> = {}): CapsQuestion {
  return {
    rule: exampleRule,
    active: ['rt1', 'rt2'],
    running: ['rt1', 'rt2', 'vm1', 'vm2'],
    inForce: {},
    before: null,
    ...wanted,
  }
}
