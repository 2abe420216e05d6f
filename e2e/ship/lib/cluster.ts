import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../../scripts/lib/free-port.ts'

const run = promisify(execFile)
const TOKEN = 'of-the-test-alone'
const READY_WITHIN_MS = 180_000

export interface Cluster {
  /** Asks the API server. */
  // biome-ignore lint/suspicious/noExplicitAny: any object of Kubernetes
  ask(method: string, path: string, body?: object): Promise<{ status: number; body: any }>
  helm(...args: string[]): Promise<string>
  stop(): Promise<void>
}

/**
 * The control plane of Kubernetes from `cluster/build.sh`, with etcd, and nodes that only say that
 * their pods run: no container is ever started.
 */
export async function startCluster(programs: string): Promise<Cluster> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-cluster-'))
  const [etcdPort, peerPort, apiPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const etcd = `http://127.0.0.1:${etcdPort}`
  const peers = `http://127.0.0.1:${peerPort}`
  const kubeconfig = path.join(directory, 'kubeconfig')
  const children: ReturnType<typeof spawn>[] = []
  const start = (command: string, ...args: string[]) => {
    const log = openSync(path.join(directory, `${path.basename(command)}.log`), 'a')
    children.push(spawn(command, args, { cwd: directory, stdio: ['ignore', log, log] }))
  }
  const program = (name: string) => path.join(programs, name)
  const stop = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || !child.kill()) continue
      await once(child, 'exit')
    }
    rmSync(directory, { recursive: true, force: true })
  }
  const ask: Cluster['ask'] = (method, where, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
      const options = { method, headers, rejectUnauthorized: false }
      const asked = request(`https://127.0.0.1:${apiPort}${where}`, options, (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => {
          const isJson = answer.headers['content-type']?.startsWith('application/json')
          resolve({ status: answer.statusCode!, body: isJson ? JSON.parse(text) : text })
        })
      })
      asked.once('error', reject)
      asked.end(body && JSON.stringify(body))
    })
  writeFileSync(path.join(directory, 'tokens.csv'), `${TOKEN},admin,admin,"system:masters"\n`)
  execFileSync('openssl', ['genrsa', '-out', path.join(directory, 'sa.key'), '2048'])
  execFileSync('openssl', ['rsa', '-in', 'sa.key', '-pubout', '-out', 'sa.pub'], {
    cwd: directory,
  })
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'it',
          cluster: { server: `https://127.0.0.1:${apiPort}`, 'insecure-skip-tls-verify': true },
        },
      ],
      users: [{ name: 'admin', user: { token: TOKEN } }],
      contexts: [{ name: 'it', context: { cluster: 'it', user: 'admin' } }],
      'current-context': 'it',
    }),
    { mode: 0o600 },
  )
  try {
    start(
      'etcd',
      '--data-dir=etcd',
      `--listen-client-urls=${etcd}`,
      `--advertise-client-urls=${etcd}`,
      `--listen-peer-urls=${peers}`,
    )
    start(
      program('kube-apiserver'),
      `--etcd-servers=${etcd}`,
      `--secure-port=${apiPort}`,
      '--bind-address=127.0.0.1',
      '--cert-dir=certificates',
      '--service-account-key-file=sa.pub',
      '--service-account-signing-key-file=sa.key',
      '--service-account-issuer=https://kubernetes.default.svc',
      '--token-auth-file=tokens.csv',
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
    )
    await until(async () => (await ask('GET', '/readyz').catch(() => null))?.status === 200)
    const asAdmin = `--kubeconfig=${kubeconfig}`
    start(
      program('kube-controller-manager'),
      asAdmin,
      `--authentication-kubeconfig=${kubeconfig}`,
      `--authorization-kubeconfig=${kubeconfig}`,
      '--service-account-private-key-file=sa.key',
      '--leader-elect=false',
      '--secure-port=0',
    )
    start(program('kube-scheduler'), asAdmin, '--leader-elect=false', '--secure-port=0')
    start(program('kwok'), asAdmin, '--manage-all-nodes=true', `--config=${program('stages.yaml')}`)
    await ask('POST', '/api/v1/nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'pretended', labels: { 'kubernetes.io/os': 'linux' } },
      status: {
        capacity: { cpu: '32', memory: '256Gi', pods: '110' },
        allocatable: { cpu: '32', memory: '256Gi', pods: '110' },
      },
    })
    return {
      ask,
      stop,
      async helm(...args) {
        const { stdout } = await run(program('helm'), args, {
          env: { PATH: process.env.PATH, HOME: directory, KUBECONFIG: kubeconfig },
        })
        return stdout
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + READY_WITHIN_MS; !(await isSo()); await sleep(500))
    if (Date.now() > end) throw new Error('the cluster did not become ready')
}
