import { spawn } from 'node:child_process'

/** A program that takes part in the benchmark. */
export interface Entrant {
  id: string
  title: string
  standing: string
  /** Shell command; the recording's directory is appended as its last argument. */
  command: string
  /** Working directory of the command. */
  workingDirectory: string
  /** Directory prepended to the search path: the environment created for the entrant. */
  programs?: string
}

/** An entrant that takes longer than this counts as having no answer. */
const PATIENCE_MS = 30 * 60 * 1000

/** An entrant that ended without an answer; the message is the last line that it printed. */
export class EntrantDeclined extends Error {
  override readonly name = 'EntrantDeclined'
}

/**
 * Runs an entrant once.
 * @param question written to its standard input
 * @returns its standard output
 * @throws EntrantDeclined when its exit code is not 0
 */
export function runEntrant(
  { command, workingDirectory, programs }: Entrant,
  directory: string,
  question: string,
): Promise<string> {
  const child = spawn('sh', ['-c', `${command} "$1"`, 'sh', directory], {
    cwd: workingDirectory,
    timeout: PATIENCE_MS,
    env: {
      ...process.env,
      ...(programs ? { PATH: `${programs}:${process.env.PATH ?? ''}` } : {}),
    },
  })
  let [output, complaint] = ['', '']
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  // An entrant that does not read its question closes the pipe, which is allowed.
  child.stdin.on('error', () => {})
  child.stdin.end(question)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(output)
      const last = complaint.trim().split('\n').at(-1)
      reject(new EntrantDeclined(last || `It ended with ${signal ?? `code ${code}`}.`))
    })
  })
}
