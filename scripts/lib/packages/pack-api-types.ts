import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { typesOf } from '@steelyard/api-types'
import { packFolder } from './pack-folder.ts'

/** Packs the types of the API that an OpenAPI document describes, which is given as JSON. */
export function packApiTypes(directory: string, document: string): Promise<string> {
  const manifest = {
    name: '@steelyard/api-types',
    description: 'The types of the REST API of Steelyard',
    types: './index.d.ts',
    exports: { '.': { types: './index.d.ts' } },
  }
  return packFolder(directory, manifest, async (folder) => {
    writeFileSync(path.join(folder, 'index.d.ts'), await typesOf(document))
  })
}
