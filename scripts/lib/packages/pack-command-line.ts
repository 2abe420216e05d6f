import { chmodSync, cpSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { FORM_OF_PROGRAM } from '../bundle/bundle-programs.ts'
import { PROGRAMS } from '../bundle/programs.ts'
import { inRoot } from '../paths.ts'
import { packFolder } from './pack-folder.ts'

/** Packs the command line as one file that needs Node.js alone. */
export function packCommandLine(directory: string): Promise<string> {
  const manifest = {
    name: '@steelyard/cli',
    description: 'The command line of Steelyard',
    bin: { steelyard: 'steelyard.js' },
  }
  return packFolder(directory, manifest, async (folder) => {
    const program = path.join(folder, 'steelyard.js')
    const js = `#!/usr/bin/env node\n${FORM_OF_PROGRAM.banner.js}`
    await build({
      ...FORM_OF_PROGRAM,
      banner: { js },
      entryPoints: [PROGRAMS.steelyard],
      outfile: program,
    })
    chmodSync(program, 0o755)
    cpSync(inRoot('THIRD-PARTY-NOTICES'), path.join(folder, 'THIRD-PARTY-NOTICES'))
    cpSync(inRoot('docs/guides/command-line.md'), path.join(folder, 'README.md'))
  })
}
