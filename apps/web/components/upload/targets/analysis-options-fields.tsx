'use client'

import { useEffect, useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import type { AnalysisForm } from '../../../lib/uploads/analysis-form.ts'
import { useEstimators } from '../../../lib/use-estimators.ts'
import { judgesOf, judgeWords } from '../../analysis/foundations/judge-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'
import { Select } from '../../ui/select.tsx'
import { DomainOptionFields } from './domain-option-fields.tsx'
import { type ChoiceName, choices } from './option-choices.ts'

/** The options that have a sound default; opened by hand, or when one of them was refused. */
export function AnalysisOptionsFields({
  guests,
  faulty,
  weightWords,
}: {
  guests: string[]
  faulty: boolean
  weightWords: (domain: string) => string
}) {
  const { control } = useFormContext<AnalysisForm>()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (faulty) setOpen(true)
  }, [faulty])
  return (
    <Card className="pb-4 sm:pb-5">
      <CardHeader
        title="Advanced options"
        description={open ? undefined : 'Sound defaults; most analyses need none of these.'}
        action={
          <Button
            size="small"
            aria-expanded={open}
            aria-controls="analysis-options"
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Show'}
          </Button>
        }
      />
      <CardBody id="analysis-options" hidden={!open} className="space-y-6">
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <OptionInput
            name="name"
            label="Name of the recording"
            hint="If empty, the name of the folder or archive."
          />
          <OptionSelect name="objective" />
          <JudgeSelect />
          <OptionInput
            name="softTargetMultiple"
            label="Soft target without a target"
            unit="× present"
            hint="How long others may take so that targets are met. If empty, any time."
          />
          <OptionInput
            name="targetMargin"
            label="Margin of the least shift"
            unit="%"
            hint="How far targets should exceed the times, for that objective alone."
          />
          <OptionInput name="windowSeconds" label="Window" unit="s" hint="1 to 3,600." />
          <OptionInput name="stepShare" label="Step of the shares" hint="0.05 as in the paper." />
          <OptionMoment
            name="from"
            label="Judge from"
            hint="If empty, since the last change of weights."
          />
          <OptionMoment name="to" label="Judge until" />
          <OptionSelect name="normalisation" />
          <OptionSelect name="sandpiperServiceTime" />
          <OptionSelect name="decisionRule" />
          <OptionSelect name="integerMapping" />
          <OptionSelect name="connections" />
          <OptionInput name="timeLimitSeconds" label="Time limit of the solver" unit="s" />
          <div className="self-center">
            <Controller
              control={control}
              name="anchored"
              render={({ field }) => (
                <Checkbox
                  label="Anchor to the measured times"
                  hint="Scales predictions towards the measured times, as far as the difference is significant."
                  checked={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          </div>
        </div>
        <DomainOptionFields guests={guests} weightWords={weightWords} />
      </CardBody>
    </Card>
  )
}

type TextOption =
  | 'name'
  | 'softTargetMultiple'
  | 'targetMargin'
  | 'windowSeconds'
  | 'stepShare'
  | 'timeLimitSeconds'

function OptionInput({
  name,
  label,
  hint,
  unit,
}: {
  name: TextOption
  label: string
  hint?: string
  unit?: string
}) {
  const { register, formState } = useFormContext<AnalysisForm>()
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      <Input unit={unit} inputMode={unit ? 'decimal' : undefined} {...register(name)} />
    </Field>
  )
}

function OptionMoment({
  name,
  label,
  hint,
}: {
  name: 'from' | 'to'
  label: string
  hint?: string
}) {
  const { control, formState } = useFormContext<AnalysisForm>()
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      <Controller
        control={control}
        name={name}
        render={({ field }) => <MomentInput type="datetime-local" step={1} {...field} />}
      />
    </Field>
  )
}

function JudgeSelect() {
  const { register } = useFormContext<AnalysisForm>()
  const estimators = useEstimators()
  return (
    <Field label="Judge by" hint="What the verdict and the predicted times rest on.">
      <Select {...register('estimator')}>
        {judgesOf(estimators).map((judge) => (
          <option key={judge} value={judge}>
            {judgeWords(judge, estimators)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function OptionSelect({ name }: { name: ChoiceName }) {
  const { register } = useFormContext<AnalysisForm>()
  const { label, hint, values } = choices[name]
  return (
    <Field label={label} hint={hint}>
      <Select {...register(name)}>
        {Object.entries(values).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}
