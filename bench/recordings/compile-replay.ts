import { execFileSync } from 'node:child_process'
import path from 'node:path'

const SOURCE = path.join(import.meta.dirname, 'domain-0/replay.c')

/** Links statically, so that Domain-0 and the guests need no libraries. */
export function compileReplay(program: string): void {
  execFileSync('gcc', ['-O2', '-s', '-static', '-o', program, SOURCE, '-lm'])
}
