import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// `npm start` is a chain: npm, perhaps a shell, the TypeScript runner, the launcher. Killing npm
// outright leaves the rest running with nothing to stop it, so the launcher watches the chain.

const MAX_DEPTH = 8
const POLL_MS = 1000

export type ProcessEntry = { pid: number; parent: number; command: string }

/** Calls `onGone` once, when a process between npm and us has died. */
export function watchAncestors(onGone: () => void): () => void {
  if (process.platform === 'win32') return () => {}
  const chain = chainUpToNpm(process.pid, readProcess)
  const timer = setInterval(() => {
    if (chain.every(isUnchanged)) return
    clearInterval(timer)
    onGone()
  }, POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * The processes from `pid` up to but excluding npm, each with the parent it had at the start. Without
 * an npm above us nothing is watched, since our own parent may end without stopping the product.
 */
export function chainUpToNpm(
  pid: number,
  read: (pid: number) => ProcessEntry | undefined,
): ProcessEntry[] {
  const chain: ProcessEntry[] = []
  for (let entry = read(pid); entry && chain.length < MAX_DEPTH; entry = read(entry.parent)) {
    if (isNpm(entry.command)) return chain
    chain.push(entry)
  }
  return []
}

function isNpm(command: string): boolean {
  return /^npm( |$)|npm-cli\.js/.test(command)
}

/** An orphan is handed to another parent, so a changed parent means that the old one died. */
function isUnchanged(entry: ProcessEntry): boolean {
  return readProcess(entry.pid)?.parent === entry.parent
}

function readProcess(pid: number): ProcessEntry | undefined {
  try {
    return process.platform === 'linux' ? readFromProc(pid) : askPs(pid)
  } catch {
    return undefined // gone
  }
}

/** Slim Linux images have no `ps`. */
function readFromProc(pid: number): ProcessEntry {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1])
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  return { pid, parent, command }
}

function askPs(pid: number): ProcessEntry | undefined {
  const args = ['-o', 'ppid=,args=', '-p', String(pid)]
  const line = execFileSync('ps', args, { encoding: 'utf8', stdio: 'pipe' }).trim()
  const [, parent, command = ''] = /^(\d+)\s+(.*)$/s.exec(line) ?? []
  return parent === undefined ? undefined : { pid, parent: Number(parent), command }
}
