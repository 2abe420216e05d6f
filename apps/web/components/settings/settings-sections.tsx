'use client'

import { useSession } from '../../lib/use-session.ts'
import { SectionLinks } from '../ui/section-links.tsx'

const sections = [
  { href: '/settings', label: 'Access and API', needs: null },
  { href: '/settings/signing-in', label: 'Signing in', needs: null },
  { href: '/settings/people', label: 'People', needs: 'people:manage' },
  {
    href: '/settings/identity-providers',
    label: 'Identity providers',
    needs: 'people:manage',
  },
  { href: '/settings/approval', label: 'Approval', needs: 'people:manage' },
  { href: '/settings/policies', label: 'Policies', needs: 'hosts:read' },
  { href: '/settings/notifications', label: 'Notifications', needs: 'people:manage' },
  { href: '/settings/audit', label: 'Audit', needs: 'audit:read' },
] as const

/** The pages of the settings that the user may open. */
export function SettingsSections() {
  const { permissions } = useSession()
  return (
    <SectionLinks
      label="Settings"
      sections={sections.filter(({ needs }) => !needs || permissions.includes(needs))}
    />
  )
}
