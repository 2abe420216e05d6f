import { spawn } from 'node:child_process'

/** A program that takes part. */
export interface Entrant {
  id: string
  title: string
  standing: string
  /** For a shell; the recording's directory is added as its last argument. */
  command: string
  /** Where it runs. */
  workingDirectory: string
  /** What comes before the shell's own search path: an environment made for it. */
  programs?: string
}

/** Longer than this and it has no answer. */
const PATIENCE_MS = 30 * 60 * 1000

/** An entrant that ended without an answer; the message is the last that it said. */
export class EntrantDeclined extends Error {
  override readonly name = 'EntrantDeclined'
}

/**
 * Runs an entrant once.
 * @param question for its standard input
 * @returns its standard output
 * @throws EntrantDeclined when it ends with another code than 0
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
  // One that does not read its question closes the pipe, which is its own affair.
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
