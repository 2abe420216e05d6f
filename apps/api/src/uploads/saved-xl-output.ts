import type { SavedXlOutput } from '@steelyard/analysis'
import { DomainName } from '@steelyard/contract'
import type { XlOutput, XlStatement } from '@steelyard/xen'

/** Facts that are missing where an earlier release stored what it had read. */
type LaterFact = 'timeSlicesMs' | 'rateLimitsUs' | 'xenVersion'
type StoredXlOutput = Omit<XlOutput, LaterFact | 'statements'> &
  Partial<Pick<XlOutput, LaterFact>> & {
    statements: (Omit<XlStatement, 'vCpus'> & Partial<Pick<XlStatement, 'vCpus'>>)[]
  }

/** Leaves out what xl prints about domains whose names cannot be stored here. */
export function savedXlOutput(
  path: string,
  { statements, ...output }: StoredXlOutput,
): SavedXlOutput {
  return {
    path,
    output: {
      timeSlicesMs: [],
      rateLimitsUs: [],
      xenVersion: null,
      ...output,
      statements: statements.filter(isStorable).map((said) => ({ vCpus: null, ...said })),
    },
  }
}

function isStorable({ name }: { name: string }): boolean {
  return DomainName.safeParse(name).data === name
}
