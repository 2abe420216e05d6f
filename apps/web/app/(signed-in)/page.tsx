import { Plug, Upload } from 'lucide-react'
import Link from 'next/link'
import { Permitted } from '../../components/access/permitted.tsx'
import { HostsOverview } from '../../components/overview/hosts-overview.tsx'
import { Button } from '../../components/ui/button.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'

export default function OverviewPage() {
  return (
    <>
      <PageHeader
        title="Overview"
        description="What each host needs now, the most pressing first."
        actions={
          <>
            <Permitted needs="hosts:write">
              <Button asChild>
                <Link href="/hosts/new">
                  <Plug aria-hidden /> Connect a host
                </Link>
              </Button>
            </Permitted>
            <Permitted needs="uploads:write">
              <Button asChild look="primary">
                <Link href="/uploads/new">
                  <Upload aria-hidden /> Upload traces
                </Link>
              </Button>
            </Permitted>
          </>
        }
      />
      <HostsOverview />
    </>
  )
}
