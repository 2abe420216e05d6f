'use client'

import { type LoadBalancer, listLoadBalancers, removeLoadBalancer } from '@steelyard/contract'
import { Trash2 } from 'lucide-react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'

export function RemoveBalancer({
  balancer: { hostId, hostName, domain },
}: {
  balancer: LoadBalancer
}) {
  const remove = useApiMutation(removeLoadBalancer, { invalidates: [listLoadBalancers] })
  return (
    <Permitted needs="hosts:write">
      <ConfirmButton
        look="quiet"
        size="small"
        icon={Trash2}
        label="Remove"
        aria-label={`Remove the load balancer of ${hostName}`}
        title={`No more advice for ${domain}?`}
        confirmLabel="Remove"
        action={remove}
        onConfirm={(close) => remove.mutate({ params: { id: hostId } }, { onSuccess: close })}
      >
        Its tokens are revoked, and what was measured with it is forgotten. It keeps the threads it
        has now.
      </ConfirmButton>
    </Permitted>
  )
}
