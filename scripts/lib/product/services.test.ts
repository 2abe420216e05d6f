import { expect, test } from 'vitest'
import { serviceEnvironments } from './services.ts'
import { readSettings } from './settings.ts'

const inherited = {
  PATH: '/bin',
  DATABASE_URL: 'postgresql://outer',
  STEELYARD_SECRET_KEY: 'the key',
  STEELYARD_SESSION_SECRET: 'the session secret',
}
const database = 'postgresql://inner'
const settings = { ...readSettings({ ...inherited, DATABASE_URL: '' }), host: '0.0.0.0' }
const environments = serviceEnvironments(settings, database, inherited)

test('only the API and the agent get the key, and only the API gets the session secret', () => {
  const holders = (name: string) =>
    Object.entries(environments).flatMap(([service, env]) => (env[name] ? [service] : []))
  expect(holders('STEELYARD_SECRET_KEY')).toEqual(['agent'])
  expect(holders('STEELYARD_SESSION_SECRET')).toEqual(['api'])
  expect(holders('DATABASE_URL')).toEqual(['api', 'worker', 'agent'])
})

test('a given key is used as it is', () => {
  expect(environments.agent.STEELYARD_SECRET_KEY).toBe('the key')
})

test('services get the database that was chosen, not the one in the environment', () => {
  expect(environments.worker.DATABASE_URL).toBe(database)
})

test('the gateway finds an API that listens on every address', () => {
  expect(environments.web.STEELYARD_API_URL).toBe('http://127.0.0.1:4000')
})

test('each process that has metrics serves them on a separate port', () => {
  const { api, worker, agent } = serviceEnvironments(settings, database, {
    STEELYARD_METRICS_PORT: '9464',
  })
  const ports = [api, worker, agent].map((env) => env.STEELYARD_METRICS_PORT)
  expect(ports).toEqual(['9464', '9465', '9466'])
})
