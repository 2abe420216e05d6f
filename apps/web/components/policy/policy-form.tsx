'use client'

import type { PolicySettings } from '@steelyard/contract'
import { POLICY_MODES } from '@steelyard/contract/plain'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { BlackoutsField } from './blackouts-field.tsx'
import { DryRunField } from './dry-run-field.tsx'
import { ModeField } from './mode-field.tsx'
import { NumberField, type NumberProps } from './number-field.tsx'
import { PayersField } from './payers-field.tsx'
import { draftOf, firstSettings, readDraft } from './policy-draft.ts'
import { canChangeHosts, modeWords, policyLine } from './policy-words.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { WindowsField } from './windows-field.tsx'

export interface PolicyFormProps {
  /** What the policy is of; a draft is kept under it. */
  subject: string
  /** Null where there is no policy yet. */
  settings: PolicySettings | null
  /** The guests of the host; null where the policy is for all hosts with a tag. */
  guests: readonly string[] | null
  /** Whether it can be saved without a change, because there is no such policy yet. */
  isNew: boolean
  busy: boolean
  error: unknown
  onSave: (settings: PolicySettings, onSaved: () => void) => void
  onClose: () => void
}

/** What the loop may do, and when: the usual first, the rest on demand. */
export function PolicyForm(props: PolicyFormProps) {
  const { subject, guests, isNew, busy, error, onSave, onClose } = props
  const settings = props.settings ?? firstSettings()
  const { draft, isChanged, change, discard } = useKeptDraft(
    subject,
    draftOf(settings, guests ?? []),
  )
  const [wasTried, setWasTried] = useState(false)
  const read = readDraft(draft)
  const faults = (wasTried && read.faults) || {}
  const numbers: NumberProps = {
    numbers: draft.numbers,
    faults,
    onChange: (next) => change({ numbers: next }),
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setWasTried(true)
    if (!read.settings) return
    onSave(read.settings, () => {
      discard()
      onClose()
    })
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-5">
      <DraftLine
        settings={read.settings ?? { ...settings, mode: draft.mode }}
        isSaved={!isChanged && !isNew}
      />
      <ModeField
        legend="When a target is missed"
        modes={POLICY_MODES}
        words={modeWords}
        mode={draft.mode}
        columns={4}
        onChange={(mode) => change({ mode })}
      />
      {canChangeHosts(draft.mode) ? (
        <DryRunField
          dryRun={draft.dryRun}
          subject={subject}
          onChange={(dryRun) => change({ dryRun })}
        />
      ) : null}
      <div className="grid items-start gap-x-8 gap-y-5 xl:grid-cols-2">
        <div className="space-y-5">
          <WindowsField
            windows={draft.windows}
            faults={faults}
            onChange={(windows) => change({ windows })}
          />
          {draft.windows.length > 0 || faults.timeZone ? (
            <TimeZoneField
              timeZone={draft.timeZone}
              error={faults.timeZone}
              onChange={(timeZone) => change({ timeZone })}
            />
          ) : null}
        </div>
        <div className="space-y-5">
          <PayersField draft={draft} faults={faults} canName={guests === null} onChange={change} />
        </div>
        <BlackoutsField
          blackouts={draft.blackouts}
          faults={faults}
          onChange={(blackouts) => change({ blackouts })}
        />
        <Bounds {...numbers} />
      </div>
      {/* Opened by what is wrong inside, or the fault would be out of sight. */}
      <Disclosure
        key={String(rareNames.some((name) => faults[name]))}
        initiallyOpen={rareNames.some((name) => faults[name])}
        summary="Rarely changed: the trigger, and how long things take"
      >
        <Rare {...numbers} />
      </Disclosure>
      <ProblemAlert error={error} title="The policy could not be saved" />
      {wasTried && read.faults ? (
        <p role="alert" className="text-sm font-medium text-danger">
          Not saved: put right what is marked above.
        </p>
      ) : null}
      <div className="sticky bottom-0 -mx-4 flex rounded-b-xl flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
        {isChanged ? (
          <p role="status" className="mr-auto text-sm font-medium text-warn">
            Not saved yet
          </p>
        ) : null}
        <Button
          onClick={() => {
            discard()
            onClose()
          }}
        >
          {isChanged ? 'Discard' : 'Close'}
        </Button>
        <Button type="submit" look="primary" busy={busy} disabled={!isChanged && !isNew}>
          Save the policy
        </Button>
      </div>
    </form>
  )
}

/** What the form as it stands would have happen; it follows every change. */
function DraftLine({ settings, isSaved }: { settings: PolicySettings; isSaved: boolean }) {
  return (
    <p role="status" className="max-w-5xl font-semibold">
      {isSaved ? null : <span className="font-normal text-ink-soft">Once saved: </span>}
      {policyLine(settings)}
    </p>
  )
}

function Bounds(props: NumberProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <NumberField
        {...props}
        name="leastGainPercent"
        label="Least gain"
        unit="%"
        hint="Smaller gains are not worth a change."
      />
      <NumberField
        {...props}
        name="largestStepPercent"
        label="Largest step"
        unit="%"
        hint="Of the guests’ weights, in one change."
      />
      <NumberField
        {...props}
        name="coolDownMinutes"
        label="Cool-down"
        unit="min"
        hint="The least time between two changes."
      />
    </div>
  )
}

const rareNames = [
  'missedWindows',
  'ofWindows',
  'lookBackMinutes',
  'expiryMinutes',
  'outcomeMinutes',
] as const

function Rare(props: NumberProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        {...props}
        name="missedWindows"
        label="Missed minutes"
        hint="A hotspot opens when a target was missed in so many minutes …"
      />
      <NumberField
        {...props}
        name="ofWindows"
        label="Of the last minutes"
        hint="… of so many, the newest of them nearly or quite."
      />
      <NumberField
        {...props}
        name="lookBackMinutes"
        label="Look-back"
        unit="min"
        hint="How much of what was observed an analysis rests on."
      />
      <NumberField
        {...props}
        name="expiryMinutes"
        label="Expiry"
        unit="min"
        hint="How long a recommendation waits for approval."
      />
      <NumberField
        {...props}
        name="outcomeMinutes"
        label="Outcome after"
        unit="min"
        hint="How long a change is observed before it is judged."
      />
    </div>
  )
}
