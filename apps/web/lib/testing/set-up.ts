import { beforeAll } from 'vitest'
import { allParts } from './dynamic.tsx'

beforeAll(allParts)
