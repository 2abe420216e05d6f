import { FlaskConical } from 'lucide-react'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function LabEmpty({ kind }: { kind: 'boost' | 'pinning' }) {
  return (
    <Card>
      <EmptyState icon={FlaskConical} title="Nothing was played here yet">
        {kind === 'boost'
          ? 'Play the policies side by side: who answers sooner under which, who pays for it, and what of it a stock Xen can do. It takes some seconds and changes nothing on any host.'
          : 'Play ways to pin the vCPUs side by side: whether Domain-0 should have a pCPU of its own, and which guests belong together. It takes some seconds and changes nothing on any host.'}
      </EmptyState>
    </Card>
  )
}
