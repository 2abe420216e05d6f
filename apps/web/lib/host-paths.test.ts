import { expect, it } from 'vitest'
import { hostPath } from './host-paths.ts'

it.each([
  [hostPath('h'), '/hosts/h'],
  [hostPath('h', 'evidence'), '/hosts/h/evidence'],
  [hostPath('h', '', 'a'), '/hosts/h?recording=a'],
  [hostPath('h', 'load-balancer', 'a'), '/hosts/h/load-balancer?recording=a'],
])('%s is the path of a tab', (path, expected) => {
  expect(path).toBe(expected)
})
