import { expect, test } from 'vitest'
import { publicName, reachableAddress, readPort, readSettings } from './settings.ts'

test('an empty environment means loopback, the standard ports and the embedded database', () => {
  const settings = readSettings({ DATABASE_URL: '', STEELYARD_WEB_PORT: ' ' })
  expect(settings).toMatchObject({
    host: '127.0.0.1',
    webPort: 3000,
    apiPort: 4000,
    webUrl: 'http://localhost:3000',
    databaseUrl: undefined,
  })
  expect(settings.dataDir).toMatch(/[\\/]\.steelyard$/)
})

test('the address for people follows the host and the port, unless it is given', () => {
  const env = { STEELYARD_HOST: '192.0.2.7', STEELYARD_WEB_PORT: '8080' }
  expect(readSettings(env).webUrl).toBe('http://192.0.2.7:8080')
  const given = { ...env, STEELYARD_WEB_URL: 'https://steelyard.example' }
  expect(readSettings(given).webUrl).toBe('https://steelyard.example')
})

test.each(['0', '65536', '-1', '3000.5', '0x10', '1e3', 'http'])('%s is no port', (text) => {
  expect(() => readPort({ PORT: text }, 'PORT', 1)).toThrow(
    `PORT must be a port from 1 to 65535, not "${text}"`,
  )
})

test.each([1, 65535])('%d is a port', (port) => {
  expect(readPort({ PORT: String(port) }, 'PORT', 3000)).toBe(port)
})

test('one port cannot serve both', () => {
  const env = { STEELYARD_WEB_PORT: '5000', STEELYARD_API_PORT: '5000' }
  expect(() => readSettings(env)).toThrow('are both 5000')
})

test.each(['mysql://u:secret@h/d', 'h:5432/secret', 'secret'])(
  'the address %s is refused without being repeated',
  (url) => {
    let message = ''
    try {
      readSettings({ DATABASE_URL: url })
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain('DATABASE_URL must look like')
    expect(message).not.toContain('secret')
  },
)

test('a server that listens on every address is reached on this machine', () => {
  expect(publicName('0.0.0.0')).toBe('localhost')
  expect(reachableAddress('0.0.0.0')).toBe('127.0.0.1')
  expect(publicName('2001:db8::1')).toBe('[2001:db8::1]')
  expect(reachableAddress('2001:db8::1')).toBe('[2001:db8::1]')
  expect(reachableAddress('192.0.2.7')).toBe('192.0.2.7')
})
