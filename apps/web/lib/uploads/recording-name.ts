const ARCHIVE = /\.(zip|tar|tgz|tar\.gz|tar\.zst)$/i

/**
 * What a recording is called after what was dropped: the folder that holds all files, or the
 * archive. Undefined when loose files do not say.
 */
export function recordingNameOf(paths: readonly string[]): string | undefined {
  const [first = ''] = paths
  if (paths.length === 1 && ARCHIVE.test(first)) {
    return first.split('/').at(-1)!.replace(ARCHIVE, '').slice(0, 120) || undefined
  }
  const folder = first.split('/')[0]!
  const isInside = folder !== first && paths.every((path) => path.startsWith(`${folder}/`))
  return isInside ? folder.slice(0, 120) : undefined
}
