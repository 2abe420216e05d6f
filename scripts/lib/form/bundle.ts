import { pathToFileURL } from 'node:url'
import { LIBRARY, PROGRAMS } from '../bundle/programs.ts'
import { inRoot } from '../paths.ts'
import type * as sources from './sources.ts'

// How the product is run from a bundle, which is complete as it is.

const program = (name: string) => inRoot(LIBRARY, `${name}.js`)

/** The dashboard of a bundle has a beginning of its own. */
const ENTRIES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(PROGRAMS).map(([name, source]) => [source, name])),
  'apps/web/server.ts': 'web',
}

export const argumentsFor: typeof sources.argumentsFor = (entry) => {
  const withParent = pathToFileURL(program('with-parent')).href
  return ['--import', withParent, program(ENTRIES[entry]!)]
}

export const makeReady: typeof sources.makeReady = async () => {}

export const commandLine: typeof sources.commandLine = (command) => `node ${LIBRARY}/${command}.js`
