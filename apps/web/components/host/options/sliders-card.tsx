'use client'

import type { Analysis, AnalysisResult, FilledQuestion } from '@steelyard/contract'
import { formatFactor } from '@steelyard/contract/format'
import { RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { equationsPath } from '../../../lib/host-paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'
import { StopSlider } from '../../ui/stop-slider.tsx'
import { bothTotalDelays } from '../evidence/both-total-delays.ts'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { CapLever, DomainLevers } from './question/domain-levers.tsx'
import { HostLevers } from './question/host-levers.tsx'
import { loadStops } from './question/lever-stops.ts'
import { OverheadSource } from './question/overhead-source.tsx'
import { presetAsked, presetsOf, presetWeights } from './question/presets.ts'
import {
  type DomainLever,
  isSameQuestion,
  withDomainLever,
  withHostLever,
  withWeights,
} from './question/question.ts'

/** Weight and load of each domain; everything else on demand. */
export function SlidersCard({
  analysis,
  result,
  pCpus,
  wanted,
  now,
  onChange,
}: {
  analysis: Pick<Analysis, 'id' | 'hostId'>
  result: AnalysisResult
  pCpus: number
  wanted: FilledQuestion
  now: FilledQuestion
  onChange: (question: FilledQuestion) => void
}) {
  const { host } = useHostFrame()
  const presets = useMemo(() => presetsOf(result), [result])
  const chosen = presetAsked(presets, wanted.domains)?.from
  const domains = inHostOrder(wanted.domains, host)
  const nowOf = (name: string) => now.domains.find(({ domain }) => domain === name)
  const set = (domain: string) => (lever: DomainLever, value: number) =>
    onChange(withDomainLever(wanted, domain, lever, value))
  return (
    <Card aria-labelledby="what-if">
      <CardHeader
        id="what-if"
        title="What if?"
        description="Nothing is changed on the host."
        action={
          <fieldset className="flex flex-wrap items-center gap-2">
            <legend className="sr-only">Try weights</legend>
            {presets.map(({ label, weights }) => (
              <Button
                key={label}
                size="small"
                onClick={() => onChange(withWeights(wanted, weights))}
              >
                {label}
              </Button>
            ))}
            <Button
              size="small"
              look="quiet"
              disabled={isSameQuestion(wanted, now)}
              onClick={() => onChange(now)}
            >
              <RotateCcw aria-hidden /> As analysed
            </Button>
          </fieldset>
        }
      />
      <CardBody className="space-y-4">
        {chosen && !isSameQuestion(wanted, now) ? (
          <p className="text-sm text-ink-soft">
            {chosen.statement}{' '}
            {chosen.objective === 'total-delay' && bothTotalDelays(result) ? (
              <InlineLink href={equationsPath(analysis)}>Eq (7) by itself</InlineLink>
            ) : null}
          </p>
        ) : null}
        <div className="grid gap-x-8 gap-y-3 md:grid-cols-2 xl:grid-cols-3">
          {domains.map((domain) => (
            <DomainLevers
              key={domain.domain}
              wanted={domain}
              now={nowOf(domain.domain) ?? domain}
              exactWeights={presetWeights(presets, domain.domain)}
              onChange={set(domain.domain)}
            />
          ))}
        </div>
        <div className="max-w-md">
          <StopSlider
            label="Load of all domains"
            stops={loadStops(now.loadFactor)}
            value={wanted.loadFactor}
            now={now.loadFactor}
            write={formatFactor}
            onChange={(value) => onChange(withHostLever(wanted, 'loadFactor', value))}
          />
        </div>
        <Disclosure summary="More: caps, Domain-0, scheduler, overhead">
          <div className="space-y-4">
            <div className="grid gap-x-8 gap-y-1 md:grid-cols-2 xl:grid-cols-3">
              {domains.map((domain) => (
                <CapLever
                  key={domain.domain}
                  wanted={domain}
                  now={nowOf(domain.domain) ?? domain}
                  onChange={set(domain.domain)}
                />
              ))}
            </div>
            <HostLevers
              wanted={wanted}
              now={now}
              onChange={(lever, value) => onChange(withHostLever(wanted, lever, value))}
            />
            <OverheadSource
              analysisId={analysis.id}
              pCpus={pCpus}
              onUse={(percent) => onChange(withHostLever(wanted, 'overheadPercent', percent))}
            />
          </div>
        </Disclosure>
      </CardBody>
    </Card>
  )
}
