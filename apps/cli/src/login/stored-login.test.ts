import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loginFile, readLogin, removeLogin, writeLogin } from './stored-login.ts'

let env: { XDG_CONFIG_HOME: string }
beforeEach(() => {
  env = { XDG_CONFIG_HOME: mkdtempSync(path.join(os.tmpdir(), 'steelyard-login-')) }
})
afterEach(() => rmSync(env.XDG_CONFIG_HOME, { recursive: true, force: true }))

const login = { address: 'https://example.org', token: 'some', insecure: false }

it('is where each system keeps configurations', () => {
  expect(loginFile({ HOME: '/home/me' }, 'linux')).toBe('/home/me/.config/steelyard/login.json')
  const relative = { HOME: '/home/me', XDG_CONFIG_HOME: 'here' }
  expect(loginFile(relative, 'linux')).toBe('/home/me/.config/steelyard/login.json')
  expect(loginFile({ XDG_CONFIG_HOME: '/etc/me' }, 'linux')).toBe('/etc/me/steelyard/login.json')
  const windows = { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' }
  expect(loginFile(windows, 'win32')).toBe('C:\\Users\\me\\AppData\\Roaming\\steelyard\\login.json')
})

it('is read back, replaced, and removed', () => {
  expect(readLogin(env)).toBeNull()
  writeLogin(env, login)
  expect(readLogin(env)).toEqual(login)
  writeLogin(env, { ...login, token: 'other' })
  expect(readLogin(env)?.token).toBe('other')
  removeLogin(env)
  removeLogin(env)
  expect(readLogin(env)).toBeNull()
})

it('is for its owner alone, whatever was there before', () => {
  const file = loginFile(env)
  mkdirSync(path.dirname(file))
  writeFileSync(file, '{}')
  chmodSync(file, 0o644)
  writeLogin(env, login)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('names a file that cannot be read', () => {
  mkdirSync(path.dirname(loginFile(env)))
  writeFileSync(loginFile(env), '{ "token": 3 }')
  expect(() => readLogin(env)).toThrow(/login\.json cannot be read/)
})
