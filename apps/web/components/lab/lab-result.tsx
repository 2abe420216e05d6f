'use client'

import type { LabResult } from '@steelyard/contract'
import { formatCounted, formatDuration } from '@steelyard/contract/format'
import { useState } from 'react'
import { useIsWide } from '../../lib/use-is-wide.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { CurvesSection } from './curves-section.tsx'
import { SharesSection } from './shares-section.tsx'
import { SweepSection } from './sweep-section.tsx'
import { VariantsTable } from './variants-table.tsx'

/** Compares the variants: the verdict, the distributions, the shares, then every figure. */
export function LabResultView({ result }: { result: LabResult }) {
  const { verdict } = result
  const isWide = useIsWide()
  const variants = releasedFirst(result.variants)
  const drawn = (variants[0]?.domains ?? [])
    .filter(({ cdf }) => cdf.length > 1)
    .map(({ name }) => name)
  const [chosen, setChosen] = useState(drawn[0])
  const domain = chosen !== undefined && drawn.includes(chosen) ? chosen : drawn[0]
  return (
    <div className="space-y-6">
      <Card aria-labelledby="lab-verdict">
        <CardBody className="space-y-2">
          <h2 id="lab-verdict" className="text-sm font-medium text-ink-faint">
            What the simulation found
          </h2>
          <p className="text-lg font-semibold text-balance">{verdict.headline}</p>
          {verdict.more.map((sentence) => (
            <p key={sentence} className="text-ink-soft">
              {sentence}
            </p>
          ))}
        </CardBody>
      </Card>
      {domain === undefined ? null : (
        <Card aria-labelledby="side-by-side">
          <CardHeader
            id="side-by-side"
            title="Side by side"
            description="The same arrivals and the same seeds under every variant."
            action={<DomainChoice domains={drawn} chosen={domain} onChoose={setChosen} />}
          />
          <CardBody className="space-y-4">
            <div className="grid gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <CurvesSection
                key={variants.map(({ id }) => id).join()}
                variants={variants}
                domain={domain}
              />
              <SharesSection variants={variants} domain={domain} />
            </div>
            <Disclosure summary="Every figure" initiallyOpen={isWide}>
              <div className="-mx-4 sm:-mx-6">
                <VariantsTable variants={variants} domain={domain} />
              </div>
            </Disclosure>
            <Disclosure summary="What each variant is, and how they are compared">
              <div className="space-y-4">
                <Meanings variants={variants} />
                <Basis result={result} />
              </div>
            </Disclosure>
          </CardBody>
        </Card>
      )}
      {result.sweep ? <SweepSection points={result.sweep.points} /> : null}
    </div>
  )
}

/** The host as it is, what a released Xen can do, then what none can. */
function releasedFirst(all: LabResult['variants']): LabResult['variants'] {
  const [asItIs, ...others] = all
  const rank = ({ stockXen }: LabResult['variants'][number]) => (stockXen ? 0 : 1)
  return asItIs ? [asItIs, ...others.toSorted((a, b) => rank(a) - rank(b))] : []
}

function Meanings({ variants }: Pick<LabResult, 'variants'>) {
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm lg:grid-cols-2 xl:grid-cols-3">
      {variants.map(({ id, label, meaning }) => (
        <div key={id}>
          <dt className="font-medium">{label}</dt>
          <dd className="text-ink-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

function Basis({ result: { replications, simulatedSeconds, notes } }: { result: LabResult }) {
  return (
    <p className="text-sm text-ink-faint">
      {formatCounted(replications, 'replication')} of {formatDuration(simulatedSeconds)} each;
      brackets hold 95 % confidence intervals. Changes are relative to the first variant,
      replication by replication. Their intervals widen with the number of changes. With 95 %
      probability, none is called faster or slower by chance.
      {notes.map((note) => ` ${note}`)}
    </p>
  )
}

/** With more names than this, a row of buttons can no longer be taken in at a glance. */
const BUTTONS_UP_TO = 4

function DomainChoice({
  domains,
  chosen,
  onChoose,
}: {
  domains: readonly string[]
  chosen: string
  onChoose: (domain: string) => void
}) {
  if (domains.length < 2) return null
  if (domains.length <= BUTTONS_UP_TO) {
    return (
      <Segmented
        label="Guest to show"
        options={domains.map((value) => ({ value, label: value }))}
        value={chosen}
        onChange={onChoose}
      />
    )
  }
  return (
    <Select
      aria-label="Guest to show"
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
    >
      {domains.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </Select>
  )
}
