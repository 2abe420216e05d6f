import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { typeScript } from '../../../../scripts/lib/form/sources.ts'

/** Starts a program in a process of its own, which gets these variables and none that we run with. */
export function startProcess(
  program: string,
  env: Record<string, string | undefined>,
  stdio: StdioOptions,
): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return spawn(process.execPath, [...typeScript, program], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio,
  })
}
