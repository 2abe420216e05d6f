import { ExternalLink } from 'lucide-react'
import { buttonLook } from '../ui/button-look.ts'
import { Card, CardHeader } from '../ui/card.tsx'

export function ApiReference() {
  return (
    <Card className="pb-5">
      <CardHeader
        title="REST API"
        description="Everything the dashboard does can be scripted: send a token as “Authorization: Bearer …”."
        action={
          <>
            <a className={buttonLook({ size: 'small' })} href="/api/v1/docs">
              <ExternalLink aria-hidden /> Reference
            </a>
            <a className={buttonLook({ size: 'small' })} href="/api/v1/openapi.json">
              <ExternalLink aria-hidden /> OpenAPI document
            </a>
          </>
        }
      />
    </Card>
  )
}
