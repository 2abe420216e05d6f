'use client'

import type { Application } from '@steelyard/contract'
import { useApi } from '../../lib/use-api.ts'
import { ConfigLines } from './config-lines.tsx'

const words = {
  apply:
    'To make it permanent, put these lines into each guest’s configuration file, in place of lines of the same name.',
  'roll-back':
    'If lines of the application are already in a guest’s configuration file, replace them with these.',
}

/**
 * After a successful application: how long the values last, and the lines that make them permanent.
 */
export function PersistenceNote({ application }: { application: Application }) {
  const { id, hostId, kind, state, alsoRead } = application
  const endedWell = state === (kind === 'apply' ? 'verified' : 'rolled-back')
  const host = useApi('getHost', { params: { id: hostId } }, { enabled: endedWell })
  // Where XAPI stores them, guests have no configuration files, and nothing is left to do.
  const isStored = (name: string) =>
    alsoRead.some(({ subject, what }) => subject === name && what === 'stored-weight')
  // A later application sets other values, which its own note shows.
  const set = (host.data?.domains ?? []).filter(
    ({ name, applied, gone }) =>
      applied?.applicationId === id && applied.configLines.length > 0 && !gone && !isStored(name),
  )
  if (!endedWell || set.length === 0) return null
  return (
    <section className="space-y-4 rounded-lg border border-line p-4">
      <div>
        <h3 className="font-semibold">This lasts until a guest restarts</h3>
        <p className="mt-0.5 text-sm text-ink-soft">{words[kind]}</p>
      </div>
      <ConfigLines domains={set} />
    </section>
  )
}
