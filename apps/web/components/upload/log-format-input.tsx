'use client'

import type { Source } from '@steelyard/contract'
import { useState } from 'react'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Textarea } from '../ui/textarea.tsx'

const EXAMPLE = '%v:%p %h %l %u %t "%r" %>s %O "%{Referer}i" "%{User-Agent}i" %D'

export function LogFormatInput({ source, update }: { source: Source; update: SourceUpdate }) {
  const [value, setValue] = useState(source.settings.logFormat ?? '')
  return (
    <div className="space-y-2">
      <Field
        label="Format of the log"
        hint="Apache’s LogFormat or nginx’s log_format string, as it stands in the configuration."
      >
        <Textarea
          className="font-mono text-sm"
          spellCheck={false}
          maxLength={4000}
          placeholder={EXAMPLE}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={!value.trim()}
          busy={update.busy}
          onClick={() => update.save({ settings: { logFormat: value.trim() } })}
        >
          Read with this format
        </Button>
        {source.settings.logFormat ? (
          <Button
            look="quiet"
            disabled={update.busy}
            onClick={() => {
              setValue('')
              update.save({ settings: { logFormat: null } })
            }}
          >
            Detect it again
          </Button>
        ) : null}
      </div>
    </div>
  )
}
