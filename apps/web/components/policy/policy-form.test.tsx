import { PolicySettings } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { render } from '../../lib/testing/render.tsx'
import { PolicyForm } from './policy-form.tsx'

const form = (settings: Partial<PolicySettings> = {}, guests: string[] | null = ['vm1', 'vm2']) =>
  render(
    <PolicyForm
      subject="xen-1"
      settings={PolicySettings.parse(settings)}
      guests={guests}
      isNew={false}
      busy={false}
      error={null}
      onSave={() => {}}
      onClose={() => {}}
    />,
  )

it('says what each mode does', () => {
  const { text } = form()
  expect(text).toContain('Off It is logged; nothing is changed.')
  expect(text).toContain('Automatic Kinds of changes that were confirmed here before')
})

it('speaks of a dry run only where something could be changed', () => {
  expect(form().text).not.toContain('Dry run')
  expect(form({ mode: 'approve' }).text).toContain('Dry run Everything but the change itself')
})

it('has a row for each guest of a host, and names guests for a tag', () => {
  const payers = [{ domain: 'vm2', leastShare: 0.2 }]
  expect(form({ payers }).text).toContain('vm2 Least part of vm2 % vm1 Least part of vm1 %')
  expect(form({ payers: [] }, null).buttons).toContain('Name a guest')
  expect(form({ payers: [] }, []).text).toContain('No guest of this host is known yet.')
})

it('asks for the zone only where there are windows', () => {
  expect(form().text).toContain('None: changes may be made at any time.')
  expect(form().text).not.toContain('Time zone')
  const { text, buttons } = form({ windows: [{ days: [6], from: '01:00', to: '02:00' }] })
  expect(text).toContain('Time zone')
  expect(buttons).toContain('Remove window 1')
})

it('saves nothing that is saved already', () => {
  expect(form().buttons.slice(-2)).toEqual(['Close', 'Save the policy (off)'])
  expect(form().text).not.toContain('Not saved yet')
})
