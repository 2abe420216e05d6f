'use client'

import type { FilledQuestion } from '@steelyard/contract'
import { formatFactor } from '@steelyard/contract/format'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { StopSlider } from '../../ui/stop-slider.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { isPlannable } from './option-rows.ts'
import { CapLever, LoadLever } from './question/domain-levers.tsx'
import { HostLevers } from './question/host-levers.tsx'
import { loadStops } from './question/lever-stops.ts'
import { OverheadSource } from './question/overhead-source.tsx'
import { type DomainLever, withDomainLever, withHostLever } from './question/question.ts'

/** What else the row “Your own” can ask: other loads, caps, and settings of the scheduler. */
export function OtherLevers({
  analysisId,
  pCpus,
  wanted,
  now,
  onChange,
}: {
  analysisId: string
  pCpus: number
  wanted: FilledQuestion
  now: FilledQuestion
  onChange: (question: FilledQuestion) => void
}) {
  const { host } = useHostFrame()
  const domains = inHostOrder(wanted.domains, host)
  const nowOf = (name: string) => now.domains.find(({ domain }) => domain === name)
  const set = (domain: string) => (lever: DomainLever, value: number) =>
    onChange(withDomainLever(wanted, domain, lever, value))
  return (
    <Card aria-label="Load, caps and scheduler of your own option">
      <CardBody>
        <Disclosure
          summary="Your own: load, caps and scheduler"
          initiallyOpen={!isPlannable(wanted, now)}
        >
          <div className="space-y-4">
            {isPlannable(wanted, now) ? null : (
              <p className="text-sm text-ink-soft">
                A plan sets weights and caps alone. Put the other sliders back to plan your own.
              </p>
            )}
            <div className="grid gap-x-8 gap-y-1 md:grid-cols-2 xl:grid-cols-3">
              <StopSlider
                label="Load of all guests"
                stops={loadStops(now.loadFactor)}
                value={wanted.loadFactor}
                now={now.loadFactor}
                write={formatFactor}
                onChange={(value) => onChange(withHostLever(wanted, 'loadFactor', value))}
              />
              {[LoadLever, CapLever].flatMap((Slider, index) =>
                domains.map((domain) => (
                  <Slider
                    key={`${index} ${domain.domain}`}
                    wanted={domain}
                    now={nowOf(domain.domain) ?? domain}
                    onChange={set(domain.domain)}
                  />
                )),
              )}
            </div>
            <HostLevers
              wanted={wanted}
              now={now}
              onChange={(lever, value) => onChange(withHostLever(wanted, lever, value))}
            />
            <OverheadSource
              analysisId={analysisId}
              pCpus={pCpus}
              onUse={(percent) => onChange(withHostLever(wanted, 'overheadPercent', percent))}
            />
          </div>
        </Disclosure>
      </CardBody>
    </Card>
  )
}
