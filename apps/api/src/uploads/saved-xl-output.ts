import type { SavedXlOutput } from '@steelyard/analysis'
import { DomainName } from '@steelyard/contract'
import type { XlOutput } from '@steelyard/xen'

/** Leaves out what xl prints about domains whose names cannot be stored here. */
export function savedXlOutput(path: string, { statements, ...output }: XlOutput): SavedXlOutput {
  return { path, output: { ...output, statements: statements.filter(isStorable) } }
}

function isStorable({ name }: { name: string }): boolean {
  return DomainName.safeParse(name).data === name
}
