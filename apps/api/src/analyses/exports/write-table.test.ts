import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { csvOf, harmless, jsonOf } from './write-table.ts'

const rows = [
  { domain: '=HYPERLINK("http://evil")', bias_ms: -5.25, valid: true, note: 'a "quoted", cell' },
  { domain: 'vm1', bias_ms: null, valid: false, note: '' },
]

describe('csvOf', () => {
  it('writes a header, quotes where needed and neutralises formulas in text only', async () => {
    expect((await text(csvOf(rows))).split('\r\n')).toEqual([
      'domain,bias_ms,valid,note',
      '"\'=HYPERLINK(""http://evil"")",-5.25,true,"a ""quoted"", cell"',
      'vm1,,false,',
      '',
    ])
  })

  it('passes on an error of its source', async () => {
    const broken = (async function* () {
      yield rows[0]!
      throw new Error('the database went away')
    })()
    await expect(text(csvOf(broken))).rejects.toThrow('the database went away')
  })
})

describe('jsonOf', () => {
  it('writes what JSON.parse reads back, even when it is empty', async () => {
    expect(JSON.parse(await text(jsonOf(rows)))).toEqual(rows)
    expect(JSON.parse(await text(jsonOf([])))).toEqual([])
  })
})

describe('harmless', () => {
  it.each(['=1', '+1', '-1', '@x', '\tx', '\rx', '\nx'])('neutralises %j', (cell) => {
    expect(harmless(cell)).toBe(`'${cell}`)
  })
  it.each(['vm1', '', -1, null, true])('leaves %j alone', (cell) => {
    expect(harmless(cell)).toBe(cell)
  })
})
