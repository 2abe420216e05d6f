import type { AnalysisSummary, FleetHost, Permission, Plan } from '@steelyard/contract'
import { formatDateTime } from '../../lib/format/dates.ts'
import { hostPath, hostTabs, settingsPath } from '../../lib/host-paths.ts'
import { settingsSections } from '../host/settings/settings-sections.ts'

export type Theme = 'light' | 'dark' | 'system'

/** Something to go to or to do. */
export interface Entry {
  id: string
  group: string
  label: string
  /** What tells entries of the same name apart. */
  hint?: string
  target: { href: string } | { theme: Theme } | { asks: 'to-stop' | 'for-help' }
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
    ...(host ? settingsOf(host) : []),
    ...hosts.map(({ id, name, tags }) => place('Hosts', name, hostPath(id), tags.join(', '))),
    ...hosts.flatMap(({ id, name, domains }) =>
      domains.map(({ domain }) => ({
        ...place('Guests', domain, hostPath(id), name),
        id: `guest ${id} ${domain}`,
      })),
    ),
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
    ...help,
  ]
}

function place(group: string, label: string, href: string, hint?: string): Entry {
  return { id: `${group} ${href}`, group, label, hint: hint || undefined, target: { href } }
}

function settingsOf({ id, name }: FleetHost): Entry[] {
  return settingsSections.map(({ id: section, label, about }) =>
    place(name, `Settings: ${label}`, settingsPath(id, section), about),
  )
}

const help: Entry[] = [
  {
    id: 'help',
    group: 'Help',
    label: 'Help for this page',
    hint: '?',
    target: { asks: 'for-help' },
  },
  place('Help', 'What the pages show', '/help', 'manual, docs'),
  place('Help', 'Keys', '/help#keys', 'shortcuts, keyboard'),
  place('Help', 'Times and time zones', '/help#times-and-time-zones', 'UTC, clock'),
  place('Help', 'Glossary', '/help/reference/glossary', 'words, docs'),
  place('Help', 'What the numbers mean', '/help/explanation/numbers', 'docs'),
  place('Help', 'Record a host', '/help/guides/record-a-host', 'guide, docs'),
  place('Help', 'How to connect a host', '/help/guides/connect-a-host', 'guide, docs'),
  place('Help', 'Watch a host, and let it act', '/help/guides/watch-and-act', 'guide, docs'),
  place('Help', 'All documents', '/help/index', 'docs, documentation, manual'),
]

const pages: { entry: Entry; needs?: Permission }[] = [
  { entry: place('Pages', 'Fleet', '/') },
  { entry: place('Pages', 'Changes', '/changes') },
  { entry: place('Pages', 'Recommendations', '/changes/recommendations', 'loop') },
  { entry: place('Pages', 'Journal', '/changes/journal', 'decisions of the loop') },
  { entry: place('Pages', 'Lab', '/lab') },
  { entry: place('Pages', 'Pools', '/pools', 'XAPI, XCP-ng, XenServer') },
  { entry: place('Pages', 'Settings', '/settings', 'tokens, password, sessions, API') },
  { entry: place('Pages', 'Signing in', '/settings/signing-in', 'passkeys, second factor, codes') },
  { entry: place('Pages', 'People', '/settings/people', 'invite, roles'), needs: 'people:manage' },
  { entry: place('Pages', 'Approval', '/settings/approval', 'settings'), needs: 'people:manage' },
  {
    entry: place('Pages', 'Identity providers', '/settings/identity-providers', 'single sign-on'),
    needs: 'people:manage',
  },
  {
    entry: place(
      'Pages',
      'Policies',
      '/settings/policies',
      'loop, stop, resume, windows, time zone',
    ),
  },
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
  { entry: place('Actions', 'Add a pool', '/pools/new'), needs: 'hosts:write' },
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
