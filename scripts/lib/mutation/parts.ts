/** Code that is mutated together, and the tests that should notice. Paths are relative to the root. */
export interface MutatedPart {
  /** A folder, or one file. */
  source: string
  tests: string[]
  /** Tests that cannot notice, or take long and notice no more than the others. */
  leftOut?: string[]
  /** Its tests need a database, which all of its runs share. */
  database?: boolean
}

export const mutatedParts: MutatedPart[] = [
  { source: 'packages/model/src', tests: ['packages/model/src/**/*.test.ts'] },
  {
    source: 'packages/solver/src',
    tests: ['packages/solver/src/**/*.test.ts'],
    // The first starts a process of its own, in which no mutant is active; the others are sweeps that
    // the time limit of a property would cut short.
    leftOut: [
      'packages/solver/src/plain-node.test.ts',
      'packages/solver/src/large-grids.test.ts',
      'packages/solver/src/search/sdps-boxes.test.ts',
      'packages/solver/src/**/*.deep.test.ts',
    ],
  },
  { source: 'packages/loop/src', tests: ['packages/loop/src/**/*.test.ts'] },
  // The tests of applying connect to a host by SSH each time, so only that part waits for them.
  { source: 'packages/xen/src/plan', tests: ['packages/xen/src/plan/**/*.test.ts'] },
  {
    source: 'packages/xen/src/levers',
    tests: [
      'packages/xen/src/{levers,plan}/**/*.test.ts',
      'packages/xen/src/apply/recorded-change.test.ts',
    ],
  },
  { source: 'packages/xen/src/apply', tests: ['packages/xen/src/apply/**/*.test.ts'] },
  {
    source: 'apps/api/src/uploads/clean-uploads.ts',
    tests: ['apps/api/src/uploads/clean-uploads.int.test.ts'],
    database: true,
  },
]

/** The part that this path, or the folder above it, belongs to. */
export function partOf(wanted: string): MutatedPart | undefined {
  return mutatedParts.find(({ source }) => wanted === source || wanted.startsWith(`${source}/`))
}
