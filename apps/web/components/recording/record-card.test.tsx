import type { Host, Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import {
  aDomain,
  aGuestLog,
  aHost,
  aJob,
  anUpload,
  aSummary,
  idOf,
} from '../../lib/testing/fixtures.ts'
import { answer, firstPage, refusedPage, render, userWith } from '../../lib/testing/render.tsx'
import { RecordCard } from './record-card.tsx'
import { RecordForm } from './record-form.tsx'

const query = { limit: 25 }

function card(host: Host, upload?: Upload, user = userWith()) {
  const known = upload
    ? [
        firstPage('listUploads', query, [upload]),
        answer('getUpload', { params: { id: upload.id } }, upload),
      ]
    : []
  return render(<RecordCard host={host} />, { user, known })
}

const form = (host: Host, disabled = false) =>
  render(<RecordForm host={host} disabled={disabled} />)

describe('a host that can be recorded', () => {
  it('asks for duration and interval, in seconds', () => {
    const { text, buttons } = form(aHost())
    expect(text).toContain('Record for s 10 to 3,600 s')
    expect(text).toContain('A sample every s 1 to 60 s')
    expect(buttons).toContain('Record now')
  })

  it('states that no access log is included, or whose', () => {
    expect(form(aHost()).text).toContain('No guest’s access log is included')
    const domains = [
      aDomain('vm1', { guestLog: aGuestLog() }),
      aDomain('vm2', { guestLog: aGuestLog({ state: 'failing' }) }),
      aDomain('vm3'),
    ]
    const { text } = form(aHost({ domains }))
    expect(text).toContain('Access logs of vm1 and vm2')
    expect(text).toContain('Tried, although they failed before: vm2.')
    expect(text).toContain('Not set up, so not included: vm3.')
  })

  it('can be recorded only by users with the permission', () => {
    const { text, buttons } = card(aHost(), undefined, userWith(['hosts:read']))
    expect(text).toContain('does not include recording hosts')
    expect(buttons).toEqual([])
  })
})

describe('a host that cannot be recorded', () => {
  it.each([
    ['none', 'Connect the host first'],
    ['failing', 'The connection is failing: repair it first.'],
    ['awaiting-confirmation', 'Confirm the host’s key first'],
  ] as const)('whose connection is %s says so', (state, why) => {
    expect(card(aHost({ connection: { state } })).text).toContain(why)
  })

  it('has its form disabled', () => {
    expect(form(aHost(), true).html).toMatch(/<fieldset[^>]* disabled=""/)
  })
})

describe('a recording that runs', () => {
  const host = aHost({ recording: { uploadId: idOf(20), jobId: idOf(9) } })

  it('shows the remaining time, and can be stopped', () => {
    const progress = {
      stage: 'Recording',
      done: 20,
      total: 60,
      unit: 'seconds',
      message: null,
    } as const
    const { text, buttons } = render(<RecordCard host={host} />, {
      known: [answer('getJob', { params: { id: idOf(9) } }, aJob({ progress }))],
    })
    expect(text).toContain('40 s left of 1 min')
    expect(text).toContain('If you stop it early, nothing is kept.')
    expect(buttons).toEqual(['Cancel'])
  })

  it('waits for news of its progress', () => {
    expect(render(<RecordCard host={host} />).text).toContain('Waiting for progress')
  })
})

describe('the newest recording', () => {
  const upload = (more: Partial<Upload>) => anUpload({ hostId: idOf(1), ...more })

  it('is ready, with what it could not include and the next step', () => {
    const { text, links } = card(aHost(), upload({ warnings: ['vm2 was not followed.'] }))
    expect(text).toContain('Ready: Monday')
    expect(text).toContain('vm2 was not followed.')
    expect(Object.values(links).join()).toContain(`/recordings/new?upload=${idOf(20)}`)
  })

  it('counts the questions that are still open', () => {
    const openQuestions = [{ sourceId: idOf(40), questionId: 'interval', text: 'How long?' }]
    const { links } = card(aHost(), upload({ openQuestions }))
    expect(Object.keys(links)).toEqual(['Answer 1 question'])
  })

  it('shows that it was cancelled, without alarm', () => {
    const trouble = { code: 'cancelled', message: 'Nothing was kept.' }
    const { text } = card(aHost(), upload({ state: 'refused', trouble }))
    expect(text).toContain('Note: The last recording was cancelled Nothing was kept.')
  })

  it('links to what is installed where the host refused', () => {
    const trouble = { code: 'permission-denied', message: 'xentop was refused.' }
    const { text, links } = card(aHost(), upload({ state: 'refused', trouble }))
    expect(text).toContain('Error: The last recording cannot be used xentop was refused.')
    expect(links).toEqual({
      'what is installed on the host': `/hosts/${idOf(1)}/settings?section=host`,
    })
    const other = card(
      aHost(),
      upload({ state: 'refused', trouble: { ...trouble, code: 'other' } }),
    )
    expect(other.links).toEqual({})
  })

  it('is hidden once the host was analysed later, or for another host', () => {
    const latestAnalysis = aSummary({ createdAt: new Date().toISOString() })
    expect(card(aHost({ latestAnalysis }), upload({})).text).not.toContain('Ready')
    expect(card(aHost(), upload({ hostId: idOf(2) })).text).not.toContain('Ready')
  })

  it('shows that uploads could not be loaded', () => {
    const { text } = render(<RecordCard host={aHost()} />, {
      known: [refusedPage('listUploads', query)],
    })
    expect(text).toContain('The recordings could not be loaded')
  })
})
