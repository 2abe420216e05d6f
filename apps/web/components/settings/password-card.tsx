'use client'

import dynamic from 'next/dynamic'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'

const PasswordForm = dynamic(() => import('./password-form.tsx').then((it) => it.PasswordForm), {
  ssr: false,
})

/** The code of the form comes after the first paint of the page into its own space. */
export function PasswordCard() {
  return (
    <Card>
      <CardHeader title="Password" description="Changing it ends all your other sessions." />
      <CardBody>
        <div className="min-h-84">
          <PasswordForm />
        </div>
      </CardBody>
    </Card>
  )
}
