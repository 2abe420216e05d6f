import { ConnectionState, type Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { recordHindrance } from './record-hindrance.ts'

const hostOf = (state: ConnectionState, recording: Host['recording'] = null) =>
  ({ connection: { state }, recording }) as Host

describe('why a host cannot be recorded', () => {
  it('is nothing for a connected host that is not being recorded', () => {
    expect(recordHindrance(hostOf('connected'))).toBeNull()
  })

  it('is given for every other state of the connection', () => {
    const others = ConnectionState.options.filter((state) => state !== 'connected')
    for (const state of others) expect(recordHindrance(hostOf(state)), state).toMatch(/\.$/)
  })

  it('is the running recording', () => {
    const recording = { uploadId: 'u', jobId: 'j' }
    expect(recordHindrance(hostOf('connected', recording))).toContain('being recorded')
  })
})
