import type { PlayedTask } from './play-task.ts'

export interface CapsResult {
  /** Of each task. */
  jobs: number
  /** Between tasks, and between samples of the monitor. */
  pauseSeconds: number
  sampleSeconds: number
  ways: PlayedWay[]
}

/** One way to cap the others, over all tasks and the pauses after them. */
export interface PlayedWay {
  name: 'none' | 'fixed' | 'following'
  tasks: PlayedTask[]
  /** CPU seconds per second of the others, together. */
  othersShare: { atWork: number[]; inPauses: number[] }
  /** Caps of the others at the end of each task and of each pause. */
  caps: { atWork: number[][]; inPauses: number[][] }
}
