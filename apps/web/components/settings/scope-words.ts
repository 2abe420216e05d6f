import type { Permission } from '@steelyard/contract'

export const scopeWords: Record<Permission, string> = {
  'hosts:read': 'See hosts',
  'hosts:write': 'Add, connect and change hosts',
  'uploads:read': 'See uploads',
  'uploads:write': 'Upload and delete files',
  'analyses:read': 'See analyses',
  'analyses:write': 'Run and delete analyses',
  'plans:read': 'See plans and applications',
  'plans:write': 'Make plans',
  'plans:apply': 'Apply to hosts (with the password)',
  'jobs:read': 'Follow jobs',
  'jobs:cancel': 'Cancel jobs',
  'load-balancer': 'Ask for load-balancer advice',
  'tokens:manage': 'Manage API tokens',
  'audit:read': 'Read the audit trail',
}
