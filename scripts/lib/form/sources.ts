import { pathToFileURL } from 'node:url'
import { buildDashboard, generateDatabaseClient } from '../build.ts'
import { inRoot } from '../paths.ts'

// How the product is run from a checkout. In a bundle, `bundle.ts` next to this takes its place.

/**
 * What Node is given to run TypeScript. Since 22.18 it does so by itself, and a service starts with
 * about three quarters of the CPU time that tsx takes.
 */
export const typeScript = process.features.typescript ? [] : ['--import', 'tsx']

/** What Node is given to run a service of the launcher. */
export function argumentsFor(entry: string): string[] {
  const withParent = pathToFileURL(inRoot('scripts/with-parent.mjs')).href
  return [...typeScript, '--import', withParent, inRoot(entry)]
}

/** Makes what the services need, where it is not there yet or out of date. */
export async function makeReady(
  { dashboard }: { dashboard: boolean },
  announce: (message: string) => void,
  signal: AbortSignal,
): Promise<void> {
  await generateDatabaseClient(signal)
  if (dashboard) await buildDashboard(announce, signal)
}

/** How people call a command of `scripts`. */
export function commandLine(command: string): string {
  return `npm run ${command} --`
}
