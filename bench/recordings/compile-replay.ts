import { execFileSync } from 'node:child_process'
import path from 'node:path'

const SOURCE = path.join(import.meta.dirname, 'domain-0/replay.c')

/** Linked statically: Domain-0 and the guests need no libraries for it. */
export function compileReplay(program: string): void {
  execFileSync('gcc', ['-O2', '-s', '-static', '-o', program, SOURCE, '-lm'])
}
