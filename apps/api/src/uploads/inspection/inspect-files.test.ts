import { expect, it } from 'vitest'
import { type FoundSource, findRecording } from './inspect-files.ts'

function found(whole: boolean): FoundSource {
  const text = JSON.stringify({ startEpoch: 1, domains: [] })
  return {
    fileId: 'f',
    path: 'recording.json',
    ends: { head: Buffer.from(text), whole },
    detection: { kind: 'recording', spec: null, samples: [], warnings: [] },
    trouble: null,
  } as unknown as FoundSource
}

it('says of a recording too long to be kept that it is long, not that it is no JSON', () => {
  expect(findRecording([found(true)])).toMatchObject({ startEpochSeconds: 1 })
  const long = found(false)
  expect(findRecording([long])).toBeNull()
  expect(long.trouble!.message).toMatch(/longer than/)
})
