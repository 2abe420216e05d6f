import { spawnSync } from 'node:child_process'

/** What a simulation reports about its own run. */
export interface PeerRun {
  /** CPU time without start-up. */
  seconds: number
  /** Mean response time of each guest, in order. */
  meanResponseMs: number[]
}

/**
 * Runs a peer's simulation.
 * @throws Error with the reason when the peer cannot run here
 */
export function runPeer(name: string, command: string, args: readonly string[]): PeerRun {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return JSON.parse(stdout)
  throw new Error(`${name} failed: ${error?.message ?? stderr.trim().split('\n').at(-1)}`)
}

/** @throws Error with the reason when the peer cannot be compiled here */
export function compilePeer(name: string, source: string, binary: string): void {
  const args = ['-O2', '-std=c++17', '-o', binary, source]
  const { status, stderr, error } = spawnSync('g++', args, { encoding: 'utf8' })
  if (status === 0) return
  const reason = error?.message ?? stderr.trim().split('\n').at(-1)
  throw new Error(`${name} needs a C++17 compiler, install g++: ${reason}`)
}
