import { reproducePaper0 } from './paper0.ts'
import { reproducePaper1 } from './paper1.ts'
import { reproducePaper2 } from './paper2.ts'
import { reproducePaper3 } from './paper3.ts'
import { reproducePaper4 } from './paper4.ts'
import type { Reproduction } from './reproduction.ts'

/** The reproductions by the names used on the command line. */
export const papers: Readonly<Record<string, () => Promise<Reproduction>>> = {
  paper0: reproducePaper0,
  paper1: reproducePaper1,
  paper2: reproducePaper2,
  paper3: reproducePaper3,
  paper4: reproducePaper4,
}
