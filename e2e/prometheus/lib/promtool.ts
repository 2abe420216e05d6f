import { spawnSync } from 'node:child_process'

/**
 * Runs Prometheus's own checker.
 * @returns what it printed
 * @throws Error with what it printed, if it finds fault
 */
export function promtool(
  args: readonly string[],
  { cwd, input }: { cwd?: string; input?: string } = {},
): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, input, encoding: 'utf8' })
  const said = stdout + stderr
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}: ${said}`)
  return said
}
