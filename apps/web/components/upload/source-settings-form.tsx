'use client'

import type { Source } from '@steelyard/contract'
import type { SourceUpdate } from '../../lib/use-source-update.ts'
import { Switch } from '../ui/switch.tsx'
import { IntervalInput } from './interval-input.tsx'
import { LogFormatInput } from './log-format-input.tsx'
import { StartTimeInput } from './start-time-input.tsx'

const hasSettings = new Set<Source['kind']>(['access-log', 'xenmon', 'xentop', 'unknown'])

/** What can be said about a source of this kind, beyond what it was asked. */
export function SourceSettingsForm({ source, update }: { source: Source; update: SourceUpdate }) {
  const { kind, settings } = source
  if (!hasSettings.has(kind)) {
    return <p className="text-sm text-ink-soft">There is nothing to set for this kind of source.</p>
  }
  const asked = new Set(source.questions.map(({ id }) => id))
  return (
    <div className="space-y-4 rounded-lg border border-line p-4">
      {kind === 'access-log' || kind === 'unknown' ? (
        <LogFormatInput source={source} update={update} />
      ) : null}
      {kind === 'access-log' && !asked.has('virtual-hosts') ? (
        <Switch
          label="One domain per virtual host"
          hint="For a log that several virtual hosts write into."
          checked={settings.byVirtualHost ?? false}
          disabled={update.busy}
          onChange={(byVirtualHost) => update.save({ settings: { byVirtualHost } })}
        />
      ) : null}
      {(kind === 'xenmon' || kind === 'xentop') && !asked.has('start-time') ? (
        <StartTimeInput source={source} update={update} />
      ) : null}
      {kind === 'xentop' && !asked.has('interval') ? (
        <IntervalInput source={source} update={update} />
      ) : null}
    </div>
  )
}
