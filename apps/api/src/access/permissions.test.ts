import { Permission, type Role } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import type { AppError } from '../errors.ts'
import {
  type Access,
  anonymous,
  authorise,
  type Principal,
  permissionsOfGrants,
} from './permissions.ts'

function user(role: string): Principal {
  return {
    kind: 'user',
    id: 'u',
    userId: 'u',
    name: 'U',
    grants: [{ role: role as Role, tag: null }],
    behindIds: [],
    permissions: permissionsOfGrants([{ role }]),
  }
}

function outcome(principal: Principal, access: Access): string {
  try {
    authorise(principal, access)
    return 'allowed'
  } catch (error) {
    return (error as AppError).kind
  }
}

describe('authorise', () => {
  it('lets an administrator do everything and a viewer change nothing', () => {
    for (const permission of Permission.options) {
      expect(outcome(user('administrator'), permission)).toBe('allowed')
      const reads = permission.endsWith(':read') && permission !== 'audit:read'
      expect(outcome(user('viewer'), permission)).toBe(reads ? 'allowed' : 'forbidden')
    }
  })

  it('gives an unknown role no permission at all', () => {
    expect(permissionsOfGrants([{ role: 'superuser' }]).size).toBe(0)
    expect(permissionsOfGrants([{ role: 'constructor' }]).size).toBe(0)
  })

  it('narrows by scopes and never widens beyond the role', () => {
    const administrator = [{ role: 'administrator' }]
    expect([...permissionsOfGrants(administrator, ['hosts:read', 'nonsense'])]).toEqual([
      'hosts:read',
    ])
    expect(permissionsOfGrants([{ role: 'viewer' }], ['plans:apply']).size).toBe(0)
  })

  it('asks anonymous callers to sign in instead of revealing what is forbidden', () => {
    expect(outcome(anonymous, 'public')).toBe('allowed')
    expect(outcome(anonymous, 'signed-in')).toBe('unauthenticated')
    expect(outcome(anonymous, 'hosts:read')).toBe('unauthenticated')
  })

  it('reserves what only a person may do from tokens', () => {
    const token: Principal = { ...user('administrator'), kind: 'token', id: 't' }
    expect(outcome(token, 'signed-in')).toBe('allowed')
    expect(outcome(token, 'session')).toBe('forbidden')
  })
})
