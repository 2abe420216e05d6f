import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const good = {
  DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/d',
  STEELYARD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  STEELYARD_SESSION_SECRET: 's'.repeat(40),
}

describe('readConfig', () => {
  it('listens on loopback and keeps cookies insecure for a plain http dashboard', () => {
    const config = readConfig(good)
    expect(config.host).toBe('127.0.0.1')
    expect(config.apiPort).toBe(4000)
    expect(config.secureCookies).toBe(false)
    expect(config.uploadDir).toBe(`${config.dataDir}/uploads`)
  })

  it('marks cookies secure behind https and reduces the web URL to its origin', () => {
    const config = readConfig({ ...good, STEELYARD_WEB_URL: 'https://steelyard.example/path' })
    expect(config.secureCookies).toBe(true)
    expect(config.webOrigin).toBe('https://steelyard.example')
  })

  it('refuses missing and short secrets, naming the variable but not its value', () => {
    const secret = 'too-short-secret'
    const read = () => readConfig({ ...good, STEELYARD_SESSION_SECRET: secret })
    expect(read).toThrow(/STEELYARD_SESSION_SECRET/)
    expect(read).not.toThrow(secret)
    expect(() => readConfig({ ...good, STEELYARD_SECRET_KEY: 'AAAA' })).toThrow(/32 bytes/)
    expect(() => readConfig({ ...good, STEELYARD_SESSION_SECRET: '' })).toThrow(/SESSION_SECRET/)
  })
})
