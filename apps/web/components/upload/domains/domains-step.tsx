'use client'

import { getHost, type Upload } from '@steelyard/contract'
import { byDomainName, domainsOf, guestsOf } from '../../../lib/uploads/upload-domains.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { StepFrame } from '../step-frame.tsx'
import type { Go } from '../use-wizard-place.ts'
import { HostChoice } from './host-choice.tsx'
import { MatchTable } from './match-table.tsx'

/** Step 3: the host of the traces, and the domain that each name in them stands for. */
export function DomainsStep({
  upload,
  hostId,
  go,
}: {
  upload: Upload
  hostId: string | null
  go: Go
}) {
  const host = useApi(getHost, { params: { id: hostId ?? '' } }, { enabled: Boolean(hostId) })
  const known = (host.data?.domains ?? []).filter(({ gone }) => !gone).map(({ name }) => name)
  const names = [...new Set([...known, ...domainsOf(upload)])].sort(byDomainName)
  const guests = guestsOf(upload)
  const open = upload.openQuestions

  return (
    <StepFrame
      title="Host and domains"
      description="Logs and traces that stand for the same domain are analysed together."
      back={<Button onClick={() => go({ step: 'recognised' })}>Back</Button>}
      hint={
        !hostId
          ? 'Choose the host'
          : guests.length === 0
            ? 'At least one domain besides Domain-0 is needed'
            : (open[0]?.text ?? null)
      }
      next={
        <Button
          look="primary"
          size="large"
          disabled={!hostId || guests.length === 0 || open.length > 0}
          onClick={() => go({ step: 'targets' })}
        >
          Continue
        </Button>
      }
    >
      <HostChoice
        hostId={hostId}
        suggestedName={upload.name}
        onChoose={(id) => go({ host: id }, 'replace')}
      />
      <Card>
        <CardHeader
          title="Names found"
          description="Suggestions come from file names, the recording, output of xl and the host. Change what is wrong; leave out what does not belong."
        />
        <MatchTable upload={upload} names={names} />
      </Card>
    </StepFrame>
  )
}
