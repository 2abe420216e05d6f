import type { Host } from '@steelyard/contract'
import { ConfigLines } from '../../plan/config-lines.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'

/** Live settings end when the guest restarts; this card shows how to make them permanent. */
export function PersistenceCard({ host }: { host: Host }) {
  const set = host.domains.filter(({ applied, gone }) => applied?.configLines.length && !gone)
  if (set.length === 0) return null
  return (
    <Card aria-labelledby="persistence">
      <CardHeader
        id="persistence"
        title="After a restart of a guest"
        description="Applied weights, caps and affinities last until the guest restarts. Then the values in its configuration file apply, or by default weight 256, no cap and all pCPUs."
      />
      <CardBody>
        <Disclosure summary="The lines that make them last">
          <div className="space-y-4">
            <p className="max-w-prose text-sm text-ink-soft">
              Put these lines into the file that each guest is created from, in place of lines of
              the same name. The paths shown are the usual ones.
            </p>
            <ConfigLines domains={set} />
          </div>
        </Disclosure>
      </CardBody>
    </Card>
  )
}
