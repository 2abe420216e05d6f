import type { Metadata } from 'next'
import { OptionsTab } from '../../../../../components/host/options/options-tab.tsx'

export const metadata: Metadata = { title: 'Options' }

export default function Page() {
  return <OptionsTab />
}
