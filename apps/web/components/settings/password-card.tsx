'use client'

import dynamic from 'next/dynamic'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'

// Without it the form, which the server sends, changes nothing and tells nobody.
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
