'use client'

import { useApiMutation } from '../../lib/use-api.ts'
import { Card, CardHeader } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCard({
  left,
  onCodes,
}: {
  left: number
  onCodes: (codes: string[] | null) => void
}) {
  const make = useApiMutation('makeRecoveryCodes', { invalidates: ['getSecondFactors'] })
  return (
    <Card>
      <CardHeader
        title="Recovery codes"
        description={`${left} of 10 are left. Each lets you in once without app or passkey.`}
        action={
          <ConfirmButton
            size="small"
            label="Make new codes"
            title="Make new recovery codes?"
            action={make}
            onConfirm={(close) =>
              make.mutate(
                {},
                {
                  onSuccess: ({ recoveryCodes }) => {
                    close()
                    onCodes(recoveryCodes)
                  },
                },
              )
            }
          >
            The old ones no longer work.
          </ConfirmButton>
        }
      />
    </Card>
  )
}
