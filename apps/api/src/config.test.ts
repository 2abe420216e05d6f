import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const database = {
  DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/d',
  STEELYARD_AUDIT_KEY: 'a'.repeat(32),
}
const good = {
  ...database,
  STEELYARD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  STEELYARD_SESSION_SECRET: 's'.repeat(40),
}

describe('readConfig', () => {
  it('listens on loopback and keeps cookies insecure for a plain http dashboard', () => {
    const config = readConfig('api', good)
    expect(config.host).toBe('127.0.0.1')
    expect(config.apiPort).toBe(4000)
    expect(config.secureCookies).toBe(false)
    expect(config.uploadDir).toBe(`${config.dataDir}/uploads`)
  })

  it('marks cookies secure behind https and reduces the web URL to its origin', () => {
    const config = readConfig('api', { ...good, STEELYARD_WEB_URL: 'https://steelyard.example/a' })
    expect(config.secureCookies).toBe(true)
    expect(config.webOrigin).toBe('https://steelyard.example')
  })

  it('has no quota unless one is set', () => {
    const quota = (text: string) =>
      readConfig('api', { ...good, STEELYARD_MAX_TOTAL_BYTES: text }).maxTotalBytes
    expect(quota('')).toBe(Number.POSITIVE_INFINITY)
    expect(quota('1000')).toBe(1000)
    expect(() => quota('-1')).toThrow(/STEELYARD_MAX_TOTAL_BYTES/)
  })

  it('names the entry of an address list that it cannot read', () => {
    const read = () => readConfig('agent', { ...good, STEELYARD_SSH_DENY: '10.0.0.0/8, 10.0.0/8' })
    expect(read).toThrow(/STEELYARD_SSH_DENY: "10\.0\.0\/8" is neither a range/)
  })

  it('asks each process for the secrets it needs and no others', () => {
    const { STEELYARD_SESSION_SECRET: _, ...agent } = good
    expect(() => readConfig('worker', database)).not.toThrow()
    expect(() => readConfig('agent', agent)).not.toThrow()
    expect(() => readConfig('agent', database)).toThrow(/STEELYARD_SECRET_KEY/)
    expect(() => readConfig('worker', { ...database, STEELYARD_AUDIT_KEY: '' })).toThrow(/AUDIT/)
    expect(() => readConfig('api', agent)).toThrow(/STEELYARD_SESSION_SECRET/)
    expect(() => readConfig('api', { ...good, STEELYARD_SESSION_SECRET: '' })).toThrow(/SESSION/)
  })

  it('refuses weak secrets, naming the variable but not its value', () => {
    const secret = 'too-short-secret'
    const read = () => readConfig('api', { ...good, STEELYARD_SESSION_SECRET: secret })
    expect(read).toThrow(/STEELYARD_SESSION_SECRET/)
    expect(read).not.toThrow(secret)
    expect(() => readConfig('agent', { ...good, STEELYARD_SECRET_KEY: 'AAAA' })).toThrow(/32 bytes/)
  })
})
