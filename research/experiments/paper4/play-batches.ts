/** Runs a shell script and returns what it prints. */
export type Place = (script: string) => Promise<string>

/** Jobs that ran at once, as an overhead assessment takes them. */
export interface Batch {
  jobs: number
  runTimesSeconds: number[]
  workload: string
}

/** In the place of the paper's bzip2 and gobmk: one that lives in caches and one that only computes. */
const WORKLOADS = { gzip: 'gzip -9 -c', sha256sum: 'sha256sum' }
const INPUT_LINES = 1_000_000
/** Each job should last so long. */
const JOB_SECONDS = 5

/**
 * Runs each workload in so many batches with a job in every place, and in as many with one job
 * fewer, in turns, so that what else the machine does meanwhile meets both alike.
 */
export async function playBatches(places: readonly Place[], count: number): Promise<Batch[]> {
  const batches: Batch[] = []
  for (const [workload, program] of Object.entries(WORKLOADS)) {
    const probe = await runJob(places[0]!, program, 1)
    const rounds = Math.max(1, Math.round(JOB_SECONDS / probe))
    for (let batch = 0; batch < count; batch++) {
      for (const jobs of [places.length - 1, places.length]) {
        // The job that is missing is missing in each place in turn.
        const used = places.map((_, index) => places[(index + batch) % places.length]!)
        const runTimesSeconds = await Promise.all(
          used.slice(0, jobs).map((place) => runJob(place, program, rounds)),
        )
        batches.push({ jobs, runTimesSeconds, workload })
      }
    }
  }
  return batches
}

async function runJob(place: Place, program: string, rounds: number): Promise<number> {
  const said = await place(`
    set -e
    input=$(mktemp)
    seq ${INPUT_LINES} >$input
    begin=$(date +%s%N)
    for round in $(seq ${rounds}); do ${program} $input >/dev/null; done
    end=$(date +%s%N)
    rm $input
    echo $((end - begin))`)
  return Number(said) / 1e9
}
