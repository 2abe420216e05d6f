import type { Metadata } from 'next'
import { RequestsTab } from '../../../../../components/host/requests/requests-tab.tsx'

export const metadata: Metadata = { title: 'Requests' }

/** To read the trace takes seconds, so the first paint says that it is being read. */
export default function Page() {
  return <RequestsTab />
}
