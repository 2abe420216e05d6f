'use client'

import { settingsPath } from '../../lib/host-paths.ts'
import { useMay } from '../../lib/use-session.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { InlineLink } from '../ui/inline-link.tsx'
import { ChangeHosts } from './change-hosts.tsx'
import type { PoolOfHosts } from './change-hosts-form.tsx'

/** What a pool of hosts over SSH needs before a guest can move, and what nobody sees from here. */
export function PoolTrust({ pool }: { pool: PoolOfHosts }) {
  const may = useMay()
  return (
    <Card>
      <CardHeader
        title="Trust between the hosts"
        description="A host hands a guest over to another one by itself. Both have to be set up for that, once."
        action={may('hosts:write') ? <ChangeHosts pool={pool} /> : null}
      />
      <CardBody className="space-y-3 text-sm">
        <p className="max-w-prose">
          Each host shows what to install: a wider gate, a key for the other hosts, and their
          addresses. Whoever is root on a host of the pool can then start guests on the others.
        </p>
        <ul className="list-disc space-y-1 pl-5">
          {pool.found.hosts.map(({ uuid, name }) => (
            <li key={uuid}>
              <InlineLink href={settingsPath(uuid, 'host')}>Set up {name}</InlineLink>
            </li>
          ))}
        </ul>
        <p className="max-w-prose text-ink-soft">
          Which disks a host reaches is not seen over SSH. A guest moves only where all hosts reach
          its disks under the same paths.
        </p>
      </CardBody>
    </Card>
  )
}
