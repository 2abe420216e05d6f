import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { inRoot } from '../../scripts/lib/paths.ts'
import { readComposeFile } from './lib/compose-file.ts'

// The chart for Kubernetes: linted and rendered by Helm, and read strictly as what Kubernetes expects
// (see chart/main.go). There is no cluster here, so its pods were never run.

const run = promisify(execFile)
const NEEDED = [
  'image.repository=registry.example/steelyard',
  'image.tag=0.2.0',
  'existingSecret=s',
]

interface Container {
  name: string
  args: string[]
  env: { name: string; valueFrom?: { secretKeyRef?: object } }[]
  securityContext: object
  resources: { limits: object }
}
interface Rendered {
  kind: string
  metadata: { name: string; labels: Record<string, string> }
  spec: { template?: PodTemplate; jobTemplate?: { spec: { template: PodTemplate } } }
}
interface PodTemplate {
  spec: { containers: Container[]; securityContext: object }
}

async function render(...settings: string[]): Promise<Rendered[]> {
  const args = ['run', '.', inRoot('deploy/helm/steelyard'), ...settings]
  const { stdout } = await run('go', args, { cwd: inRoot('e2e/ship/chart') })
  return parseAllDocuments(stdout).flatMap((it) => (it.toJS() ? [it.toJS() as Rendered] : []))
}

let objects: Rendered[]
beforeAll(async () => {
  const backup = ['backup.schedule=0 3 * * *', 'backup.existingClaim=backups']
  objects = await render(...NEEDED, 'wlb.enabled=true', ...backup)
})

const pods = () =>
  objects.flatMap(({ spec }) => {
    const template = spec.template ?? spec.jobTemplate?.spec.template
    return template ? [template.spec] : []
  })
const containers = () => pods().flatMap((pod) => pod.containers)

test('Kubernetes knows each field of all that is rendered', () => {
  const kinds = objects.map(({ kind }) => kind).sort()
  expect(kinds).toEqual([
    'CronJob',
    ...Array(5).fill('Deployment'),
    'Job',
    ...Array(4).fill('NetworkPolicy'),
    'PersistentVolumeClaim',
    ...Array(3).fill('Service'),
  ])
})

test('without a word there is no workload balancer, and no backup', async () => {
  expect(JSON.stringify(await render(...NEEDED))).not.toMatch(/wlb|backup/)
})

test('other values are rendered as well', async () => {
  const others = ['uploads.storageClassName=fast', 'uploads.accessModes={ReadWriteMany}']
  const given = await render(
    ...NEEDED,
    ...others,
    'networkPolicy.enabled=false',
    'env.STEELYARD_X=1',
  )
  expect(given.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([])
  expect(JSON.stringify(given)).toContain('STEELYARD_X')
})

test('nothing is rendered without an image and a secret', async () => {
  await expect(render()).rejects.toThrow(/existingSecret/)
  const nowhere = render(...NEEDED, 'backup.schedule=@daily')
  await expect(nowhere).rejects.toThrow(/backup\.existingClaim/)
})

test('each process runs as in the compose file, with the secrets that it has there', () => {
  const secrets = /^DATABASE_URL$/
  const { services } = readComposeFile(inRoot('docker-compose.yml'), {
    STEELYARD_DATABASE_ADMIN_PASSWORD: 'x',
    STEELYARD_DATABASE_PASSWORD: 'x',
    STEELYARD_SESSION_SECRET: 'secret',
    STEELYARD_AUDIT_KEY: 'secret',
    STEELYARD_SECRET_KEY: 'secret',
    STEELYARD_WLB_PASSWORD: 'secret',
    STEELYARD_WLB_CERTIFICATE: 'secret',
    STEELYARD_WLB_KEY: 'secret',
  })
  expect(
    containers()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(
    Object.keys(services)
      .filter((name) => name !== 'db')
      .sort(),
  )
  for (const { name, args, env } of containers()) {
    expect(args).toEqual(services[name]!.command)
    const environment = (services[name]!.environment ?? {}) as Record<string, string>
    const there = Object.entries(environment)
      .filter(([key, value]) => value === 'secret' || secrets.test(key))
      .map(([key]) => key)
    const here = env.filter(({ valueFrom }) => valueFrom?.secretKeyRef).map((it) => it.name)
    expect(here.sort()).toEqual(there.sort())
  }
})

test('no container may do more than it needs', () => {
  for (const { securityContext, resources } of containers()) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(resources.limits).toHaveProperty('memory')
  }
  for (const { securityContext } of pods())
    expect(securityContext).toMatchObject({ runAsNonRoot: true })
})
