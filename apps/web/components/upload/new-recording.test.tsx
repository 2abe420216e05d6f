import type { Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aJob, anAnalysis, anUpload, aSource, idOf } from '../../lib/testing/fixtures.ts'
import { answer, firstPage, refusal, render } from '../../lib/testing/render.tsx'
import { NewRecording } from './new-recording.tsx'

const params = { id: idOf(20) }
const log = (domain: string) =>
  aSource({ id: idOf(domain.charCodeAt(2)), domains: [{ found: domain, domain, origin: null }] })

const page = (
  upload: Partial<Upload>,
  place: Record<string, string> = {},
  more: ReturnType<typeof answer>[] = [],
) =>
  render(<NewRecording />, {
    search: new URLSearchParams({ upload: idOf(20), ...place }).toString(),
    known: [answer('getUpload', { params }, anUpload(upload)), ...more],
  })

describe('without files', () => {
  it('offers to drop some, above earlier uploads', () => {
    const { text, buttons } = render(<NewRecording />, {
      known: [firstPage('listUploads', { limit: 10 }, [anUpload()])],
    })
    expect(text).toContain('Drop files or a whole folder here')
    expect(text).toContain('Monday')
    expect(buttons).toEqual(expect.arrayContaining(['Choose files', 'Choose a folder']))
    expect(buttons).not.toContain('Analyse')
  })
})

describe('other states', () => {
  it('a refused upload says why and shows its files', () => {
    const trouble = { code: 'not-a-trace', message: 'The file is a PNG picture.' }
    const { text, buttons } = page({ state: 'refused', trouble })
    expect(text).toContain('The upload was refused The file is a PNG picture.')
    expect(buttons).not.toContain('Analyse')
  })

  it('an upload that is gone', () => {
    const { text, buttons } = render(<NewRecording />, {
      search: `upload=${idOf(20)}`,
      known: [refusal('getUpload', { params }, 404)],
    })
    expect(text).toContain('This upload no longer exists')
    expect(buttons).toContain('Start a new recording')
  })

  it.each([
    [{}, 'It continues when this page is closed', 'Cancel'],
    [
      { state: 'failed', error: { code: 'x', message: 'No logs.' } },
      'The analysis failed No logs.',
      'Back to the recording',
    ],
    [{ state: 'cancelled' }, 'The analysis was cancelled', 'Back to the recording'],
  ] as const)('an analysis whose job is %j', (job, words, button) => {
    const { text, buttons } = page({ sources: [log('vm1')] }, { analysis: idOf(30) }, [
      answer('getAnalysis', { params: { id: idOf(30) } }, anAnalysis({ jobId: idOf(9) })),
      answer('getJob', { params: { id: idOf(9) } }, aJob(job)),
    ])
    expect(text).toContain(words)
    expect(buttons).toContain(button)
  })
})
