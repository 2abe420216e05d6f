'use client'

import type { Source, SourceSettings } from '@steelyard/contract'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { LogFormatInput } from './log-format-input.tsx'
import { NumberSetting } from './number-setting.tsx'
import { StartTimeInput } from './start-time-input.tsx'

/** Further settings for a source of this kind, beyond the questions asked about it. */
export function SourceSettingsForm({ source, update }: { source: Source; update: SourceUpdate }) {
  const { kind, settings, included } = source
  const asked = new Set(included ? source.questions.map(({ id }) => id) : [])
  const canSay = (setting: keyof SourceSettings) => source.adjustable.includes(setting)
  return (
    <div className="space-y-4 rounded-lg border border-line p-4">
      {kind === 'unknown' ? null : (
        <Checkbox
          label="Use this source"
          checked={included}
          disabled={update.busy}
          onChange={(next) => update.save({ included: next })}
        />
      )}
      {canSay('logFormat') ? <LogFormatInput source={source} update={update} /> : null}
      {settings.durationUnit && !source.durations ? (
        <Button
          busy={update.busy}
          onClick={() => update.save({ settings: { durationUnit: null } })}
        >
          Ask again for the unit of its durations
        </Button>
      ) : null}
      {canSay('byVirtualHost') && !asked.has('virtual-hosts') ? (
        <Checkbox
          label="One guest per virtual host"
          hint="For a log that several virtual hosts write to."
          checked={settings.byVirtualHost ?? false}
          disabled={update.busy}
          onChange={(byVirtualHost) => update.save({ settings: { byVirtualHost } })}
        />
      ) : null}
      {canSay('everyLine') ? (
        <Checkbox
          label="Count lines that are no requests"
          hint="Left out otherwise: upgraded connections (WebSocket), connections without a request, the server’s lines to itself, requests that clients gave up."
          checked={settings.everyLine ?? false}
          disabled={update.busy}
          onChange={(everyLine) => update.save({ settings: { everyLine } })}
        />
      ) : null}
      {canSay('startedAt') && !asked.has('start-time') ? (
        <StartTimeInput source={source} update={update} />
      ) : null}
      {canSay('tscHz') && !asked.has('cpu-hz') ? (
        <NumberSetting name="tscHz" source={source} update={update} />
      ) : null}
      {canSay('intervalSeconds') && !asked.has('interval') ? (
        <NumberSetting name="intervalSeconds" source={source} update={update} />
      ) : null}
    </div>
  )
}
