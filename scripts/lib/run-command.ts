import { spawn } from 'node:child_process'
import { root } from './paths.ts'

export type CommandOptions = {
  env?: Record<string, string>
  cwd?: string
  /** Hide the output unless the command fails. */
  quiet?: boolean
  /** Aborting it ends the program and rejects the promise. */
  signal?: AbortSignal | undefined
}

/** Runs a program to its end and returns its exit code; a signal counts as failure. */
export function exitCodeOf(
  command: string,
  args: string[],
  { env, cwd = root, quiet = false, signal }: CommandOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      signal,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(output))
      resolve(code ?? 1)
    })
  })
}

/** Like exitCodeOf, but a failure throws. `what` names the step for people. */
export async function run(
  what: string,
  command: string,
  args: string[],
  options?: CommandOptions,
): Promise<void> {
  const code = await exitCodeOf(command, args, options)
  if (code !== 0) throw new Error(`${what} failed (exit code ${code})`)
}
