import type { CapsMonitor } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aHost, idOf } from '../../lib/testing/fixtures.ts'
import { aCapsMonitor, aJournalEntry } from '../../lib/testing/loop-fixtures.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { CapsMonitorCard } from './caps-monitor-card.tsx'
import { CapsMonitorForm } from './caps-monitor-form.tsx'

const call = { params: { id: idOf(1) } }
const { settings } = aCapsMonitor()
const declared = { ...settings, others: [{ name: 'vm2', weight: 256 }] }

function card(
  monitor: CapsMonitor | null,
  {
    set = declared,
    user = userWith(),
    host = aHost({ connection: { state: 'connected' } }),
    changes = [] as ReturnType<typeof aJournalEntry>[],
  } = {},
) {
  const query = { hostId: idOf(1), decision: 'caps-changed', limit: 5 }
  const journal = { data: changes, meta: { nextCursor: null } }
  const known = [
    answer('getCapsMonitor', call, { monitor }),
    answer('listJournal', { query }, journal),
  ]
  return render(<CapsMonitorCard host={host} set={set} />, { user, known })
}

it('says that caps change by plans alone, and offers to set it up', () => {
  const { text } = card(null)
  expect(text).toContain('Automatic caps are off.')
  expect(text).toContain('Set it up')
})

it('asks for the caps of each of the others', () => {
  const form = <CapsMonitorForm hostId={idOf(1)} set={declared} known={null} />
  const { text, buttons } = render(form)
  expect(text).toContain('Real-time, as declared above: vm1 70 ms every 100 ms on one pCPU.')
  expect(text).toContain('Least cap of vm2')
  expect(buttons).toEqual(['Save'])
})

it('asks for domains, for a connection and for the right to change hosts first', () => {
  expect(card(null, { set: { ...declared, others: [] } }).text).toContain(
    'leave at least one other',
  )
  const host = aHost({ connection: { state: 'none' } })
  expect(card(null, { host }).text).toContain('Connect xen-1 first')
  const reader = card(aCapsMonitor(), { user: userWith(['hosts:read']) })
  expect(reader.buttons).toEqual([])
  expect(reader.text).toContain('vm1 is at work. In force: vm2 30 %.')
})

it('says what it does now first, then what it saw and which caps that means', () => {
  const changes = [aJournalEntry({ decision: 'caps-changed', text: 'vm2 no cap → 30 %.' })]
  const { text, buttons } = card(aCapsMonitor(), { changes })
  expect(text).toContain('vm1 is at work. In force: vm2 30 %.')
  expect(text).toContain('vm1 at work 0.7 pCPUs')
  expect(text).toContain('vm2 30 % 30 % none')
  expect(text).toContain('for the caps of vm2 (at least 10 %), and to give back what they had.')
  expect(text).toContain('Last changes')
  expect(text).toContain('vm2 no cap → 30 %.')
  expect(buttons).toContain('Revoke the grant for caps on xen-1')
})

it('says that a grant is missing, and shows trouble', () => {
  const trouble = { code: 'x', message: 'The host did not answer.' }
  const { text, buttons } = card(aCapsMonitor({ grant: null, trouble }))
  expect(text).toContain('No cap is changed without a person yet')
  expect(text).toContain('The last try failed The host did not answer.')
  expect(buttons).toContain('Give the grant')
})

it('once off, offers a plan that gives back what it has left', () => {
  const off = aCapsMonitor({ settings: { mode: 'off' }, grant: null })
  expect(card(off).buttons).toContain('Plan the caps back')
  const caps = [{ ...off.caps[0]!, beforePercent: null }]
  expect(card({ ...off, caps }).buttons).not.toContain('Plan the caps back')
})

it('says that a domain does not run only once a sample shows that', () => {
  const { caps } = aCapsMonitor()
  const unwanted = { caps: [{ ...caps[0]!, wantedPercent: null }] }
  expect(card(aCapsMonitor(unwanted)).text).toContain('vm2 30 % does not run none')
  expect(card(aCapsMonitor({ ...unwanted, sampledAt: null })).text).toContain('vm2 30 % – none')
})

it('says that the last changes could not be loaded', () => {
  const query = { hostId: idOf(1), decision: 'caps-changed', limit: 5 }
  const known = [
    answer('getCapsMonitor', call, { monitor: aCapsMonitor() }),
    refusal('listJournal', { query }),
  ]
  const host = aHost({ connection: { state: 'connected' } })
  const { text } = render(<CapsMonitorCard host={host} set={declared} />, { known })
  expect(text).toContain('The last changes could not be loaded The API said no.')
})

it('shows that it is loading, or could not be loaded', () => {
  const host = aHost()
  const loading = render(<CapsMonitorCard host={host} set={declared} />)
  expect(loading.text).toContain('Loading what the caps follow')
  const failed = render(<CapsMonitorCard host={host} set={declared} />, {
    known: [refusal('getCapsMonitor', call)],
  })
  expect(failed.text).toContain('This could not be loaded The API said no.')
})
