import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export type Answer = { exitCode: number; stdout: string; stderr: string }

/** The address, account and key of an OpenSSH client. */
export type Way = { port: number; username: string; keyFile: string }

/** The fixture's own connection does not test the product's pinning, so it accepts any host key. */
const ANY_HOST_KEY = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR']

export function sshOptions({ keyFile }: Way, more: string[] = []): string[] {
  const settings = [
    ...ANY_HOST_KEY,
    'BatchMode=yes',
    'IdentitiesOnly=yes',
    'IdentityAgent=none',
    'ConnectTimeout=20',
    ...more,
  ]
  return ['-F', 'none', '-i', keyFile, ...settings.flatMap((setting) => ['-o', setting])]
}

/** Runs one OpenSSH program to its end. */
export async function runProgram(program: string, args: string[], input = ''): Promise<Answer> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => {}).end(input) // the program may not read its input
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 255))
  })
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ])
  return { exitCode, stdout, stderr }
}
