import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../paths.ts'

/** A third party's package in what `npm ci --omit=dev` installs on any platform. */
export interface ProductionPackage {
  name: string
  version: string
  /** SPDX expression. Empty when the package names none. */
  licence: string
  /** The text of its licence file. Null when it has none, and for packages of one platform only. */
  text: string | null
}

interface Locked {
  name?: string
  version?: string
  license?: string
  link?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
}

/** Packages that name their licence elsewhere than in their manifest's `license`. */
const STATED_ELSEWHERE: Record<string, string> = {
  buildcheck: 'MIT', // `licenses`, and its LICENSE
  'combine-errors': 'MIT', // its Readme.md
  'cpu-features': 'MIT', // `licenses`, and its LICENSE
  ssh2: 'MIT', // `licenses`, and its LICENSE
}

const LICENCE_FILE = /^(licen[cs]e|copying|unlicense)([.-]|$)/i

/** Lists the packages by name and version. The lock file decides, so every machine lists the same. */
export function productionPackages(): ProductionPackage[] {
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  const entries = Object.entries(lock.packages as Record<string, Locked>)
  const found = entries
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link)
    .map(([place, locked]) => packageAt(place, locked))
  const distinct = new Map(found.map((it) => [`${it.name}@${it.version}`, it]))
  return [...distinct.keys()].sort().map((key) => distinct.get(key)!)
}

function packageAt(place: string, locked: Locked): ProductionPackage {
  const name = locked.name ?? place.split('node_modules/').pop()!
  const ofOnePlatform = locked.os !== undefined || locked.cpu !== undefined
  return {
    name,
    version: locked.version ?? '',
    licence: locked.license ?? STATED_ELSEWHERE[name] ?? '',
    text: ofOnePlatform ? null : licenceText(inRoot(place)),
  }
}

function licenceText(directory: string): string | null {
  if (!existsSync(directory)) return null
  const file = readdirSync(directory)
    .sort()
    .find((name) => LICENCE_FILE.test(name))
  if (!file) return null
  const text = readFileSync(path.join(directory, file), 'utf8').replace(/\r\n?/g, '\n')
  return text.replace(/[ \t]+$/gm, '').trim()
}
