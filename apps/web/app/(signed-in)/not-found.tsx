import type { Metadata } from 'next'
import { NoSuchPage } from '../../components/shell/no-such-page.tsx'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return <NoSuchPage />
}
