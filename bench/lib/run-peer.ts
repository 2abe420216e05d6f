import { spawnSync } from 'node:child_process'

/** What a simulation says of its own run. */
export interface PeerRun {
  /** CPU time, start-up left out. */
  seconds: number
  /** By guest. */
  meanResponseMs: number[]
}

/**
 * Runs a peer's simulation.
 * @returns null when the peer is not installed here, with a line about it on stderr
 */
export function runPeer(name: string, command: string, args: readonly string[]): PeerRun | null {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return JSON.parse(stdout)
  const reason = error?.message ?? stderr.trim().split('\n').at(-1)
  console.error(`${name} is left out: ${reason}`)
  return null
}

/** Compiles a peer. @returns whether that worked; a line on stderr says why not */
export function compilePeer(name: string, source: string, binary: string): boolean {
  const args = ['-O2', '-std=c++17', '-o', binary, source]
  const { status, stderr, error } = spawnSync('g++', args, { encoding: 'utf8' })
  if (status === 0) return true
  console.error(`${name} is left out: ${error?.message ?? stderr.trim().split('\n').at(-1)}`)
  return false
}
