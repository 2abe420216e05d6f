import type { Host } from '@steelyard/contract'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ConfigLines } from './config-lines.tsx'

/** What Steelyard has set lives as long as the guest runs: how to make it last. */
export function PersistenceCard({ host }: { host: Host }) {
  const set = host.domains.filter(({ applied, gone }) => applied?.configLines.length && !gone)
  if (set.length === 0) return null
  return (
    <Card aria-labelledby="persistence">
      <CardHeader
        id="persistence"
        title="After a restart of a guest"
        description="Weights, caps and affinities that were applied live until the guest restarts. Then it takes what its configuration file says; where that says nothing, 256, no cap and all pCPUs."
      />
      <CardBody>
        <Disclosure summary="The lines that make them last">
          <div className="space-y-4">
            <p className="max-w-prose text-sm text-ink-soft">
              Put these into the file that each guest is created from, in place of lines of the same
              name. The files named are where they usually are.
            </p>
            <ConfigLines domains={set} />
          </div>
        </Disclosure>
      </CardBody>
    </Card>
  )
}
