import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { inRoot, root } from '../paths.ts'
import { LIBRARY, PROGRAMS } from './programs.ts'

/**
 * Packages that read files of their own at run time, or hold machine code: they stay packages.
 * Next.js comes with the build of the dashboard.
 */
export const PACKAGES_OF_BUNDLE = [
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  'dejavu-fonts-ttf',
  'glpk.js',
  'sharp',
  'tinypool',
]
/** Beside those, what is there only where somebody installs it, which a package asks for in vain. */
const NOT_BUNDLED = [...PACKAGES_OF_BUNDLE, 'next', 'cpu-features', 'pg-native', 'protobufjs']

/** A file that a thread starts with, or calls a function of. */
const FILE_OF_THREAD = /new URL\('(?<name>\.[^']+\.(?:ts|mjs))', import\.meta\.url\)/g

/** Packages from before modules ask for those of Node.js by `require`. */
const BANNER = `import { createRequire as requireOfBundle } from 'node:module'
const require = requireOfBundle(import.meta.url)`

/** How any program of ours becomes one that runs without its sources and its packages. */
export const FORM_OF_PROGRAM = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // What has both forms comes as a module: its names are there when it is imported later on, too.
  mainFields: ['module', 'main'],
  banner: { js: BANNER },
  inject: [inRoot('scripts/lib/bundle/common-js.mjs')],
  logLevel: 'warning',
} satisfies BuildOptions

/** Writes all programs into `lib` of the bundle at `directory`; what they share is there once. */
export async function bundlePrograms(directory: string): Promise<void> {
  const { metafile } = await build({
    ...FORM_OF_PROGRAM,
    entryPoints: { ...PROGRAMS, ...Object.fromEntries(filesOfThreads()) },
    outdir: path.join(directory, LIBRARY),
    chunkNames: 'shared-[hash]',
    splitting: true,
    external: NOT_BUNDLED.flatMap((name) => [name, `${name}/*`]),
    plugins: [placesOfBundle],
    metafile: true,
  })
  requireNames(metafile)
}

/**
 * A package from before modules has no names but `default` when it is imported while a program runs:
 * esbuild looks into it no further.
 */
function requireNames({ inputs }: Metafile): void {
  for (const [file, { imports }] of Object.entries(inputs)) {
    if (file.includes('node_modules/')) continue
    const late = imports.filter(({ kind }) => kind === 'dynamic-import')
    const nameless = late.find((it) => inputs[it.path]?.format === 'cjs')
    if (nameless) throw new Error(`${file} imports ${nameless.path} late, which loses its names`)
  }
}

function filesOfThreads(): [string, string][] {
  const sources = [
    'apps/api/src',
    ...readdirSync(inRoot('packages')).map((it) => `packages/${it}/src`),
  ]
  const files = sources
    .flatMap((folder) =>
      readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.posix.join(folder, name),
      ),
    )
    .filter(
      (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|\/(testing|generated)\//.test(file),
    )
  return files.flatMap((file) =>
    [...readFileSync(inRoot(file), 'utf8').matchAll(FILE_OF_THREAD)].map(({ groups }) => {
      const found = path.posix.join(path.posix.dirname(file), groups!.name!)
      return [nameOf(found), found] as [string, string]
    }),
  )
}

/** The name in `lib` of a file that is started by its address. */
function nameOf(file: string): string {
  return file.replace(/\.\w+$/, '').replaceAll('/', '-')
}

/** A package that finds files by its own address would not find them from another one. */
const FILE_OF_PACKAGE =
  /(?:new URL\([^)]*|fileURLToPath\(\s*)import\.meta\.url|import\.meta\.(?:dir|file)name/

function faultsOf(source: string, text: string): { text: string }[] | undefined {
  if (!FILE_OF_PACKAGE.test(text)) return undefined
  return [{ text: `${source} looks for files of its own, so it has to stay a package` }]
}

/**
 * All files of a bundle lie in one folder, but ours look for others from where their sources were.
 * And what is for running from sources only is replaced or left out.
 */
const placesOfBundle: Plugin = {
  name: 'places of a bundle',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^tsx\/esm\/api$/ }, () => ({ path: 'tsx', namespace: 'left out' }))
    onLoad({ filter: /.*/, namespace: 'left out' }, () => ({
      contents: 'export function register() {}',
    }))
    onResolve({ filter: /\/form\/sources\.ts$/ }, () => ({
      path: inRoot('scripts/lib/form/bundle.ts'),
    }))
    onLoad({ filter: /\.(ts|mjs|js)$/ }, ({ path: file }) => {
      const source = path.relative(root, file).replaceAll(path.sep, '/')
      const text = readFileSync(file, 'utf8')
      if (source.includes('node_modules/')) return { errors: faultsOf(source, text) }
      const folder = path.posix.dirname(source)
      const contents = text
        .replace(FILE_OF_THREAD, (_, name) => {
          const target = nameOf(path.posix.join(folder, name))
          return `new URL('./${target}.js', import.meta.url)`
        })
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${folder}')`)
      return { contents, loader: file.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}
