import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { podman, succeeds } from './podman.ts'
import { makeRoot } from './roots.ts'

// Where no registry of images is reached, images that are made here take the places of the official
// ones, under their names, in the store of this suite alone. They are:
//
//   debian:bookworm-slim     Debian by mmdebstrap
//   node:24-bookworm-slim    the same with Node.js of npm's binary package, and this machine's npm
//   postgres:18              Debian's own PostgreSQL 18, of the suite that has it (forky), with an entry
//                            point that does what compose asks of the official one
//
// So what is shown of the database is shown of Debian's build, and the size of the image with Debian's
// own base instead of Docker's, which is made in the same way.

const POSTGRES_PATH = '/usr/lib/postgresql/18/bin:/usr/local/bin:/usr/bin:/bin'

/** Makes those that are missing. */
export async function makeStandIns(): Promise<void> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-ship-'))
  try {
    for (const [name, make] of Object.entries(STAND_INS)) {
      if (!(await succeeds('image', 'exists', `docker.io/library/${name}`))) {
        await make(`docker.io/library/${name}`, directory)
      }
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

type Make = (name: string, directory: string) => Promise<void>

const STAND_INS: Record<string, Make> = {
  'debian:bookworm-slim': async (name, directory) => {
    const archive = path.join(directory, 'debian.tar')
    await makeRoot('bookworm', archive)
    await podman('import', archive, name)
  },
  'node:24-bookworm-slim': async (name, directory) => {
    const local = path.join(directory, 'local')
    mkdirSync(path.join(local, 'bin'), { recursive: true })
    cpSync(realpathSync(inRoot('node_modules/.bin/node')), path.join(local, 'bin/node'))
    const npm = path.join(execFileSync('npm', ['root', '--global']).toString().trim(), 'npm')
    cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true })
    await buildFrom(directory, name, [
      'FROM docker.io/library/debian:bookworm-slim',
      'COPY local /usr/local',
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 node',
    ])
  },
  'postgres:18': async (name, directory) => {
    const root = path.join(directory, 'postgres.tar')
    await makeRoot('forky', root, ['postgresql-18'])
    await podman('import', root, 'localhost/debian-postgresql:18')
    cpSync(inRoot('e2e/ship/lib/postgres-entrypoint.sh'), path.join(directory, 'entrypoint.sh'))
    await buildFrom(directory, name, [
      'FROM localhost/debian-postgresql:18',
      'COPY --chmod=755 entrypoint.sh /usr/local/bin/docker-entrypoint.sh',
      'RUN rm -rf /var/lib/postgresql && install -d -o postgres -g postgres /var/lib/postgresql',
      `ENV PATH=${POSTGRES_PATH} LANG=C.UTF-8 PGDATA=/var/lib/postgresql/18/docker`,
      'ENTRYPOINT ["docker-entrypoint.sh"]',
      'CMD ["postgres"]',
    ])
  },
}

async function buildFrom(directory: string, name: string, lines: readonly string[]): Promise<void> {
  const file = path.join(directory, 'Containerfile')
  writeFileSync(file, `${lines.join('\n')}\n`)
  await podman('build', '--quiet', '--pull=never', '--tag', name, '--file', file, directory)
}
