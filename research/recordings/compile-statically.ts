import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Compiles a C program that needs no libraries where it runs: on Domain-0 and in the guests. */
export function compileStatically(source: string): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'program-'))
  try {
    const program = path.join(folder, 'program')
    execFileSync('gcc', ['-O2', '-s', '-static', '-o', program, source, '-lm'])
    return readFileSync(program)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
