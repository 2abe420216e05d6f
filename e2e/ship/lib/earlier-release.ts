import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, root } from '../../../scripts/lib/paths.ts'
import { programOf } from '../../../scripts/lib/program-of.ts'
import { podman, STORE } from './podman.ts'
import { Stack } from './stack.ts'

/** The commit before the image was made of bundles. */
const COMMIT = 'b5571ecf'
const IMAGE = 'localhost/steelyard:earlier'

/**
 * The stack of an earlier commit, without its dashboard: its own sources and compose file, with the
 * packages of this checkout, in place of an image that would take minutes and 2 GB to build.
 * @param apiPort where its API is reached from this machine
 */
export async function createEarlierStack(project: string, apiPort: number): Promise<Stack> {
  const tree = path.join(STORE, 'earlier')
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })
  const archive = execFileSync('git', ['archive', COMMIT], { cwd: root, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
  const packages = path.join(tree, 'node_modules')
  symlinkSync(inRoot('node_modules'), packages)
  execFileSync(process.execPath, [programOf('prisma-cli', 'prisma'), 'generate'], { cwd: tree })
  rmSync(packages)
  mkdirSync(packages) // to be mounted on
  await buildImage(tree)
  return Stack.create(project, {
    file: path.join(tree, 'docker-compose.yml'),
    adapt: (name, service) => {
      if (name === 'db') return undefined
      const volumes = (service.volumes as string[] | undefined) ?? []
      return {
        ...service,
        image: IMAGE,
        volumes: [...volumes, `${tree}:/app:ro`, `${inRoot('node_modules')}:/app/node_modules:ro`],
        ...(name === 'api' && { ports: [`127.0.0.1:${apiPort}:4000`] }),
      }
    },
  })
}

async function buildImage(directory: string): Promise<void> {
  const file = path.join(directory, 'Containerfile')
  writeFileSync(
    file,
    [
      'FROM docker.io/library/node:24-bookworm-slim',
      'ENV NODE_ENV=production',
      'WORKDIR /app',
      'RUN install -d -o node -g node /data /data/uploads',
    ].join('\n'),
  )
  await podman(
    ...['build', '--quiet', '--pull=never', '--format', 'docker'],
    ...['--tag', IMAGE, '--file', file, path.join(directory, 'prisma')],
  )
}
