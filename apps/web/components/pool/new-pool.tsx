'use client'

import type { PoolKind } from '@steelyard/contract'
import { useState } from 'react'
import { Segmented } from '../ui/segmented.tsx'
import { AddXapiPool } from './add-xapi-pool.tsx'
import { GroupHosts } from './group-hosts.tsx'

const KINDS: readonly { value: PoolKind; label: string }[] = [
  { value: 'xapi', label: 'Behind XAPI' },
  { value: 'hosts', label: 'Hosts over SSH' },
]

const EXPLAINED: Record<PoolKind, string> = {
  xapi: 'XCP-ng or XenServer. Nothing is changed in the pool, and no password is asked for yet.',
  hosts:
    'Plain Xen, without XAPI. Nothing is changed on the hosts; each shows afterwards what moves of guests need.',
}

/** A pool behind XAPI is added, one of hosts over SSH is made here. */
export function NewPool() {
  const [kind, setKind] = useState<PoolKind>('xapi')
  return (
    <div className="space-y-4">
      <Segmented label="Kind of pool" options={KINDS} value={kind} onChange={setKind} />
      <p className="max-w-prose text-sm text-ink-soft">{EXPLAINED[kind]}</p>
      {kind === 'xapi' ? <AddXapiPool /> : <GroupHosts />}
    </div>
  )
}
