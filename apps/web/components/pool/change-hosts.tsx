'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import type { PoolOfHosts } from './change-hosts-form.tsx'

const ChangeHostsForm = dynamic(
  () => import('./change-hosts-form.tsx').then((it) => it.ChangeHostsForm),
  { ssr: false, loading: () => <SkeletonLines lines={4} label="Loading the hosts" /> },
)

/** The button for whoever may add hosts to a pool of hosts, or take some out of it. */
export function ChangeHosts({ pool }: { pool: PoolOfHosts }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Change the hosts
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Change the hosts"
        description="Nothing is changed on them. Each host of the pool shows another gate and other addresses afterwards: install both anew."
      >
        <ChangeHostsForm pool={pool} onChanged={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
