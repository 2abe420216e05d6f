import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { loggerOptions } from './logger.ts'

function logged(entry: object): string {
  let text = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  pino(loggerOptions({ logLevel: 'info' }, 'test'), sink).info(entry, 'message')
  return text
}

describe('the log', () => {
  it.each([
    ['a header', { headers: { authorization: 'Bearer hush-hush' } }],
    ['a cookie', { headers: { cookie: 'steelyard_sid=hush-hush' } }],
    ['a password', { password: 'hush-hush' }],
    ['a nested password', { body: { password: 'hush-hush' } }],
    ['a key in a host', { input: { host: { privateKey: 'hush-hush' } } }],
    ['the configuration', { config: { databaseUrl: 'hush-hush', sessionSecret: 'hush-hush' } }],
  ])('does not show %s', (_, entry) => {
    const text = logged(entry)
    expect(text).not.toContain('hush-hush')
    expect(text).toContain('[redacted]')
  })

  it('shows what is not secret, and which process writes', () => {
    expect(JSON.parse(logged({ jobId: 'j' }))).toMatchObject({
      jobId: 'j',
      process: 'test',
      msg: 'message',
    })
  })

  it('shows of a request only a short path', () => {
    const url = `/hosts/${'x'.repeat(500)}?password=hush-hush`
    const headers = { authorization: 'Bearer hush-hush' }
    const { req } = JSON.parse(logged({ req: { method: 'GET', url, headers, ip: '192.0.2.1' } }))
    expect(req).toEqual({
      method: 'GET',
      url: `/hosts/${'x'.repeat(193)}…`,
      remoteAddress: '192.0.2.1',
    })
  })
})
