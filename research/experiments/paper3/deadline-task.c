/*
 * A task of paper 3, T(period, execution): in every period one job of so many hashes, each of which
 * takes a millisecond of a free pCPU.
 *
 *   deadline-task calibrate                                prints rounds for a millisecond
 *   deadline-task PERIOD_MS EXECUTION_MS JOBS ROUNDS       prints "JOB HASHES LATENESS_US" lines
 *
 * A job ends with the hash in which its deadline passes, whether or not it is done. Lateness counts
 * from the deadline to the end of the job, and is negative where the job kept it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile uint32_t sink;

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* Rounds of xorshift stand for the paper's MD5: only their CPU time counts. */
static void hash(long rounds) {
  uint32_t x = 2463534242u;
  for (long i = 0; i < rounds; i++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  sink = x;
}

/*
 * What the guest's kernel needs for itself meanwhile counts too, as it does for whoever measures how
 * long a job takes.
 */
static long calibrate(void) {
  const long rounds = 20000;
  const int times = 10000;
  int64_t begin = now_ns();
  for (int i = 0; i < times; i++) hash(rounds);
  return (long)(rounds * 1e6 * times / (now_ns() - begin));
}

static void sleep_until(int64_t ns) {
  struct timespec t = {ns / 1000000000LL, ns % 1000000000LL};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) != 0) {
  }
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "calibrate") == 0) {
    printf("%ld\n", calibrate());
    return 0;
  }
  if (argc != 5) {
    fprintf(stderr, "usage: deadline-task calibrate | PERIOD_MS EXECUTION_MS JOBS ROUNDS\n");
    return 2;
  }
  int64_t period = atoll(argv[1]) * 1000000LL;
  int hashes = atoi(argv[2]), jobs = atoi(argv[3]);
  long rounds = atol(argv[4]);
  int *done = calloc(jobs, sizeof *done);
  int64_t *late = calloc(jobs, sizeof *late);
  int64_t release = now_ns() + period;
  for (int job = 0; job < jobs; job++) {
    sleep_until(release);
    int64_t deadline = release + period;
    do {
      hash(rounds);
      done[job]++;
      late[job] = now_ns() - deadline;
    } while (done[job] < hashes && late[job] < 0);
    /* A job that overran a whole period costs the next one its release. */
    release += period;
  }
  for (int job = 0; job < jobs; job++) printf("%d %d %ld\n", job, done[job], (long)(late[job] / 1000));
  return 0;
}
