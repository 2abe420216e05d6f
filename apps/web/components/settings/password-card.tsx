'use client'

import dynamic from 'next/dynamic'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'

// The code of the form comes later; browsers without scripts get the form itself from the server.
const PasswordForm = dynamic(() => import('./password-form.tsx').then((it) => it.PasswordForm))

export function PasswordCard() {
  return (
    <Card>
      <CardHeader title="Password" description="Changing it ends all your other sessions." />
      <CardBody>
        <PasswordForm />
      </CardBody>
    </Card>
  )
}
