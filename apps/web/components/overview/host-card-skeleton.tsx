import { Card } from '../ui/card.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

export function HostCardSkeleton() {
  return (
    <Card className="p-6">
      <SkeletonLines lines={4} label="Loading the hosts" />
    </Card>
  )
}
