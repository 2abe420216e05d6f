import type { UploadFile } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../../lib/testing/fixtures.ts'
import { render } from '../../../lib/testing/render.tsx'
import type { Transfer } from '../../../lib/transfers/transfer.ts'
import { TransferQueue } from '../../../lib/transfers/transfer-queue.ts'
import { FileList } from './file-list.tsx'

const queue = new TransferQueue(() => ({ start() {}, stop() {} }))
const transfer = (more: Partial<Transfer>): Transfer => ({
  key: more.name ?? 'a.log',
  name: 'a.log',
  sizeBytes: 2_000_000,
  sentBytes: 500_000,
  state: 'sending',
  fileId: null,
  failure: null,
  ...more,
})
const file = (more: Partial<UploadFile>): UploadFile => ({
  id: idOf(70),
  name: 'trace.gz',
  sizeBytes: 4_200_000,
  receivedBytes: 4_200_000,
  complete: true,
  sha256: null,
  modifiedAt: null,
  ...more,
})
function files(list: Transfer[], stored: UploadFile[] = [], bytesPerSecond: number | null = null) {
  const active = list.some(({ state }) => state === 'sending' || state === 'waiting')
  return render(
    <FileList
      uploadId={idOf(20)}
      transfers={{ queue, list, active, bytesPerSecond }}
      stored={stored}
    />,
  )
}

describe('a file in transfer', () => {
  it.each([
    ['waiting', '500 kB of 2.00 MB · waits for its turn', ['Pause a.log', 'Remove a.log']],
    ['sending', '500 kB of 2.00 MB · sending', ['Pause a.log', 'Remove a.log']],
    ['paused', '500 kB of 2.00 MB · paused', ['Resume a.log', 'Remove a.log']],
    ['done', '2.00 MB · sent', ['Remove a.log']],
    ['failed', '2.00 MB · failed', ['Try a.log again', 'Remove a.log']],
  ] as const)('that is %s shows this, with the possible actions', (state, words, buttons) => {
    const shown = files([transfer({ state })])
    expect(shown.text).toContain(words)
    expect(shown.buttons.slice(-buttons.length)).toEqual(buttons)
  })

  it('announces why it failed', () => {
    const { html, text } = files([transfer({ state: 'failed', failure: 'The disk is full.' })])
    expect(text).toContain('The disk is full.')
    expect(html).toMatch(/role="alert"[^>]*>The disk is full\./)
  })
})

describe('all files together', () => {
  it('are summed, with the speed and the remaining time while they are sent', () => {
    const { text, buttons } = files(
      [
        transfer({ name: 'a.log' }),
        transfer({ name: 'b.log', state: 'done', sentBytes: 2_000_000 }),
      ],
      [],
      300_000,
    )
    expect(text).toContain('1 of 2 files sent · 2.50 MB of 4.00 MB · 300 kB/s · 5 s left')
    expect(buttons[0]).toBe('Pause all')
  })

  it('can be resumed together, and have no speed while they are paused', () => {
    const { text, buttons } = files([transfer({ state: 'paused' })])
    expect(text).toContain('0 of 1 file sent · 500 kB of 2.00 MB Resume all')
    expect(buttons[0]).toBe('Resume all')
  })

  it('need no button once they are sent', () => {
    expect(files([transfer({ state: 'done' })]).buttons).toEqual(['Remove a.log'])
  })
})

describe('a file that was sent before', () => {
  it('exists, or comes with instructions to continue it', () => {
    expect(files([], [file({})]).text).toBe('trace.gz 4.20 MB · sent')
    expect(files([], [file({ complete: false, receivedBytes: 1_000_000 })]).text).toContain(
      '1.00 MB of 4.20 MB · interrupted: drop the same file again to continue, or remove it',
    )
    expect(files([], [file({})]).buttons).toEqual(['Remove trace.gz'])
  })
})
