import {
  getAnalysis,
  getHost,
  getJob,
  getUpload,
  listHosts,
  listUploads,
  type Upload,
} from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aHost, aJob, anAnalysis, anUpload, aSource, idOf } from '../../lib/testing/fixtures.ts'
import { answer, firstPage, refusal, render } from '../../lib/testing/render.tsx'
import { UploadWizard } from './upload-wizard.tsx'

const call = { params: { id: idOf(20) } }
const others = [
  firstPage(listHosts, { limit: 100 }, [aHost()]),
  firstPage(listUploads, { limit: 10 }, [anUpload()]),
  answer(getHost, { params: { id: idOf(1) } }, aHost()),
]
const wizard = (
  upload: Partial<Upload>,
  place: Record<string, string> = {},
  more: typeof others = [],
) =>
  render(<UploadWizard />, {
    search: new URLSearchParams({ upload: idOf(20), ...place }).toString(),
    known: [...others, ...more, answer(getUpload, call, anUpload(upload))],
  })
/** The steps that can be opened. */
const open = (buttons: string[]) => buttons.slice(0, 5).filter((name) => !name.endsWith('(off)'))

describe('the current step', () => {
  it('begins with files, next to earlier uploads', () => {
    const { text, buttons } = render(<UploadWizard />, { known: others })
    expect(text).toContain('Which files?')
    expect(text).toContain('Recent uploads')
    expect(open(buttons)).toEqual(['1 Files'])
    expect(buttons).toContain('Choose files')
  })

  it('goes as far as everything before is settled', () => {
    expect(open(wizard({ sources: [aSource()] }).buttons)).toEqual([
      'Files',
      '2 Recognised',
      '3 Domains',
    ])
    const withHost = wizard({ sources: [aSource()], hostId: idOf(1) }, { step: 'targets' })
    expect(open(withHost.buttons)).toEqual(['Files', 'Recognised', 'Domains', '4 Targets'])
    expect(withHost.text).toContain('vm1')
  })

  it('waits for the upload, and reports that it no longer exists', () => {
    const search = `upload=${idOf(20)}`
    expect(render(<UploadWizard />, { search }).text).toBe('Loading the upload')
    const gone = render(<UploadWizard />, { search, known: [refusal(getUpload, call, 404)] })
    expect(gone.text).toContain('This upload no longer exists')
    expect(gone.buttons).toEqual(['Try again', 'Start a new upload'])
  })
})

describe('the files', () => {
  const file = {
    id: idOf(70),
    name: 'a.log',
    sizeBytes: 10,
    receivedBytes: 10,
    complete: true,
    sha256: null,
    modifiedAt: null,
  }
  const step = (files: Upload['files']) => wizard({ state: 'receiving', files })

  it('have to be complete, and at least one', () => {
    expect(step([]).text).toContain('Add at least one file')
    expect(step([]).buttons.at(-1)).toBe('Continue (off)')
    const half = step([{ ...file, complete: false, receivedBytes: 5 }])
    expect(half.text).toContain('1 file not complete yet')
    expect(half.buttons.at(-1)).toBe('Continue (off)')
    expect(step([file]).buttons.at(-1)).toBe('Continue')
  })
})

describe('the recognised files', () => {
  const step = (upload: Partial<Upload>) =>
    wizard({ sources: [aSource()], ...upload }, { step: 'recognised' })

  it('lead to the next step, with a count of what was found', () => {
    const { text, buttons } = step({})
    expect(text).toContain('What was recognised')
    expect(text).toContain('1 access log')
    expect(buttons).toContain('Continue')
  })

  it('count questions that only a person can answer; those for domains come later', () => {
    const question = { sourceId: idOf(40), questionId: 'interval', text: 'How long?' }
    const asked = step({ openQuestions: [question] })
    expect(asked.text).toContain('1 question to answer first')
    expect(asked.buttons).toContain('Continue (off)')
    const later = step({ openQuestions: [{ ...question, questionId: 'domain' }] })
    expect(later.buttons).toContain('Continue')
  })

  it('must include something to analyse', () => {
    expect(step({ sources: [aSource({ included: false })] }).text).toContain(
      'Nothing to analyse is included',
    )
    expect(step({ sources: [] }).text).toContain('Nothing was found in these files')
  })

  it('show progress while files are read, and while a host is recorded', () => {
    const job = [answer(getJob, { params: { id: idOf(9) } }, aJob())]
    const reading = wizard({ state: 'inspecting', jobId: idOf(9) }, {}, job)
    expect(reading.text).toContain('Recognising the files')
    expect(reading.buttons).toContain('Cancel')
    const recording = wizard({ state: 'recording', jobId: idOf(9) }, {}, job)
    expect(recording.text).toContain('Recording the host')
    expect(recording.buttons).not.toContain('Back to the files')
  })

  it('report why an upload was refused, and that a recording was only stopped', () => {
    const trouble = { code: 'bad-archive', message: 'The archive is broken.' }
    expect(step({ state: 'refused', trouble }).text).toContain(
      'The upload was refused The archive is broken.',
    )
    const stopped = step({
      state: 'refused',
      trouble: { code: 'cancelled', message: 'You stopped it.' },
    })
    expect(stopped.text).toContain('The recording was cancelled You stopped it.')
  })

  it('repeat the description of a recording as a sentence', () => {
    const recording = {
      description: 'Two web servers',
      startedAt: '2026-11-20T10:00:00Z',
      phases: 3,
    }
    expect(step({ recording }).text).toMatch(
      /Two web servers\. Started 20 Nov 2026, \d\d:\d\d UTC , 3 phases\.|Two web servers\. Started 20 Nov 2026, \d\d:\d\d UTC, 3 phases\./,
    )
  })
})

describe('the analysis that was started', () => {
  const run = (job: Parameters<typeof aJob>[0]) =>
    wizard({ sources: [aSource()], hostId: idOf(1) }, { step: 'run', analysis: idOf(30) }, [
      answer(
        getAnalysis,
        { params: { id: idOf(30) } },
        anAnalysis({ state: 'running', jobId: idOf(9) }),
      ),
      answer(getJob, { params: { id: idOf(9) } }, aJob(job)),
    ])

  it('shows its progress', () => {
    const { text, buttons } = run({})
    expect(text).toContain('It continues when this page is closed')
    expect(buttons.at(-1)).toBe('Cancel')
  })

  it('reports why it failed, and can be run again', () => {
    const { text, buttons } = run({ state: 'failed', error: { code: 'x', message: 'No logs.' } })
    expect(text).toContain('The analysis failed No logs.')
    expect(buttons.slice(-2)).toEqual(['Back to the sources', 'Run again'])
  })

  it('reports that it was stopped', () => {
    const { text, buttons } = run({ state: 'cancelled' })
    expect(text).toContain('The analysis was cancelled No partial results were kept.')
    expect(buttons.at(-1)).toBe('Run again')
  })
})
