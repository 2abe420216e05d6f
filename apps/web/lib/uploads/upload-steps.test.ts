import type { Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { anUpload, aSource } from '../testing/fixtures.ts'
import { reachableSteps, stepFor } from './upload-steps.ts'

const found = (name: string, domain: string | null) => ({ found: name, domain, origin: null })

function uploadOf(change: Partial<Upload> = {}): Upload {
  return anUpload({
    sources: [
      aSource({ domains: [found('a', 'vm10')] }),
      aSource({ domains: [found('b', 'vm2'), found('c', 'Domain-0')] }),
      aSource({ included: false, domains: [found('d', 'left out')] }),
      aSource({ domains: [found('e', null)] }),
    ],
    ...change,
  })
}

const place = (
  change: Partial<Upload> = {},
  hostId: string | null = 'h',
  analysisId: string | null = null,
) => ({
  upload: uploadOf(change),
  hostId,
  analysisId,
})

describe('how far the upload wizard can go', () => {
  it('stays at the files while they arrive', () => {
    expect(reachableSteps({ upload: null, hostId: null, analysisId: null })).toEqual(['files'])
    expect(reachableSteps(place({ state: 'receiving' }))).toEqual(['files'])
  })

  it('follows a recording, to which no files can be added', () => {
    const recorded = place({ state: 'recording', sources: [] })
    expect(reachableSteps(recorded)).toEqual(['recognised'])
    expect(stepFor(null, recorded)).toBe('recognised')
    expect(stepFor('files', recorded)).toBe('recognised')
    expect(stepFor('targets', recorded)).toBe('recognised')
  })

  it('shows the recognised files during recognition, and when the upload was refused', () => {
    expect(reachableSteps(place({ state: 'inspecting' })).at(-1)).toBe('recognised')
    expect(reachableSteps(place({ state: 'refused' })).at(-1)).toBe('recognised')
  })

  it('requires answers about formats before domains, and about domains before targets', () => {
    const question = (questionId: string) => ({
      openQuestions: [{ sourceId: 's', questionId, text: '' }],
    })
    expect(reachableSteps(place(question('duration-unit'))).at(-1)).toBe('recognised')
    expect(reachableSteps(place(question('domain'))).at(-1)).toBe('domains')
  })

  it('requires an included source and a host', () => {
    expect(reachableSteps(place({ sources: [] })).at(-1)).toBe('recognised')
    expect(reachableSteps(place({}, null)).at(-1)).toBe('domains')
    expect(reachableSteps(place()).at(-1)).toBe('targets')
    expect(reachableSteps(place({}, 'h', 'a')).at(-1)).toBe('run')
  })

  it('falls back to the last step that can be reached', () => {
    expect(stepFor('targets', place({}, null))).toBe('domains')
    expect(stepFor('domains', place())).toBe('domains')
    expect(stepFor(null, place())).toBe('recognised')
    expect(stepFor('nonsense', place({ state: 'receiving' }))).toBe('files')
  })
})
