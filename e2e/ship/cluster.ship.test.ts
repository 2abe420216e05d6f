import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import { type Cluster, startCluster } from './lib/cluster.ts'

// The chart in a real control plane of Kubernetes: API server, controllers, scheduler and etcd, with
// nodes by kwok that say of each pod that it runs. So Helm's way with the objects is real, and no
// container is. The programs take long to build: `e2e/ship/cluster/build.sh`.

const programs = process.env.STEELYARD_CLUSTER_PROGRAMS
const CHART = inRoot('deploy/helm/steelyard')
const IMAGE = 'registry.example/steelyard'

interface Listed {
  metadata: { name: string; labels: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: of any kind
  spec: any
  // biome-ignore lint/suspicious/noExplicitAny: of any kind
  status: any
}

describe.skipIf(!programs)('in a cluster', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(programs!)
  })
  afterAll(() => cluster?.stop())

  const given = (tag: string, ...more: string[]) =>
    [
      `image.repository=${IMAGE}`,
      `image.tag=${tag}`,
      'existingSecret=s',
      'uploads.storageClassName=none',
      ...more,
    ].flatMap((setting) => ['--set', setting])
  const release = async (verb: 'install' | 'upgrade', tag: string, ...more: string[]) =>
    cluster.helm(verb, 'steelyard', CHART, '--wait=false', '--timeout=5m', ...given(tag, ...more))

  const list = async (where: string) => {
    const { status, body } = await cluster.ask('GET', where)
    expect(status).toBe(200)
    return body.items as Listed[]
  }
  const namesIn = async (where: string) => (await list(where)).map((it) => it.metadata.name).sort()
  const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
  const POLICIES = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies'
  const tags = async () =>
    new Set((await list(DEPLOYMENTS)).map((it) => it.spec.template.spec.containers[0].image))

  test('it is installed: migrations first, then every service, and who may reach whom', async () => {
    await release('install', '0.2.0')
    // The hook's job has run and is gone.
    expect(await namesIn('/apis/batch/v1/namespaces/default/jobs')).toEqual([])
    expect(await namesIn(DEPLOYMENTS)).toEqual([
      'steelyard-agent',
      'steelyard-api',
      'steelyard-web',
      'steelyard-worker',
    ])
    expect(await tags()).toEqual(new Set([`${IMAGE}:0.2.0`]))
    expect(await namesIn(POLICIES)).toEqual([
      'steelyard-api',
      'steelyard-back-end',
      'steelyard-web',
    ])
    // The dashboard needs no volume, so its pod is placed, and kwok says that it runs.
    await expect
      .poll(
        async () => {
          const web = (await list(DEPLOYMENTS)).find((it) => it.metadata.name === 'steelyard-web')
          return web?.status.readyReplicas
        },
        { timeout: 120_000 },
      )
      .toBe(1)
  })

  test('each policy selects the pods that it is about', async () => {
    const pods = await list('/api/v1/namespaces/default/pods')
    for (const policy of await list(POLICIES)) {
      const wanted = Object.entries(policy.spec.podSelector.matchLabels)
      const selected = pods.filter(({ metadata }) =>
        wanted.every(([label, value]) => metadata.labels[label] === value),
      )
      expect(selected.length, policy.metadata.name).toBe(
        policy.metadata.name === 'steelyard-back-end' ? 4 : 1,
      )
    }
  })

  test('it is upgraded, and policies go when they are switched off', async () => {
    await release('upgrade', '0.3.0', 'networkPolicy.enabled=false')
    expect(await tags()).toEqual(new Set([`${IMAGE}:0.3.0`]))
    expect(await namesIn(POLICIES)).toEqual([])
  })

  test('a release that Kubernetes refuses changes nothing, and the one before comes back', async () => {
    await expect(release('upgrade', '0.4.0', 'uploads.size=a lot')).rejects.toThrow()
    await cluster.helm('rollback', 'steelyard', '1', '--wait=false', '--timeout=5m')
    expect(await tags()).toEqual(new Set([`${IMAGE}:0.2.0`]))
    expect(await namesIn(POLICIES)).toHaveLength(3)
    const history = JSON.parse(await cluster.helm('history', 'steelyard', '--output=json'))
    expect(history.at(-1)).toMatchObject({ status: 'deployed' })
  })

  test('it is removed, and the recordings of people stay', async () => {
    await cluster.helm('uninstall', 'steelyard')
    expect(await namesIn(DEPLOYMENTS)).toEqual([])
    expect(await namesIn('/api/v1/namespaces/default/persistentvolumeclaims')).toEqual([
      'steelyard-uploads',
    ])
  })
})
