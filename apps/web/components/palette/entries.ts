import type { AnalysisSummary, FleetHost, Permission, Plan } from '@steelyard/contract'
import { formatDateTime } from '../../lib/format/dates.ts'
import { hostPath, hostTabs } from '../../lib/host-paths.ts'

export type Theme = 'light' | 'dark' | 'system'

/** Something to go to or to do. */
export interface Entry {
  id: string
  group: string
  label: string
  /** What tells entries of the same name apart. */
  hint?: string
  target: { href: string } | { theme: Theme } | { asks: 'to-stop' }
}

interface Known {
  /** The host whose page is open; null on other pages. */
  hostId: string | null
  hosts: readonly FleetHost[]
  recordings: readonly AnalysisSummary[]
  plans: readonly Plan[]
  permissions: readonly Permission[]
}

/** Everywhere one can go and what one can do from here, the nearest first. */
export function entriesOf({ hostId, hosts, recordings, plans, permissions }: Known): Entry[] {
  const host = hosts.find(({ id }) => id === hostId)
  return [
    ...(host
      ? hostTabs.map(({ segment, label }) => place(host.name, label, hostPath(host.id, segment)))
      : []),
    ...hosts.map(({ id, name, tags }) => place('Hosts', name, hostPath(id), tags.join(', '))),
    ...actions
      .filter(({ needs }) => !needs || permissions.includes(needs))
      .map(({ entry }) => entry),
    ...pages.filter(({ needs }) => !needs || permissions.includes(needs)).map(({ entry }) => entry),
    ...recordings.map(({ id, name, hostId: of, hostName }) =>
      place('Recordings', name, hostPath(of, '', id), hostName),
    ),
    ...plans.map(({ id, hostName, createdAt }) =>
      place('Changes', `Plan for ${hostName}`, `/changes/${id}`, formatDateTime(createdAt)),
    ),
  ]
}

function place(group: string, label: string, href: string, hint?: string): Entry {
  return { id: `${group} ${href}`, group, label, hint: hint || undefined, target: { href } }
}

const pages: { entry: Entry; needs?: Permission }[] = [
  { entry: place('Pages', 'Fleet', '/') },
  { entry: place('Pages', 'Changes', '/changes') },
  { entry: place('Pages', 'Recommendations', '/changes/recommendations', 'loop') },
  { entry: place('Pages', 'Journal', '/changes/journal', 'decisions of the loop') },
  { entry: place('Pages', 'Lab', '/lab') },
  { entry: place('Pages', 'Settings', '/settings', 'tokens, password, API') },
  { entry: place('Pages', 'People', '/settings/people', 'settings'), needs: 'people:manage' },
  { entry: place('Pages', 'Approval', '/settings/approval', 'settings'), needs: 'people:manage' },
  {
    entry: place('Pages', 'Identity providers', '/settings/identity-providers', 'single sign-on'),
    needs: 'people:manage',
  },
  { entry: place('Pages', 'Policies', '/settings/policies', 'loop, stop, resume') },
  {
    entry: place('Pages', 'Notifications', '/settings/notifications', 'webhook, e-mail'),
    needs: 'people:manage',
  },
  { entry: place('Pages', 'Audit', '/settings/audit', 'settings'), needs: 'audit:read' },
]

const theme = (label: string, to: Theme) => ({
  entry: { id: `theme ${to}`, group: 'Actions', label, hint: 'theme', target: { theme: to } },
  needs: undefined,
})

const actions: { entry: Entry; needs?: Permission }[] = [
  { entry: place('Actions', 'New recording', '/recordings/new', 'upload'), needs: 'uploads:write' },
  { entry: place('Actions', 'Connect a host', '/hosts/new'), needs: 'hosts:write' },
  {
    entry: {
      id: 'stop',
      group: 'Actions',
      label: 'Stop everything',
      hint: 'no change without a person',
      target: { asks: 'to-stop' },
    },
    needs: 'plans:apply',
  },
  theme('Light theme', 'light'),
  theme('Dark theme', 'dark'),
  theme('Theme of the system', 'system'),
]

/** The entries in which every word occurs; those whose name begins with the text come first. */
export function findEntries(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.trim().toLowerCase()
  const words = wanted.split(/\s+/).filter(Boolean)
  const found = entries.filter(({ group, label, hint }) => {
    const all = `${label} ${hint ?? ''} ${group}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  if (!wanted) return found
  const begins = ({ label }: Entry) => label.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))]
}
