import { reproducePaper4 } from './paper4.ts'
import type { Reproduction } from './reproduction.ts'

/** By the name that is asked for. */
export const papers: Readonly<Record<string, () => Promise<Reproduction>>> = {
  paper4: reproducePaper4,
}
